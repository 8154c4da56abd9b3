import { useName, useText } from '#kernel/client/index.ts';
import { colorCell, useAuthorshipColumns, type RecordColumn } from '#kernel/client/records/index.ts';
import type { ListedHousehold } from './queries.ts';
import { addressCell } from './address-cell.tsx';
import { useAddress } from './use-address.ts';

/** The columns of the households. */
export function useHouseholdColumns(): RecordColumn<ListedHousehold>[] {
  const t = useText('households');
  const nameOf = useName();
  const { houseOf, neighborhoodOf } = useAddress();
  const [author, createdAt, ...later] = useAuthorshipColumns({ brief: true });
  const counts = (['able_to_work', 'unemployed', 'informal'] as const).map((key) => ({
    key,
    title: t(`list.${key}`),
    cell: (household: ListedHousehold) => household[key],
    sortable: true,
    numeric: true,
  }));
  return [
    {
      key: 'address',
      title: t('list.address'),
      cell: (household) => addressCell(houseOf(household), neighborhoodOf(household)),
      width: '26%',
      sortable: true,
      fixed: true,
      primary: true,
    },
    {
      key: 'household_category',
      title: t('list.category'),
      cell: ({ household_category: category }) => colorCell(category.color, nameOf(category)),
      sortable: true,
    },
    {
      key: 'house_type',
      title: t('list.houseType'),
      cell: ({ house_type: type }) => t(`houseTypes.${type}`),
      optional: true,
    },
    ...counts,
    ...(author ? [{ ...author, roomy: true }] : []),
    ...(createdAt ? [{ ...createdAt, roomy: true }] : []),
    ...later,
  ];
}
