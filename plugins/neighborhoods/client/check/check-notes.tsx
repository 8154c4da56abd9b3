import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { Banner, Button, confirm, useText } from '#kernel/plugin-api/client.ts';
import type { useCityBorders } from './use-city-borders.ts';
import type { HouseholdPositions } from './use-household-pins.ts';

interface CheckNotesProps {
  readonly city: ReturnType<typeof useCityBorders>;
  readonly households: HouseholdPositions;
  /** The number of self-intersecting borders. */
  readonly crossed: number;
  readonly onStartOver: () => void;
}

/** Notes on the borders and households on the map: failures, changes by others, missing data. */
export function CheckNotes({ city, households, crossed, onStartOver }: CheckNotesProps) {
  const t = useText('neighborhoods');
  const ui = useText();
  const { isOld, isDirty, isRestored, removed, hasRemoved } = city;

  async function startOver(): Promise<void> {
    const [title, text] = [t('check.reloadTitle'), t('check.reloadText')];
    if (await confirm({ title, text, danger: true })) onStartOver();
  }

  return (
    <Notes aria-live="polite">
      {isOld && isDirty ? (
        <ActionBanner tone="accepted" action={t('check.reload')} onAction={() => void startOver()}>
          {t('check.outdated')}
        </ActionBanner>
      ) : null}
      {isRestored && !isOld ? (
        <ActionBanner action={ui('records.startOver')} onAction={() => void startOver()}>
          {ui('records.restored')}
        </ActionBanner>
      ) : null}
      {removed.length > 0 ? (
        <ActionBanner
          tone="accepted"
          action={t('check.understood')}
          onAction={hasRemoved ? undefined : city.discardRemoved}
        >
          {t('check.removed', { list: removed.join(', ') })}
        </ActionBanner>
      ) : null}
      {crossed > 0 ? <Banner tone="rejected">{t('crossed')}</Banner> : null}
      {households.state === 'failed' ? (
        <ActionBanner
          tone="rejected"
          action={ui('ui.retry')}
          onAction={households.retry}
          loading={households.isRetrying}
        >
          {t('check.householdsFailed')}
        </ActionBanner>
      ) : null}
      {households.state === 'none' ? <p>{t('check.noHouseholds')}</p> : null}
      {households.state === 'coming' ? <p>{t('check.householdsLoading')}</p> : null}
    </Notes>
  );
}

interface ActionBannerProps {
  readonly tone?: 'accepted' | 'rejected';
  /** The label of the button. */
  readonly action: string;
  /** Without it there is no button. */
  readonly onAction: (() => void) | undefined;
  readonly loading?: boolean;
  readonly children: ReactNode;
}

function ActionBanner({ tone, action, onAction, loading, children }: ActionBannerProps) {
  return (
    <Banner
      tone={tone}
      action={
        onAction ? (
          <Button size="small" loading={loading} onClick={onAction}>
            {action}
          </Button>
        ) : undefined
      }
    >
      {children}
    </Banner>
  );
}

const Notes = styled.div`
  display: grid;
  gap: 8px;

  &:not(:empty) {
    margin-bottom: 12px;
  }

  p {
    margin: 0;
    color: var(--text-2);
    font-size: 13.5px;
  }
`;
