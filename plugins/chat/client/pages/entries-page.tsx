import { useName, useText } from '#kernel/client/index.ts';
import { RecordList, useRecords, type ListFilter } from '#kernel/records/client/index.ts';
import { audiences } from '../../contract.ts';
import { addPath } from '../entries/paths.ts';
import { useEntryColumns } from '../entries/use-entry-columns.tsx';
import { entriesDocument } from '../queries.ts';

type Filter = 'audience' | 'origin' | 'enabled';

/** The knowledge base in a table: what was shipped, what was changed, and what is the deployment's own. */
export function EntriesPage() {
  const t = useText('chat');
  const nameOf = useName();
  const records = useRecords({
    name: 'chat-entries',
    document: entriesDocument,
    filters: ['audience', 'origin', 'enabled'],
    sort: { key: 'name', direction: 'up' },
  });
  const filters: ListFilter<Filter>[] = [
    {
      key: 'audience',
      label: t('entries.audience'),
      any: t('entries.anyAudience'),
      options: audiences.map((value) => ({ value, label: t(`entries.audiences.${value}`) })),
    },
    {
      key: 'origin',
      label: t('entries.origin'),
      any: t('entries.anyOrigin'),
      options: (['shipped', 'changed', 'own'] as const).map((value) => ({
        value,
        label: t(`entries.origins.${value}`),
      })),
    },
    {
      key: 'enabled',
      label: t('entries.state'),
      any: t('entries.anyState'),
      options: (['true', 'false'] as const).map((value) => ({ value, label: t(`entries.states.${value}`) })),
    },
  ];
  return (
    <RecordList
      records={records}
      title={t('menu.entries')}
      columns={useEntryColumns()}
      searchLabel={t('entries.search')}
      filters={filters}
      emptyText={t('entries.empty')}
      nameOf={nameOf}
      addTo={addPath}
      hrefFor={({ id }) => `/assistant/${id}`}
      isMuted={({ enabled }) => !enabled}
    />
  );
}
