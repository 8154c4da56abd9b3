import {
  type ListFilter,
  listOf,
  RecordList,
  useName,
  useRecords,
  useText,
} from '#kernel/plugin-api/client.ts';
import { audiences, entry } from '../../contract.ts';
import { addPath } from '../entries/paths.ts';
import { useEntryColumns } from '../entries/use-entry-columns.tsx';
import { documents } from '../data/queries.ts';

/** The knowledge base in a table: shipped, changed and own entries. */
export function EntriesPage() {
  const t = useText('chat');
  const nameOf = useName();
  const records = useRecords({
    ...listOf(entry),
    document: documents.page,
    sort: { key: 'name', direction: 'up' },
  });
  const optionsOf = <Value extends string>(values: readonly Value[], label: (value: Value) => string) =>
    values.map((value) => ({ value, label: label(value) }));
  const filters: ListFilter<keyof typeof entry.filters>[] = [
    {
      key: 'audience',
      label: t('entries.audience'),
      any: t('entries.anyAudience'),
      options: optionsOf(audiences, (value) => t(`entries.audiences.${value}`)),
    },
    {
      key: 'origin',
      label: t('entries.origin'),
      any: t('entries.anyOrigin'),
      options: optionsOf(['shipped', 'changed', 'own'] as const, (value) => t(`entries.origins.${value}`)),
    },
    {
      key: 'enabled',
      label: t('entries.state'),
      any: t('entries.anyState'),
      options: optionsOf(['true', 'false'] as const, (value) => t(`entries.states.${value}`)),
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
