import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '#kernel/server/api/index.ts';
import { asKernel } from '#kernel/server/database/pool/data-wall.ts';

/** Finds the admin with this JSHSHIR who may sign in. */
export async function findAdminByPin(
  database: Database | DatabaseTransaction,
  pin: string,
): Promise<number | null> {
  return (await findProofByPin(database, pin))?.adminId ?? null;
}

/** Finds the admin with this JSHSHIR who may sign in, with the current session generation. */
export async function findProofByPin(
  database: Database | DatabaseTransaction,
  pin: string,
): Promise<{ readonly adminId: number; readonly generation: number } | null> {
  const { rows } = await sql<{ adminId: number; generation: number }>`
    select id "adminId", session_generation as generation from admins
    where pinfl = ${pin} and not blocked and deleted_at is null`.execute(asKernel(database));
  return rows[0] ?? null;
}

/** The JSHSHIR that an account is linked to. */
export async function readPin(
  database: Database | DatabaseTransaction,
  adminId: number,
): Promise<string | null> {
  const { rows } = await sql<{ pinfl: string | null }>`
    select pinfl from admins where id = ${adminId} and not blocked`.execute(asKernel(database));
  return rows[0]?.pinfl ?? null;
}

/**
 * Links an account to a JSHSHIR and invalidates sign-ins that were started with a previous one; false if another admin
 * has it.
 */
export async function linkPin(database: DatabaseTransaction, adminId: number, pin: string): Promise<boolean> {
  const { rows } = await sql`
    update admins set pinfl = ${pin}, session_generation = session_generation + 1, updated_at = now()
    where id = ${adminId} and not exists (
      select from admins other where other.pinfl = ${pin} and other.id <> ${adminId} and other.deleted_at is null)
    returning id`.execute(asKernel(database));
  return rows.length > 0;
}

/** Unlinks an account; false if it was not linked. */
export async function unlinkPin(database: DatabaseTransaction, adminId: number): Promise<boolean> {
  const { rows } = await sql`
    update admins set pinfl = null, session_generation = session_generation + 1, updated_at = now()
    where id = ${adminId} and pinfl is not null
    returning id`.execute(asKernel(database));
  return rows.length > 0;
}
