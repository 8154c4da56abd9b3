import { useName, useText } from '#kernel/client/index.ts';
import {
  colorCell,
  RecordList,
  useAuthorshipColumns,
  useEditor,
  useNameColumns,
  useRecords,
  type RecordColumn,
} from '#kernel/records/client/index.ts';
import type { HouseholdCategory } from '../../contract.ts';
import { CategoryForm } from '../category-form.tsx';
import { categoriesDocument } from '../queries.ts';

/** The categories of households in a table; they are added and changed in a dialog. */
export function ListPage() {
  const t = useText('household_categories');
  const nameOf = useName();
  const records = useRecords({
    name: 'household_categories',
    document: categoriesDocument,
    sort: { key: 'name', direction: 'up' },
  });
  const editor = useEditor<HouseholdCategory>(records);
  const names = useNameColumns({ title: t('name') });
  const color: RecordColumn<HouseholdCategory> = {
    key: 'color',
    title: t('color'),
    cell: (category) => colorCell(category.color),
  };
  return (
    <>
      <RecordList
        records={records}
        title={t('menu.title')}
        columns={[...names, color, ...useAuthorshipColumns({ from: { createdAt: 1180 } })]}
        searchLabel={t('search')}
        emptyText={t('empty')}
        onAdd={editor.add}
        onEdit={editor.edit}
        nameOf={nameOf}
      />
      {editor.open ? (
        <CategoryForm key={editor.open.key} record={editor.open.record} onClose={editor.close} />
      ) : null}
    </>
  );
}
