import { sql } from 'kysely';
import type { DatabaseTransaction, Fragment } from '#kernel/plugin-api/server.ts';

/**
 * Whether an admin may open a neighbourhood's applications: they have the permission and the area, and are
 * not blocked.
 */
export function canOpen(adminId: Fragment, neighborhoodId: Fragment): Fragment {
  // Unusual aliases: the given fragments may be columns of a statement that uses the usual ones.
  return sql`exists (
    select from kernel_v1_admins as access_admin join kernel_v1_admin_roles as access_role on access_role.id = access_admin.role_id
    where access_admin.id = ${adminId} and not access_admin.blocked and 'application_receiver' = any(access_role.permissions)
      and (access_role.role = 'super_admin' or exists (
        select from kernel_v1_admin_neighborhoods as access_area
        where access_area.admin_id = access_admin.id and access_area.neighborhood_id = ${neighborhoodId})))`;
}

/** Whether an admin with a role and an area could open a neighbourhood's applications. */
export function canOpenWithAccess(
  { roleId, neighborhoods }: { readonly roleId: number; readonly neighborhoods: readonly number[] },
  neighborhoodId: Fragment,
): Fragment {
  return sql`exists (
    select from kernel_v1_admin_roles as given_role
    where given_role.id = ${roleId} and 'application_receiver' = any(given_role.permissions)
      and (given_role.role = 'super_admin' or ${neighborhoodId} = any(${[...neighborhoods]}::bigint[])))`;
}

/** The first key of the advisory locks on admins' access, held until the transaction ends. */
const lockKey = sql`4607011`;

/** Locks the access of some admins: a change of it waits until this transaction ends. */
export async function lockAdminAccess(
  database: DatabaseTransaction,
  adminIds: readonly number[],
): Promise<void> {
  await sql`
    select pg_advisory_xact_lock_shared(${lockKey}, id) from (
      select distinct unnest(${[...adminIds]}::int[]) as id order by id
    ) as locked`.execute(database);
}

/**
 * Reads a result that depends on some admins' access, and locks the access of all admins that it names; reads
 * again after each wait, since the awaited change may have led to other admins.
 */
export async function readWithAccess<Result>(
  database: DatabaseTransaction,
  read: () => Promise<Result>,
  adminsOf: (result: Result) => readonly (number | null)[],
): Promise<Result> {
  const locked = new Set<number>();
  for (;;) {
    const result = await read();
    const others = adminsOf(result).flatMap((id) => (id === null || locked.has(id) ? [] : [id]));
    if (others.length === 0) return result;
    await lockAdminAccess(database, others);
    for (const id of others) locked.add(id);
  }
}

/** After a change of some admins' access: waits for the transactions that hold a lock on it. */
export async function awaitAdminAccess(
  database: DatabaseTransaction,
  adminIds: readonly number[],
): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(${lockKey}, id) from (
      select distinct unnest(${[...adminIds]}::int[]) as id order by id
    ) as changed`.execute(database);
}
