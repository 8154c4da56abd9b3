import { sql } from 'kysely';
import type { DatabaseTransaction } from '#kernel/plugin-api/server.ts';
import { codedError } from '../core/errors.ts';

/** The admins that would stop being super admins: one admin, or all with a role. */
export type SuperAdminLoss = { readonly adminId: number } | { readonly roleId: number };

/**
 * Throws `last_super_admin` when a change would leave no active super admin. Concurrent changes wait for each other, so that
 * two super admins cannot remove one another.
 */
export async function assertSuperAdminStays(
  database: DatabaseTransaction,
  loss: SuperAdminLoss,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('komak.super_admins'))`.execute(database);
  const others = 'adminId' in loss ? sql`a.id <> ${loss.adminId}` : sql`a.role_id <> ${loss.roleId}`;
  const { rows } = await sql`
    select from kernel_v1_admins a join kernel_v1_admin_roles r on r.id = a.role_id
    where r.role = 'super_admin' and not a.blocked and a.deleted_at is null and ${others} limit 1`.execute(
    database,
  );
  if (rows.length === 0) throw codedError('last_super_admin');
}
