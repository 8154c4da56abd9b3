import { sql } from 'kysely';
import type { Names, RoleLevel } from '#kernel/contract/index.ts';
import type { DatabaseTransaction } from '#kernel/server/api/index.ts';
import { asKernel } from '#kernel/server/database/pool/data-wall.ts';
import { namesToColumns } from '#kernel/records/server/crud/names.ts';
import { eraseHistory } from '#kernel/server/history/erase-history.ts';
import { touched } from '#kernel/records/server/crud/records.ts';

/** The stored fields of a role. */
export interface RoleFields extends Names {
  readonly role: RoleLevel;
  readonly permissions: readonly string[];
}

/** Inserts a role and returns the id. */
export async function insertRole(
  database: DatabaseTransaction,
  body: RoleFields,
  authorId: number | null,
): Promise<number> {
  const { name_uz, name_ru, fold_uz, fold_ru } = namesToColumns(body);
  const { rows } = await sql<{ id: number }>`
    insert into admin_roles (role, permissions, name_uz, name_ru, fold_uz, fold_ru, author_id)
    values (${body.role}, ${[...body.permissions]}, ${name_uz}, ${name_ru}, ${fold_uz}, ${fold_ru}, ${authorId})
    returning id`.execute(asKernel(database));
  return rows[0]?.id ?? 0;
}

/** Updates the names and permissions of a role. */
export async function updateRole(database: DatabaseTransaction, id: number, body: RoleFields): Promise<void> {
  const { name_uz, name_ru, fold_uz, fold_ru } = namesToColumns(body);
  await sql`
    update admin_roles set role = ${body.role}, permissions = ${[...body.permissions]}, name_uz = ${name_uz},
      name_ru = ${name_ru}, fold_uz = ${fold_uz}, fold_ru = ${fold_ru}, updated_at = ${touched}
    where id = ${id}`.execute(asKernel(database));
}

/** Retires a role: retired admins keep it, and its names become free. */
export async function retireRole(database: DatabaseTransaction, id: number): Promise<void> {
  const free = `#${id}`;
  await sql`
    update admin_roles set deleted_at = now(), fold_uz = ${free}, fold_ru = ${free}, updated_at = ${touched}
    where id = ${id}`.execute(asKernel(database));
  await eraseHistory(database, roleTable.kind, id);
}

/** The table of roles that the record history stores. */
export const roleTable = { kind: 'admin_role', table: 'admin_roles' } as const;
