import { useText } from '#kernel/client/index.ts';
import { RecordList, removeRecord, useRecords } from '#kernel/client/records/index.ts';
import { householdsDocument, type ListedHousehold } from '../queries.ts';
import { TransferTools } from '../transfer/transfer-tools.tsx';
import { useAddress } from '../use-address.ts';
import { useHouseholdColumns } from '../use-household-columns.tsx';
import { householdFilters, useHouseholdFilters } from '../use-household-filters.ts';

/** The households of one's neighbourhoods in a table. */
export function ListPage() {
  const t = useText('households');
  const { addressOf } = useAddress();
  const records = useRecords({
    name: 'households',
    document: householdsDocument,
    filters: householdFilters,
    sort: { key: 'createdAt', direction: 'down' },
  });

  function remove(household: ListedHousehold): Promise<boolean> {
    return removeRecord({
      path: `households/${household.id}`,
      version: household.updatedAt,
      title: t('deleteTitle'),
      text: addressOf(household),
      done: t('deleted'),
      documents: [householdsDocument],
    });
  }

  return (
    <RecordList
      records={records}
      title={t('menu.title')}
      columns={useHouseholdColumns()}
      searchLabel={t('list.search')}
      filters={useHouseholdFilters(records.list.filters.neighborhood)}
      emptyText={t('list.empty')}
      tools={<TransferTools query={records.list.toQueryString()} />}
      nameOf={addressOf}
      onDelete={(household) => void remove(household)}
    />
  );
}
