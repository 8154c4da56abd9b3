import { useText } from '#kernel/client/index.ts';
import { RecordList, useRecords } from '#kernel/records/client/index.ts';
import { householdsDocument } from '../queries.ts';
import { useRemoval } from '../components/shared/use-removal.ts';
import { TransferTools } from '../components/transfer/transfer-tools.tsx';
import { useAddress } from '../components/shared/use-address.ts';
import { useHouseholdBulk } from '../components/list/use-household-bulk.ts';
import { useHouseholdColumns } from '../components/list/use-household-columns.tsx';
import { householdFilters, useHouseholdFilters } from '../components/list/use-household-filters.ts';

/** The households of one's neighbourhoods in a table. */
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
