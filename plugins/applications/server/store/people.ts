import { sql } from 'kysely';
import type { Names } from '#kernel/plugin-api/contract.ts';
import { type Database, type DatabaseTransaction, presentNames } from '#kernel/plugin-api/server.ts';

/** Whether there is a neighbourhood. */
export async function placeExists(database: DatabaseTransaction, id: number): Promise<boolean> {
  const { rows } =
    await sql`select from neighborhoods_v1_neighborhoods where id = ${id} for key share`.execute(database);
  return rows.length > 0;
}

/** The names of some neighbourhoods, which stay until the transaction ends. */
export async function readPlaceNames(
  database: DatabaseTransaction,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Names>> {
  const { rows } = await sql<{ id: number; name_uz: string; name_ru: string }>`
    select id, name_uz, name_ru from neighborhoods_v1_neighborhoods where id = any(${[...ids]}::bigint[]) for key share`.execute(
    database,
  );
  return new Map(rows.map((row) => [row.id, presentNames(row)]));
}

/** Whether an admin may receive applications of a neighbourhood: they hold the right, reach it, and are not blocked. */
export async function mayReceive(
  database: DatabaseTransaction,
  adminId: number,
  neighborhoodId: number,
): Promise<boolean> {
  const { rows } = await sql`
    select from kernel_v1_admins as admin join kernel_v1_admin_roles as role on role.id = admin.role_id
    where admin.id = ${adminId} and not admin.blocked and 'application_receiver' = any(role.permissions)
      and (role.role = 'super_admin' or exists (
        select from kernel_v1_admin_neighborhoods as own
        where own.admin_id = admin.id and own.neighborhood_id = ${neighborhoodId}))`.execute(database);
  return rows.length > 0;
}

/** The admins whom a message concerns: who is responsible, and who has taken part in the timeline. */
export async function readParticipants(
  database: Database | DatabaseTransaction,
  applicationId: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select receiver_id as id from applications where id = ${applicationId} and receiver_id is not null
    union select sender_id from application_actions where application_id = ${applicationId} and sender_id is not null
    union select receiver_id from application_actions where application_id = ${applicationId} and receiver_id is not null
  `.execute(database);
  return rows.map(({ id }) => id);
}
