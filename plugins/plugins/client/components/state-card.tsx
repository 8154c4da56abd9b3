import { Fragment } from 'react';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import {
  Banner,
  Button,
  Card,
  DescriptionList,
  StatusBadge,
  type Tone,
  useDates,
  useText,
} from '#kernel/plugin-api/client.ts';
import type { PluginDetail, Reason } from '../../contract.ts';
import { usePluginTexts } from '../data/use-plugin-texts.ts';

export interface StateCardProps {
  readonly plugin: PluginDetail;
  readonly trying: boolean;
  readonly onRetry: () => void;
}

/** Whether a plugin runs and why not, who decided that, and its dependencies. */
export function StateCard({ plugin, trying, onRetry }: StateCardProps) {
  const t = useText('plugins');
  const dates = useDates();
  const words = usePluginTexts();
  const { reasons, requires, requiredBy, deployed, switched, changedBy, changedAt, essential } = plugin;
  const state = reasons[0]?.state ?? 'disabled';
  const problem = state === 'quarantined' ? reasons[0]?.problem : undefined;
  const decided = [changedBy, changedAt && dates.dateTime(changedAt)].filter(Boolean).join(', ');
  return (
    <Card title={t('state.title')}>
      <Stack>
        {problem === undefined ? null : (
          <Banner
            tone="rejected"
            role="alert"
            action={
              <Button size="small" loading={trying} onClick={onRetry}>
                {t('state.retry')}
              </Button>
            }
          >
            {t('state.quarantined')} <code>{problem}</code>
          </Banner>
        )}
        <DescriptionList
          items={[
            { label: t('state.now'), value: <StateBadge state={state} /> },
            ...(state === 'enabled' ? [] : [{ label: t('state.reason'), value: words.explain(reasons) }]),
            { label: t('state.deployed'), value: t(deployed ? 'state.deployedOn' : 'state.deployedOff') },
            ...(decided === ''
              ? []
              : [{ label: t(switched ? 'state.switchedBy' : 'state.changedBy'), value: decided }]),
            {
              label: t('state.requires'),
              value: <Links ids={requires} none={t('state.requiresNone')} nameOf={words.nameOf} />,
            },
            {
              label: t('state.requiredBy'),
              value: <Links ids={requiredBy} none={t('state.requiredByNone')} nameOf={words.nameOf} />,
            },
          ]}
        />
        {essential ? <p>{t('state.essential')}</p> : null}
      </Stack>
    </Card>
  );
}

function Links({
  ids,
  none,
  nameOf,
}: {
  readonly ids: readonly string[];
  readonly none: string;
  readonly nameOf: (id: string) => string;
}) {
  if (ids.length === 0) return none;
  return ids.map((id, index) => (
    <Fragment key={id}>
      {index > 0 ? ', ' : null}
      <Link to={`/plugins/${id}`}>{nameOf(id)}</Link>
    </Fragment>
  ));
}

const tones: Readonly<Record<Reason['state'], Tone>> = {
  enabled: 'completed',
  disabled: 'canceled',
  requires: 'accepted',
  not_installed: 'rejected',
  invalid_configuration: 'rejected',
  quarantined: 'rejected',
  denied: 'canceled',
};

/** Whether a plugin runs, as a badge. */
export function StateBadge({ state }: { readonly state: Reason['state'] }) {
  const t = useText('plugins');
  return <StatusBadge tone={tones[state]}>{t(`states.${state}`)}</StatusBadge>;
}

const Stack = styled.div`
  display: flex;
  flex-direction: column;
  gap: var(--s3);

  code {
    font-family: var(--font-mono);
    font-size: 12.5px;
    overflow-wrap: anywhere;
  }

  p {
    color: var(--text-3);
  }
`;
