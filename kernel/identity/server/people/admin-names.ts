import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '#kernel/server/api/index.ts';
import { asKernel } from '#kernel/server/database/pool/data-wall.ts';

/** First and last names of admins by id, including those who have left. */
export async function readAdminNames(
  database: Database | DatabaseTransaction,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, concat_ws(' ', last_name, first_name) as name from admins
    where id = any(${[...ids]}::bigint[])`.execute(asKernel(database));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The ids of the super admins who may sign in, for example to notify them. */
export async function listSuperAdmins(database: Database | DatabaseTransaction): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select a.id from admins a join admin_roles r on r.id = a.role_id
    where r.role = 'super_admin' and not a.blocked and a.deleted_at is null`.execute(asKernel(database));
  return rows.map(({ id }) => id);
}
