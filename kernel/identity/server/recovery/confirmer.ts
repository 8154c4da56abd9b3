import { sql } from 'kysely';
import { columnsOf, type Columns, type Fragment } from '#kernel/records/server/sql/statement.ts';
import type { Database, DatabaseTransaction } from '#kernel/server/api/index.ts';
import { asKernel } from '#kernel/server/database/pool/data-wall.ts';
import { adminTable } from '../people/admins.ts';
import { roleTable } from '../people/roles.ts';

/**
 * Whether an account, its role, the role's level and a second factor of it are all older than a moment: the requester
 * could have created newer ones to confirm the request themselves.
 */
export function isOlderConfirmer(admin: Columns, moment: Fragment): Fragment {
  return sql`(${admin('created_at')} < ${moment} and not exists (
      select from record_history h where h.at >= ${moment} and (
        (h.kind = ${adminTable.kind} and h.record = ${admin('id')}::text and h.changes ? 'role_id')
        or (h.kind = ${roleTable.kind} and h.record = ${admin('role_id')}::text and h.changes ? 'role')))
    and (exists (select from passkeys p where p.admin_id = ${admin('id')} and p.created_at < ${moment})
      or exists (select from second_factors f where f.admin_id = ${admin('id')} and f.confirmed_at < ${moment})))`;
}

/**
 * Whether an admin may confirm a request made at a time (ISO 8601): neither their account nor their role is newer, and at
 * least one second factor is older.
 */
export async function mayConfirm(
  database: Database | DatabaseTransaction,
  { adminId, askedAt }: { readonly adminId: number; readonly askedAt: string },
): Promise<boolean> {
  const moment = sql`${askedAt}::timestamptz`;
  const { rows } = await sql<{ mayConfirm: boolean }>`
    select ${isOlderConfirmer(columnsOf('admins'), moment)} as "mayConfirm" from admins
    where id = ${adminId}`.execute(asKernel(database));
  return rows[0]?.mayConfirm ?? false;
}
