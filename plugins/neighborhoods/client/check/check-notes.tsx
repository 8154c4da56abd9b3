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
        <Banner
          tone="accepted"
          action={
            <Button size="small" onClick={() => void startOver()}>
              {t('check.reload')}
            </Button>
          }
        >
          {t('check.outdated')}
        </Banner>
      ) : null}
      {isRestored && !isOld ? (
        <Banner
          action={
            <Button size="small" onClick={() => void startOver()}>
              {ui('records.startOver')}
            </Button>
          }
        >
          {ui('records.restored')}
        </Banner>
      ) : null}
      {removed.length > 0 ? (
        <Banner
          tone="accepted"
          action={
            hasRemoved ? undefined : (
              <Button size="small" onClick={city.discardRemoved}>
                {t('check.understood')}
              </Button>
            )
          }
        >
          {t('check.removed', { list: removed.join(', ') })}
        </Banner>
      ) : null}
      {crossed > 0 ? <Banner tone="rejected">{t('crossed')}</Banner> : null}
      {households.state === 'failed' ? (
        <Banner
          tone="rejected"
          action={
            <Button size="small" loading={households.isRetrying} onClick={households.retry}>
              {ui('ui.retry')}
            </Button>
          }
        >
          {t('check.householdsFailed')}
        </Banner>
      ) : null}
      {households.state === 'none' ? <p>{t('check.noHouseholds')}</p> : null}
      {households.state === 'coming' ? <p>{t('check.householdsLoading')}</p> : null}
    </Notes>
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
