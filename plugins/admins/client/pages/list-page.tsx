import { useState } from 'react';
import {
  RecordList,
  removeRecord,
  useEditor,
  useOptions,
  useRecords,
  useText,
} from '#kernel/plugin-api/client.ts';
import type { Admin } from '../../contract.ts';
import { AdminForm } from '../admin-form.tsx';
import { AdminMenu } from '../admin-menu.tsx';
import { FirstPasswordDialog, type FirstPassword } from '../first-password-dialog.tsx';
import { adminsDocument, neighborhoodOptionsDocument, roleOptionsDocument } from '../queries.ts';
import { SignInsDialog } from '../sign-ins/sign-ins.tsx';
import { useAdminColumns } from '../use-admin-columns.tsx';
import { useCanManageStaff } from '../use-permissions.ts';

/** The admins in a table; they are added and changed in a dialog. */
export function ListPage() {
  const t = useText('admins');
  const staff = useCanManageStaff();
  const records = useRecords({
    name: 'admins',
    document: adminsDocument,
    filters: ['role', 'neighborhood', 'blocked'],
    sort: { key: 'name', direction: 'up' },
  });
  const editor = useEditor<Admin>(records);
  const roles = useOptions(roleOptionsDocument);
  const neighborhoods = useOptions(neighborhoodOptionsDocument, (name) => t('mfy', { name }));
  const [signInsOf, setSignInsOf] = useState<Admin | null>(null);
  const [firstPassword, setFirstPassword] = useState<FirstPassword | null>(null);
  return (
    <>
      <RecordList
        records={records}
        title={t('menu.list')}
        columns={useAdminColumns()}
        searchLabel={t('search')}
        filters={[
          {
            key: 'role',
            label: t('role'),
            any: t('anyRole'),
            options: roles.options,
            loading: roles.loading,
          },
          {
            key: 'neighborhood',
            label: t('neighborhood'),
            any: t('anyNeighborhood'),
            options: neighborhoods.options,
            loading: neighborhoods.loading,
          },
          {
            key: 'blocked',
            label: t('state'),
            any: t('anyState'),
            options: [
              { value: 'false', label: t('states.active') },
              { value: 'true', label: t('states.blocked') },
            ],
          },
        ]}
        emptyText={t('empty')}
        onAdd={editor.add}
        onEdit={editor.edit}
        onDelete={(admin) =>
          void removeRecord({
            path: `admins/${admin.id}`,
            version: admin.updatedAt,
            title: t('removeTitle', { name: nameOf(admin) }),
            text: t('removeText'),
            done: t('removed', { name: nameOf(admin) }),
            documents: [adminsDocument],
          })
        }
        renderActions={
          staff
            ? (admin) => (
                <AdminMenu
                  admin={admin}
                  name={nameOf(admin)}
                  onSignIns={() => setSignInsOf(admin)}
                  onFirstPassword={setFirstPassword}
                />
              )
            : undefined
        }
        isMuted={({ blocked }) => blocked}
        nameOf={nameOf}
      />
      {editor.open ? (
        <AdminForm
          key={editor.open.key}
          record={editor.open.record}
          roles={roles}
          neighborhoods={neighborhoods}
          onClose={editor.close}
        />
      ) : null}
      {signInsOf ? (
        <SignInsDialog of={signInsOf.id} name={nameOf(signInsOf)} onClose={() => setSignInsOf(null)} />
      ) : null}
      {firstPassword ? (
        <FirstPasswordDialog given={firstPassword} onClose={() => setFirstPassword(null)} />
      ) : null}
    </>
  );
}

function nameOf({ last_name, first_name }: Admin): string {
  return `${last_name} ${first_name}`;
}
