import { sql } from 'kysely';
import type { DatabaseTransaction } from '#kernel/server/api/index.ts';
import { asKernel } from '#kernel/server/database/pool/data-wall.ts';
import { eraseHistory } from '#kernel/server/history/erase-history.ts';
import { touched } from '#kernel/records/server/crud/records.ts';
import { adminSearchText } from './admin-key.ts';

/** The stored fields of an admin. */
export interface AdminFields {
  readonly login: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly phone?: string | null | undefined;
  readonly role_id: number;
  readonly neighborhoods: readonly number[];
}

/** Inserts an admin and returns the id. */
export async function insertAdmin(
  database: DatabaseTransaction,
  body: AdminFields,
  secret: { passwordHash: string; mustChangePassword: boolean },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into admins (login, password_hash, must_change_password, first_name, last_name, fold_name, phone, role_id)
    values (${body.login}, ${secret.passwordHash}, ${secret.mustChangePassword}, ${body.first_name}, ${body.last_name},
      ${adminSearchText(body)}, ${body.phone ?? null}, ${body.role_id})
    returning id`.execute(asKernel(database));
  const id = rows[0]?.id ?? 0;
  await assignNeighborhoods(database, id, body.neighborhoods);
  return id;
}

/** Updates an admin, their role and their neighborhoods. */
export async function updateAdmin(
  database: DatabaseTransaction,
  { id, father_name }: { readonly id: number; readonly father_name: string | null },
  body: AdminFields,
): Promise<void> {
  await sql`
    update admins set login = ${body.login}, first_name = ${body.first_name}, last_name = ${body.last_name},
      fold_name = ${adminSearchText({ ...body, father_name })}, phone = ${body.phone ?? null}, role_id = ${body.role_id},
      updated_at = ${touched}
    where id = ${id}`.execute(asKernel(database));
  await assignNeighborhoods(database, id, body.neighborhoods);
}

async function assignNeighborhoods(
  database: DatabaseTransaction,
  adminId: number,
  ids: readonly number[],
): Promise<void> {
  await sql`
    delete from admin_neighborhoods
    where admin_id = ${adminId} and neighborhood_id <> all(${[...ids]}::bigint[])`.execute(
    asKernel(database),
  );
  await sql`
    insert into admin_neighborhoods (admin_id, neighborhood_id)
    select distinct ${adminId}::bigint, unnest(${[...ids]}::bigint[]) on conflict do nothing`.execute(
    asKernel(database),
  );
}

/** Blocks or unblocks an admin. */
export async function blockAdmin(database: DatabaseTransaction, id: number, blocked: boolean): Promise<void> {
  await sql`update admins set blocked = ${blocked}, updated_at = ${touched} where id = ${id}`.execute(
    asKernel(database),
  );
}

/** Sets an initial password, which the admin must replace at the next sign-in. */
export async function setFirstPassword(
  database: DatabaseTransaction,
  id: number,
  passwordHash: string,
): Promise<void> {
  await sql`
    update admins set password_hash = ${passwordHash}, must_change_password = true, updated_at = ${touched}
    where id = ${id}`.execute(asKernel(database));
}

/**
 * Retires an admin: the name remains with their actions; phone, personal number, neighborhoods and known addresses are
 * deleted.
 */
export async function retireAdmin(database: DatabaseTransaction, id: number): Promise<void> {
  await sql`
    update admins set deleted_at = now(), blocked = true, password_hash = '-', phone = null, pinfl = null,
      updated_at = ${touched}
    where id = ${id}`.execute(asKernel(database));
  await sql`delete from admin_neighborhoods where admin_id = ${id}`.execute(asKernel(database));
  await sql`delete from known_addresses where admin_id = ${id}`.execute(asKernel(database));
  await eraseHistory(database, adminTable.kind, id);
}

/** The table and columns of admins that the record history stores. */
export const adminTable = {
  kind: 'admin',
  table: 'admins',
  parts: [
    {
      name: 'neighborhoods',
      table: 'admin_neighborhoods',
      owner: 'admin_id',
      columns: ['neighborhood_id'],
    },
  ],
} as const;

/** Removes a neighbourhood that is about to be deleted from the areas of all admins. */
export async function unassignNeighborhood(database: DatabaseTransaction, id: number): Promise<void> {
  await sql`delete from admin_neighborhoods where neighborhood_id = ${id}`.execute(asKernel(database));
}
