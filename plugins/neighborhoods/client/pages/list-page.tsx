import {
  colorCell,
  DeletedButton,
  LinkButton,
  type RecordColumn,
  RecordList,
  useAuthorshipColumns,
  useCapabilities,
  useName,
  useNameColumns,
  useRecords,
  useText,
} from '#kernel/plugin-api/client.ts';
import { neighborhoodsDocument, type ListedNeighborhood } from '../data/queries.ts';
import { cityPlanCapability } from '../../manifest.ts';
import { useRemoval } from '../data/removal.ts';

/** The neighbourhoods in a table. */
export function ListPage() {
  const t = useText('neighborhoods');
  const nameOf = useName();
  const remove = useRemoval();
  const ableToCheck = useCapabilities('neighborhoods').includes(cityPlanCapability);
  const records = useRecords({
    name: 'neighborhoods',
    document: neighborhoodsDocument,
    sort: { key: 'name', direction: 'up' },
  });
  const names = useNameColumns({ title: t('name'), formatName: (name) => t('mfy', { name }) });
  const color: RecordColumn<ListedNeighborhood> = {
    key: 'color',
    title: t('color'),
    cell: (neighborhood) => colorCell(neighborhood.color),
  };

  function titleOf(neighborhood: ListedNeighborhood): string {
    return t('mfy', { name: nameOf(neighborhood) });
  }

  return (
    <RecordList
      records={records}
      title={t('menu.title')}
      columns={[...names, color, ...useAuthorshipColumns()]}
      searchLabel={t('search')}
      emptyText={t('empty')}
      nameOf={titleOf}
      tools={
        <>
          <DeletedButton
            plugin="neighborhoods"
            path="neighborhoods"
            onBack={() => void records.read.refetch()}
          />
          {ableToCheck ? <LinkButton to="/neighborhoods/check">{t('check.open')}</LinkButton> : null}
        </>
      }
      addTo="/neighborhoods/add"
      hrefFor={({ id }) => `/neighborhoods/${id}`}
      onDelete={(neighborhood) => void remove(neighborhood)}
    />
  );
}
