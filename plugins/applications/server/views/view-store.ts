import { sql } from 'kysely';
import type { Viewer } from '#kernel/plugin-api/contract.ts';
import {
  type Database,
  type DatabaseTransaction,
  execute,
  type Fragment,
} from '#kernel/plugin-api/server.ts';

/** A stored view. */
export interface ViewRow {
  readonly id: number;
  readonly owner_id: number;
  readonly name: string;
  readonly query: string;
  readonly role_id: number | null;
  readonly first_name: string;
  readonly last_name: string;
  readonly updated_at: string;
}

/** The editable fields of a view. */
export interface ViewFields {
  readonly name: string;
  readonly query: string;
  readonly roleId: number | null;
}

/** Deleted views stay for a day, so that the deletion can be undone. */
const undoDays = sql`interval '1 day'`;

/**
 * Whether an admin may see a view: their own, or one shared with their role. The owner must still be allowed
 * to handle applications, and still have that role or be a super admin; so a shared view ends with its
 * owner's rights.
 */
function isVisibleTo(adminId: number): Fragment {
  return sql`view.deleted_at is null and (view.owner_id = ${adminId} or exists (
    select from kernel_v1_admins as reader
    join kernel_v1_admin_roles as shared on shared.id = reader.role_id and shared.deleted_at is null
    join kernel_v1_admins as author on author.id = view.owner_id and not author.blocked and author.deleted_at is null
    join kernel_v1_admin_roles as own on own.id = author.role_id and own.deleted_at is null
    where reader.id = ${adminId} and reader.role_id = view.role_id
      and 'application_receiver' = any(shared.permissions) and 'application_receiver' = any(own.permissions)
      and (own.id = view.role_id or own.role = 'super_admin')))`;
}

const columns = sql`view.id, view.owner_id, view.name, view.query, view.role_id, admin.first_name, admin.last_name,
  view.updated_at`;

/**
 * The views visible to an admin: first those that they have sorted, in their order, then the others by age.
 */
export function readViews(database: Database, adminId: number): Promise<ViewRow[]> {
  return execute(
    database,
    sql<ViewRow>`
      select ${columns} from application_views as view
      join kernel_v1_admins as admin on admin.id = view.owner_id
      left join application_view_orders as placed on placed.admin_id = ${adminId}
      where ${isVisibleTo(adminId)}
      order by array_position(placed.view_ids, view.id) nulls last, view.id limit 200`,
    { prepared: true },
  );
}

/** Returns one of the user's views, locked until the transaction ends; with `deleted`, also a deleted one. */
export async function lockOwnView(
  database: DatabaseTransaction,
  { id, adminId, deleted = false }: { id: number; adminId: number; deleted?: boolean },
): Promise<ViewRow | null> {
  const isThere = deleted ? sql`deleted_at > now() - ${undoDays}` : sql`deleted_at is null`;
  const [row] = await execute(
    database,
    sql<ViewRow>`
      select id, owner_id, name, query, role_id, '' as first_name, '' as last_name, updated_at
      from application_views where id = ${id} and owner_id = ${adminId} and ${isThere} for update`,
  );
  return row ?? null;
}

/** The number of an admin's own views. */
export async function countOwnViews(database: DatabaseTransaction, adminId: number): Promise<number> {
  // Serialized, so that two concurrent inserts cannot exceed the limit.
  await sql`select pg_advisory_xact_lock(4607013, ${adminId}::int)`.execute(database);
  const [row] = await execute(
    database,
    sql<{ count: number }>`
      select count(*)::int as count from application_views where owner_id = ${adminId} and deleted_at is null`,
  );
  return row?.count ?? 0;
}

/** Writes a new view and returns its id. */
export async function insertView(
  database: DatabaseTransaction,
  ownerId: number,
  { name, query, roleId }: ViewFields,
): Promise<number> {
  const [row] = await execute(
    database,
    sql<{ id: number }>`
      insert into application_views (owner_id, name, query, role_id) values (${ownerId}, ${name}, ${query}, ${roleId})
      returning id`,
  );
  return row?.id ?? 0;
}

/** Changes a view. */
export async function updateView(
  database: DatabaseTransaction,
  id: number,
  { name, query, roleId }: ViewFields,
): Promise<void> {
  await sql`
    update application_views set name = ${name}, query = ${query}, role_id = ${roleId},
      updated_at = greatest(now(), updated_at + interval '1 millisecond') where id = ${id}`.execute(database);
}

/** Deletes a view, or restores it. Removes views deleted more than a day ago. */
export async function setDeleted(database: DatabaseTransaction, id: number, deleted: boolean): Promise<void> {
  await sql`update application_views set deleted_at = ${deleted ? sql`now()` : null} where id = ${id}`.execute(
    database,
  );
  await sql`delete from application_views where deleted_at < now() - ${undoDays}`.execute(database);
}

/** Stores the order of an admin's views. */
export async function writeOrder(
  database: DatabaseTransaction,
  adminId: number,
  ids: readonly number[],
): Promise<void> {
  await sql`
    insert into application_view_orders (admin_id, view_ids) values (${adminId}, ${[...ids]}::bigint[])
    on conflict (admin_id) do update set view_ids = excluded.view_ids`.execute(database);
}

/** A role that a view may be shared with. */
export interface RoleRow {
  readonly id: number;
  readonly name_uz: string;
  readonly name_ru: string;
}

/**
 * The roles that an admin may share with: their own; for super admins, every role that handles applications.
 */
export function readShareableRoles(
  database: Database | DatabaseTransaction,
  viewer: Viewer,
): Promise<RoleRow[]> {
  return execute(
    database,
    sql<RoleRow>`
      select role.id, role.name_uz, role.name_ru from kernel_v1_admin_roles as role
      where role.deleted_at is null and 'application_receiver' = any(role.permissions)
        and exists (select from kernel_v1_admins as admin join kernel_v1_admin_roles as own on own.id = admin.role_id
          where admin.id = ${viewer.id} and (own.id = role.id or own.role = 'super_admin'))
      order by role.name_uz, role.id`,
  );
}

/** Returns the admins to notify when a view changes: its owner, and those with a role that it is or was shared with. */
export async function readAudience(
  database: DatabaseTransaction,
  ownerId: number,
  roleIds: readonly (number | null)[],
): Promise<number[]> {
  const roles = roleIds.filter((id) => id !== null);
  const rows = await execute(
    database,
    sql<{ id: number }>`
      select id from kernel_v1_admins
      where deleted_at is null and not blocked and (id = ${ownerId} or role_id = any(${roles}::bigint[]))`,
  );
  return rows.map(({ id }) => id);
}
