import { sql } from 'kysely';
import type { DatabaseTransaction, Fragment } from '#kernel/plugin-api/server.ts';

/** Whether an admin may open the applications of a neighbourhood: they hold the right, reach it, and are not blocked. */
export function canOpen(adminId: Fragment, neighborhoodId: Fragment): Fragment {
  // Aliases of its own: what is given may be a column of a statement that has the usual ones.
  return sql`exists (
    select from kernel_v1_admins as reaching join kernel_v1_admin_roles as reaching_role on reaching_role.id = reaching.role_id
    where reaching.id = ${adminId} and not reaching.blocked and 'application_receiver' = any(reaching_role.permissions)
      and (reaching_role.role = 'super_admin' or exists (
        select from kernel_v1_admin_neighborhoods as reached
        where reached.admin_id = reaching.id and reached.neighborhood_id = ${neighborhoodId})))`;
}

/** Whether a person with a role and an area could open the applications of a neighbourhood. */
export function canOpenWithAccess(
  { roleId, neighborhoods }: { readonly roleId: number; readonly neighborhoods: readonly number[] },
  neighborhoodId: Fragment,
): Fragment {
  return sql`exists (
    select from kernel_v1_admin_roles as given_role
    where given_role.id = ${roleId} and 'application_receiver' = any(given_role.permissions)
      and (given_role.role = 'super_admin' or ${neighborhoodId} = any(${[...neighborhoods]}::bigint[])))`;
}

/** The first key of the locks that keep what an admin may open, until the transaction ends. */
const lockKey = sql`4607011`;

/** Keeps what some admins may open as it is: a change of it waits until what is being given to them is written. */
export async function lockAdminAccess(
  database: DatabaseTransaction,
  adminIds: readonly number[],
): Promise<void> {
  await sql`
    select pg_advisory_xact_lock_shared(${lockKey}, id) from (
      select distinct unnest(${[...adminIds]}::int[]) as id order by id
    ) as kept`.execute(database);
}

/**
 * Reads what depends on the access of some admins, and locks that of all whom the result names: read once more after each wait,
 * since a change that was waited for may lead to others.
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

/** Waits until what is being given to some admins is written, after what they may open has changed. */
export async function awaitAdminAccess(
  database: DatabaseTransaction,
  adminIds: readonly number[],
): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(${lockKey}, id) from (
      select distinct unnest(${[...adminIds]}::int[]) as id order by id
    ) as changed`.execute(database);
}
