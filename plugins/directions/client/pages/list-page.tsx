import { useName, useText } from '#kernel/client/index.ts';
import {
  RecordList,
  useAuthorshipColumns,
  useEditor,
  useNameColumns,
  useRecords,
} from '#kernel/records/client/index.ts';
import type { Direction } from '../../contract.ts';
import { DirectionForm } from '../direction-form.tsx';
import { directionsDocument } from '../queries.ts';

/** The directions in a table; they are added and renamed in a dialog. */
export function ListPage() {
  const t = useText('directions');
  const nameOf = useName();
  const records = useRecords({
    name: 'directions',
    document: directionsDocument,
    sort: { key: 'name', direction: 'up' },
  });
  const editor = useEditor<Direction>(records);
  const names = useNameColumns({ title: t('name') });
  const authorship = useAuthorshipColumns();
  return (
    <>
      <RecordList
        records={records}
        title={t('menu.title')}
        columns={[...names, ...authorship]}
        searchLabel={t('search')}
        emptyText={t('empty')}
        onAdd={editor.add}
        onEdit={editor.edit}
        nameOf={nameOf}
      />
      {editor.open ? (
        <DirectionForm key={editor.open.key} record={editor.open.record} onClose={editor.close} />
      ) : null}
    </>
  );
}
