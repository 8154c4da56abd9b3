import { sql } from 'kysely';
import type { Names } from '#kernel/plugin-api/contract.ts';
import { type Database, type DatabaseTransaction, presentNames } from '#kernel/plugin-api/server.ts';
import { canOpen, lockAdminAccess } from './access.ts';

/** Whether a neighbourhood exists. */
export async function neighborhoodExists(database: DatabaseTransaction, id: number): Promise<boolean> {
  const { rows } =
    await sql`select from neighborhoods_v1_neighborhoods where id = ${id} for key share`.execute(database);
  return rows.length > 0;
}

/** The names of some neighbourhoods, locked until the transaction ends. */
export async function readNeighborhoodNames(
  database: DatabaseTransaction,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Names>> {
  const { rows } = await sql<{ id: number; name_uz: string; name_ru: string }>`
    select id, name_uz, name_ru from neighborhoods_v1_neighborhoods where id = any(${[...ids]}::bigint[]) for key share`.execute(
    database,
  );
  return new Map(rows.map((row) => [row.id, presentNames(row)]));
}

/** Whether an admin may receive a neighbourhood's applications; locked until the transaction ends. */
export async function mayReceive(
  database: DatabaseTransaction,
  adminId: number,
  neighborhoodId: number,
): Promise<boolean> {
  await lockAdminAccess(database, [adminId]);
  const { rows } = await sql<{ fits: boolean }>`
    select ${canOpen(sql`${adminId}::bigint`, sql`${neighborhoodId}::bigint`)} as fits`.execute(database);
  return rows[0]?.fits ?? false;
}

/** The admins whom a message concerns: the responsible one, and those who have taken part in the timeline. */
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
