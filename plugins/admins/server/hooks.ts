import { sql } from 'kysely';
import { removalHook, subjectPagesHook } from '#kernel/plugin-api/contract.ts';
import { onHook } from '#kernel/plugin-api/server.ts';
import { countAdminsOf } from './store/admins.ts';
import { adminsOfRole } from './store/roles.ts';

/** Links admins and roles in the audit log to the lists that show them. */
export const nameSubjects = onHook(subjectPagesHook, async ({ idsOf, add }, { database }) => {
  const admins = [...idsOf('admin')];
  const roles = [...idsOf('admin_role')];
  if (admins.length + roles.length === 0) return;
  const { rows } = await sql<{ type: string; id: number; title: string; search: string }>`
    select 'admin' as type, id, concat_ws(' ', last_name, first_name) as title, login as search from kernel_v1_admins
    where id = any(${admins}::bigint[]) and deleted_at is null
    union all
    select 'admin_role', id, name_uz, name_uz from kernel_v1_admin_roles
    where id = any(${roles}::bigint[]) and deleted_at is null`.execute(database);
  for (const { type, id, title, search } of rows) {
    const list = type === 'admin' ? '/admins/list' : '/admins/roles';
    add(type, id, { path: `${list}?search=${encodeURIComponent(search)}`, title });
  }
});

/** Prevents the removal of a neighborhood or a role while an admin is assigned to it. */
export const adminUsage = onHook(removalHook, async ({ subject, id, uses: report }, { database }) => {
  if (subject === 'neighborhoods.neighborhood') report('admins', await countAdminsOf(database, id));
  if (subject === 'admins.role') report('admins', (await adminsOfRole(database, id)).length);
});
