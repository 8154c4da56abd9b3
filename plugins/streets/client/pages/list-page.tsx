import { useName, useText } from '#kernel/client/index.ts';
import {
  RecordList,
  useAuthorshipColumns,
  useEditor,
  useNameColumns,
  useOptions,
  useRecords,
  type RecordColumn,
} from '#kernel/records/client/index.ts';
import type { Street } from '../../contract.ts';
import { neighborhoodOptionsDocument, streetsDocument } from '../queries.ts';
import { StreetForm } from '../street-form.tsx';

/** The streets of one's neighbourhoods in a table; they are added and changed in a dialog. */
export function ListPage() {
  const t = useText('streets');
  const nameOf = useName();
  const records = useRecords({
    name: 'streets',
    document: streetsDocument,
    filters: ['neighborhood'],
    sort: { key: 'name', direction: 'up' },
  });
  const editor = useEditor<Street>(records);
  const neighborhoods = useOptions(neighborhoodOptionsDocument, (name) => t('mfy', { name }));
  const names = useNameColumns({ title: t('name'), dress: (name) => t('street', { name }) });
  const neighborhood: RecordColumn<Street> = {
    key: 'neighborhood',
    title: t('neighborhood'),
    cell: (street) => t('mfy', { name: nameOf(street.neighborhood) }),
    sortable: true,
  };
  return (
    <>
      <RecordList
        records={records}
        title={t('menu.title')}
        columns={[...names, neighborhood, ...useAuthorshipColumns({ from: { createdAt: 1180 } })]}
        searchLabel={t('search')}
        filters={[
          {
            key: 'neighborhood',
            label: t('neighborhood'),
            any: t('anyNeighborhood'),
            options: neighborhoods.options,
            loading: neighborhoods.loading,
          },
        ]}
        emptyText={t('empty')}
        onAdd={editor.add}
        onEdit={editor.edit}
        nameOf={(street) => t('street', { name: nameOf(street) })}
      />
      {editor.open ? (
        <StreetForm
          key={editor.open.key}
          record={editor.open.record}
          neighborhoods={neighborhoods}
          suggested={Number(records.list.filters.neighborhood) || null}
          onClose={editor.close}
        />
      ) : null}
    </>
  );
}
