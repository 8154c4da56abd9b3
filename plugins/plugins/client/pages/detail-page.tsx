import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { styled } from 'styled-components';
import {
  Button,
  HistoryButton,
  media,
  PageHeader,
  PageTitle,
  ReadView,
  refetchQueries,
  SkeletonCard,
  useMutate,
  useRead,
  useText,
} from '#kernel/plugin-api/client.ts';
import type { PluginDetail } from '../../contract.ts';
import { AdditionsCard } from '../components/additions-card.tsx';
import { ExternalPluginCard } from '../components/external-card.tsx';
import { SettingsCard } from '../components/settings-card.tsx';
import { StateCard } from '../components/state-card.tsx';
import { SwitchDialog } from '../components/switch-dialog.tsx';
import { pluginDocument, pluginsDocument } from '../data/queries.ts';
import { usePluginTexts, useRefetchOnSwitch } from '../data/use-plugin-texts.ts';

/** One plugin: its state, settings and contributions. */
export function DetailPage() {
  const t = useText('plugins');
  const { id = '' } = useParams();
  const { nameOf, textOf } = usePluginTexts();
  const read = useRead(pluginDocument, { variables: { id } });
  const { data, refetch } = read;
  const retry = useMutate<PluginDetail>();
  const [isConfirming, setConfirming] = useState(false);
  useRefetchOnSwitch(refetch);
  const plugin = data?.plugin;
  const isOff = plugin?.reasons[0]?.state === 'disabled';

  async function tryAgain(): Promise<void> {
    await retry.run('POST', `plugins/${id}/attempts`);
    await refetchQueries(pluginDocument, pluginsDocument);
  }

  return (
    <>
      <PageTitle>{nameOf(id)}</PageTitle>
      <PageHeader
        title={nameOf(id)}
        note={plugin?.version}
        subtitle={textOf(id) || undefined}
        back={{ to: '/plugins', label: t('menu.title') }}
        actions={
          <>
            <HistoryButton
              plugin="plugins"
              path={`plugins/${id}`}
              onRestored={() => void refetchQueries(pluginDocument, pluginsDocument)}
            />
            {plugin && (isOff || !plugin.essential) ? (
              <Button variant={isOff ? 'primary' : 'default'} onClick={() => setConfirming(true)}>
                {t(isOff ? 'switch.on' : 'switch.off')}
              </Button>
            ) : null}
          </>
        }
      />
      <ReadView read={read} failed={t('failedOne')} compact={false} skeleton={<SkeletonCard rows={4} />}>
        {({ plugin: found }) => (
          <PluginCards plugin={found} trying={retry.sending} onRetry={() => void tryAgain()} />
        )}
      </ReadView>
      {isConfirming ? (
        <SwitchDialog requested={{ id, on: isOff }} onClose={() => setConfirming(false)} />
      ) : null}
    </>
  );
}

interface PluginCardsProps {
  readonly plugin: PluginDetail;
  readonly trying: boolean;
  readonly onRetry: () => void;
}

/** The state and the settings of a plugin; beside them its package, if it was installed, and its contributions. */
function PluginCards({ plugin, trying, onRetry }: PluginCardsProps) {
  const { id, settings, external } = plugin;
  return (
    <Columns>
      <div>
        <StateCard plugin={plugin} trying={trying} onRetry={onRetry} />
        {settings ? (
          <SettingsCard
            key={id}
            id={id}
            settings={settings}
            onSaved={() => void refetchQueries(pluginDocument, pluginsDocument)}
          />
        ) : null}
      </div>
      <div>
        {external ? <ExternalPluginCard plugin={plugin} external={external} /> : null}
        <AdditionsCard plugin={plugin} />
      </div>
    </Columns>
  );
}

const Columns = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
  gap: var(--s4);
  margin-top: var(--s4);
  align-items: start;

  > div {
    display: flex;
    flex-direction: column;
    gap: var(--s4);
    min-width: 0;
  }

  ${media.phone} {
    grid-template-columns: minmax(0, 1fr);
  }
`;
