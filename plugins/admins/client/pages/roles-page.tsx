import {
  type RecordColumn,
  RecordList,
  removeRecord,
  useAuthorshipColumns,
  useEditor,
  useName,
  useNameColumns,
  useRecords,
  useText,
} from '#kernel/plugin-api/client.ts';
import type { Role } from '../../contract.ts';
import { rolesDocument } from '../data/queries.ts';
import { RoleForm } from '../components/role-form.tsx';
import { useCanManageStaff, usePermissions } from '../data/use-permissions.ts';

/** The window widths, in px, from which these columns fit. */
const minWidths = { updatedAt: 1180, author: 1340, createdAt: 1420 } as const;

/** The roles in a table; they are added and changed in a dialog. */
export function RolesPage() {
  const t = useText('admins');
  const nameOf = useName();
  const staff = useCanManageStaff();
  const records = useRecords({
    name: 'roles',
    document: rolesDocument,
    sort: { key: 'name', direction: 'up' },
  });
  const editor = useEditor<Role>(records);
  return (
    <>
      <RecordList
        records={records}
        title={t('menu.roles')}
        columns={[
          ...useNameColumns({ title: t('roles.name') }),
          ...useRightsColumns(staff),
          ...useAuthorshipColumns({ from: minWidths }),
        ]}
        searchLabel={t('roles.search')}
        emptyText={t('roles.empty')}
        onAdd={editor.add}
        onEdit={editor.edit}
        onDelete={
          staff
            ? (role) =>
                void removeRecord({
                  path: `admins/roles/${role.id}`,
                  version: role.updatedAt,
                  title: t('roles.removeTitle', { name: nameOf(role) }),
                  done: t('roles.removed', { name: nameOf(role) }),
                  documents: [rolesDocument],
                })
            : undefined
        }
        nameOf={nameOf}
      />
      {editor.open ? (
        <RoleForm key={editor.open.key} record={editor.open.record} onClose={editor.close} />
      ) : null}
    </>
  );
}

/** What a role may do, and how many admins have it. */
function useRightsColumns(staff: boolean): RecordColumn<Role>[] {
  const t = useText('admins');
  const { choicesOf } = usePermissions();
  return [
    { key: 'role', title: t('roles.level'), cell: ({ role }) => t(`levels.${role}`), sortable: true },
    {
      key: 'permissions',
      title: t('roles.permissions'),
      cell: ({ permissions }) =>
        choicesOf(permissions)
          .map(({ label }) => label)
          .join(', '),
      sortable: true,
      truncate: true,
    },
    {
      key: 'admins',
      title: t('roles.admins'),
      cell: ({ admins }) => admins,
      sortable: staff,
      numeric: true,
      width: 110,
    },
  ];
}
