import { Plus } from 'lucide-react';
import { useState } from 'react';
import { styled } from 'styled-components';
import {
  Button,
  Card,
  ChipRow,
  EmptyState,
  FilterChip,
  PageHeader,
  PageTitle,
  ReadView,
  SkeletonCard,
  useCapabilities,
  useRead,
  useText,
} from '#kernel/plugin-api/client.ts';
import { formatNumber } from '#kernel/domain/text/index.ts';
import type { InstalledPlugin } from '../../contract.ts';
import { AddDialog } from '../components/add-dialog.tsx';
import { PluginRow } from '../components/plugin-row.tsx';
import { SwitchDialog, type RequestedSwitch } from '../components/switch-dialog.tsx';
import { uploadCapability } from '../../manifest.ts';
import { pluginsDocument } from '../data/queries.ts';
import { useRefetchOnSwitch } from '../data/use-plugin-texts.ts';

const shown = {
  all: () => true,
  on: (plugin: InstalledPlugin) => stateOf(plugin) === 'enabled',
  off: (plugin: InstalledPlugin) => stateOf(plugin) === 'disabled',
  failed: (plugin: InstalledPlugin) => !['enabled', 'disabled'].includes(stateOf(plugin)),
} as const;
type Kind = keyof typeof shown;
const kinds = ['all', 'on', 'off', 'failed'] as const;

/** Every installed plugin, with a switch. */
export function ListPage() {
  const t = useText('plugins');
  const read = useRead(pluginsDocument);
  const { data, refetch } = read;
  const [kind, setKind] = useState<Kind>('all');
  const [requested, setRequested] = useState<RequestedSwitch | null>(null);
  const [adding, setAdding] = useState(false);
  const mayAdd = useCapabilities('plugins').includes(uploadCapability);
  useRefetchOnSwitch(refetch);
  const all = data?.plugins ?? [];
  return (
    <>
      <PageTitle>{t('menu.title')}</PageTitle>
      <PageHeader
        title={t('menu.title')}
        note={data && t('count', { count: formatNumber(all.length) })}
        subtitle={t('lead')}
        actions={
          mayAdd ? (
            <Button variant="primary" icon={<Plus />} onClick={() => setAdding(true)}>
              {t('add.open')}
            </Button>
          ) : undefined
        }
      />
      <ReadView
        read={read}
        failed={t('failed')}
        compact={false}
        skeleton={[0, 1, 2].map((card) => (
          <SkeletonCard key={card} />
        ))}
      >
        {() => <PluginList all={all} kind={kind} onKind={setKind} onSwitch={setRequested} />}
      </ReadView>
      {adding ? (
        <AddDialog
          onClose={() => setAdding(false)}
          onEnable={(id) => {
            setAdding(false);
            setRequested({ id, on: true });
          }}
        />
      ) : null}
      {requested ? <SwitchDialog requested={requested} onClose={() => setRequested(null)} /> : null}
    </>
  );
}

interface PluginListProps {
  readonly all: readonly InstalledPlugin[];
  readonly kind: Kind;
  readonly onKind: (kind: Kind) => void;
  readonly onSwitch: (requested: RequestedSwitch) => void;
}

/** The plugins of a kind, and the choice of the kind. */
function PluginList({ all, kind, onKind, onSwitch }: PluginListProps) {
  const t = useText('plugins');
  const plugins = all.filter(shown[kind]);
  return (
    <>
      <Filters>
        <ChipRow>
          {kinds.map((one) => (
            <FilterChip
              key={one}
              label={t(`kinds.${one}`)}
              selected={one === kind}
              onSelect={() => onKind(one)}
              count={all.filter(shown[one]).length}
            />
          ))}
        </ChipRow>
      </Filters>
      <Card flush>
        {plugins.length === 0 ? (
          <EmptyState title={t('none')} text={t('noneText')} compact />
        ) : (
          <Rows aria-label={t('menu.title')}>
            {plugins.map((plugin) => (
              <PluginRow key={plugin.id} plugin={plugin} onSwitch={(on) => onSwitch({ id: plugin.id, on })} />
            ))}
          </Rows>
        )}
      </Card>
    </>
  );
}

function stateOf({ reasons }: InstalledPlugin): string {
  return reasons[0]?.state ?? 'disabled';
}

const Filters = styled.div`
  margin: var(--s4) 0 var(--s3);
`;

const Rows = styled.ul`
  > li + li {
    border-top: 1px solid var(--line);
  }
`;
