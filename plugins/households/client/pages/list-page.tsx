import { FileSpreadsheet } from 'lucide-react';
import {
  type BulkAction,
  RecordList,
  send,
  useRecords,
  useText,
  ExportMenu,
  LinkButton,
  useCapabilities,
} from '#kernel/plugin-api/client.ts';
import { householdsDocument, type ListedHousehold } from '../data/queries.ts';
import { useAddress, useRemoval } from '../components/shared/use-address.ts';
import { useHouseholdColumns } from '../components/list/use-household-columns.tsx';
import { householdFilters, useHouseholdFilters } from '../components/list/use-household-filters.ts';

/** The households of the user's neighbourhoods in a table. */
export function ListPage() {
  const t = useText('households');
  const { addressOf } = useAddress();
  const remove = useRemoval();
  const records = useRecords({
    name: 'households',
    document: householdsDocument,
    filters: householdFilters,
    sort: { key: 'createdAt', direction: 'down' },
  });

  return (
    <RecordList
      records={records}
      title={t('menu.title')}
      columns={useHouseholdColumns()}
      searchLabel={t('list.search')}
      filters={useHouseholdFilters(records.list.filters.neighborhood)}
      emptyText={t('list.empty')}
      tools={<TransferTools query={records.list.toQueryString()} />}
      addTo="/households/add"
      hrefFor={({ id }) => `/households/${id}`}
      nameOf={addressOf}
      bulk={useHouseholdBulk()}
      onDelete={(household) => void remove(household)}
    />
  );
}

/** Bulk actions on households: deletion, each in the version that was seen. */
export function useHouseholdBulk(): readonly BulkAction<ListedHousehold>[] {
  const t = useText('households');
  return [
    {
      key: 'delete',
      danger: true,
      label: (total) => t('bulk.delete', { total }),
      title: (total, count) => t('bulk.deleteTitle', { total, count }),
      text: t('bulk.deleteText'),
      working: t('bulk.deleting'),
      done: (total, count) => t('bulk.deleted', { total, count }),
      act: ({ id, updatedAt }) => send('DELETE', `households/${id}`, undefined, { version: updatedAt }),
      documents: [householdsDocument],
    },
  ];
}

interface TransferToolsProps {
  /** The list's query, as in its address. */
  readonly query: string;
}

/** Beside the list: import from and export to a spreadsheet, if the server supports them. */
function TransferTools({ query }: TransferToolsProps) {
  const t = useText('households');
  const able = useCapabilities('households');
  return (
    <>
      {able.includes('households.import') ? (
        <LinkButton to="/households/import" icon={<FileSpreadsheet />}>
          {t('import.open')}
        </LinkButton>
      ) : null}
      {able.includes('households.export') ? <ExportMenu path="households/export" query={query} /> : null}
    </>
  );
}
