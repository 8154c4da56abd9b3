import { sql } from 'kysely';
import type { Notice } from '#kernel/contract/index.ts';
import type { Database, DatabaseTransaction } from '#kernel/server/plugin.ts';

export interface NotificationRow {
  id: number;
  admin_id: number;
  type: string;
  payload: Record<string, unknown>;
  is_read: boolean;
  created_at: string;
}

/** Who is asked about, and which part of his notifications. */
export interface NotificationFilter {
  readonly adminId: number;
  readonly isRead: boolean | null;
  readonly page: number;
  readonly limit: number;
}

/** One row for every admin of the audience: who holds the permission, reaches the neighbourhood, and did not act himself. */
export async function insertForAudience(
  database: DatabaseTransaction,
  { type, payload, audience }: Notice,
): Promise<NotificationRow[]> {
  const { permission = null, neighborhoodId = null, adminIds = null, exceptAdminId = null } = audience;
  const { rows } = await sql<NotificationRow>`
    insert into notifications (admin_id, type, payload)
    select a.id, ${type}, ${JSON.stringify(payload)}::jsonb
    from admins a join admin_roles r on r.id = a.role_id
    where not a.blocked
      and a.id is distinct from ${exceptAdminId}::bigint
      and (${permission}::text is null or ${permission} = any(r.permissions))
      and (${adminIds && [...adminIds]}::bigint[] is null or a.id = any(${adminIds && [...adminIds]}::bigint[]))
      and (${neighborhoodId}::bigint is null or r.role = 'super_admin' or exists (
        select from admin_neighborhoods n where n.admin_id = a.id and n.neighborhood_id = ${neighborhoodId}))
    returning id, admin_id, type, payload, is_read, created_at`.execute(database);
  return rows;
}

/** One page of an admin's notifications, newest first, with the counts of all and of those unread. */
export async function listNotifications(
  database: Database,
  { adminId, isRead, page, limit }: NotificationFilter,
): Promise<{ rows: NotificationRow[]; length: number; unread: number }> {
  const { rows } = await sql<NotificationRow>`
    select id, admin_id, type, payload, is_read, created_at from notifications
    where admin_id = ${adminId} and (${isRead}::boolean is null or is_read = ${isRead})
    order by id desc limit ${limit} offset ${(page - 1) * limit}`.execute(database);
  const counted = await sql<{ length: number; unread: number }>`
    select
      (select count(*) from notifications
        where admin_id = ${adminId} and (${isRead}::boolean is null or is_read = ${isRead})) as length,
      (select count(*) from notifications where admin_id = ${adminId} and not is_read) as unread`.execute(
    database,
  );
  const { length = 0, unread = 0 } = counted.rows[0] ?? {};
  return { rows, length, unread };
}

/** Marks one of an admin's own as read; null when it is not there, or another's. */
export async function markRead(
  database: Database | DatabaseTransaction,
  adminId: number,
  id: number,
): Promise<NotificationRow | null> {
  const { rows } = await sql<NotificationRow>`
    update notifications set is_read = true where id = ${id} and admin_id = ${adminId}
    returning id, admin_id, type, payload, is_read, created_at`.execute(database);
  return rows[0] ?? null;
}

/** Marks all of an admin's own as read. */
export async function markAllRead(database: Database | DatabaseTransaction, adminId: number): Promise<void> {
  await sql`update notifications set is_read = true where admin_id = ${adminId} and not is_read`.execute(
    database,
  );
}

/** Forgets what is older than a year; what it told of stays where it is. */
export async function sweep(database: Database): Promise<void> {
  await sql`delete from notifications where created_at < now() - interval '1 year'`.execute(database);
}
