import { useState } from 'react';
import {
  RecordList,
  removeRecord,
  SlotView,
  useEditor,
  useOptions,
  useRecords,
  useText,
} from '#kernel/plugin-api/client.ts';
import { adminRowActions, type Admin } from '../../contract.ts';
import { AdminForm } from '../components/admin-form.tsx';
import { AdminMenu } from '../components/admin-menu.tsx';
import { FirstPasswordDialog } from '../components/first-password-dialog.tsx';
import { useFirstPassword } from '../data/first-password-store.ts';
import { adminsDocument, neighborhoodOptionsDocument, roleOptionsDocument } from '../data/queries.ts';
import { SignInsDialog } from '../sign-ins/sign-ins.tsx';
import { useAdminColumns } from '../components/use-admin-columns.tsx';
import { useOffboarding } from '../components/use-offboarding.tsx';
import { useCanManageStaff } from '../data/use-permissions.ts';

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
  const offboarding = useOffboarding();
  const [signInsOf, setSignInsOf] = useState<Admin | null>(null);
  const firstPassword = useFirstPassword();
  return (
    <>
      <RecordList
        records={records}
        title={t('menu.list')}
        columns={useAdminColumns()}
        searchLabel={t('search')}
        filters={useAdminFilters({ roles, neighborhoods, staff })}
        emptyText={t('empty')}
        onAdd={editor.add}
        onEdit={editor.edit}
        onDelete={(admin) => offboarding.before(admin, () => void remove(admin, t))}
        renderActions={
          staff
            ? (admin) => <RowActions admin={admin} onSignIns={setSignInsOf} before={offboarding.before} />
            : undefined
        }
        isMuted={({ blocked }) => blocked}
        nameOf={nameOf}
      />
      {offboarding.view}
      {editor.open ? (
        <AdminForm
          key={editor.open.key}
          record={editor.open.record}
          roles={roles}
          neighborhoods={neighborhoods}
          confirmOffboarding={offboarding.confirmOffboarding}
          onClose={editor.close}
        />
      ) : null}
      {signInsOf ? (
        <SignInsDialog of={signInsOf.id} name={nameOf(signInsOf)} onClose={() => setSignInsOf(null)} />
      ) : null}
      {firstPassword.given ? (
        <FirstPasswordDialog given={firstPassword.given} onClose={firstPassword.close} />
      ) : null}
    </>
  );
}

interface RowActionsProps {
  readonly admin: Admin;
  readonly onSignIns: (admin: Admin) => void;
  readonly before: ReturnType<typeof useOffboarding>['before'];
}

/** The menu of an admin, and the actions of other plugins. */
function RowActions({ admin, onSignIns, before }: RowActionsProps) {
  const name = nameOf(admin);
  return (
    <>
      <AdminMenu admin={admin} name={name} onSignIns={() => onSignIns(admin)} before={before} />
      <SlotView slot={adminRowActions} admin={admin} name={name} />
    </>
  );
}

interface FilterOptions {
  readonly roles: ReturnType<typeof useOptions>;
  readonly neighborhoods: ReturnType<typeof useOptions>;
  readonly staff: boolean;
}

/** The filters of the list; whether an admin is blocked concerns only those who manage staff. */
function useAdminFilters({ roles, neighborhoods, staff }: FilterOptions) {
  const t = useText('admins');
  return [
    {
      key: 'role' as const,
      label: t('role'),
      any: t('anyRole'),
      options: roles.options,
      loading: roles.loading,
    },
    {
      key: 'neighborhood' as const,
      label: t('neighborhood'),
      any: t('anyNeighborhood'),
      options: neighborhoods.options,
      loading: neighborhoods.loading,
    },
    ...(staff
      ? [
          {
            key: 'blocked' as const,
            label: t('state'),
            any: t('anyState'),
            options: [
              { value: 'false', label: t('states.active') },
              { value: 'true', label: t('states.blocked') },
            ],
          },
        ]
      : []),
  ];
}

function nameOf({ last_name, first_name }: Admin): string {
  return `${last_name} ${first_name}`;
}

/** Removes an admin, after a confirmation. */
function remove(admin: Admin, t: ReturnType<typeof useText>): Promise<boolean> {
  const name = nameOf(admin);
  return removeRecord({
    path: `admins/${admin.id}`,
    version: admin.updatedAt,
    title: t('removeTitle', { name }),
    text: t('removeText'),
    done: t('removed', { name }),
    documents: [adminsDocument],
  });
}
