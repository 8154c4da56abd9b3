import { CompiledQuery, sql, type RawBuilder } from 'kysely';
import { areaOf, type Notice, type Viewer } from '#kernel/contract/index.ts';
import { withCommit } from '#kernel/server/db/driver.ts';
import { prepared } from '#kernel/server/db/prepared.ts';
import type { Database, DatabaseTransaction } from '#kernel/server/plugin.ts';

export interface NotificationRow {
  id: number;
  admin_id: number;
  type: string;
  payload: Record<string, unknown>;
  is_read: boolean;
  created_at: string;
}

/** Whose notifications, and which part of them. */
export interface NotificationFilter {
  readonly viewer: Viewer;
  readonly isRead: boolean | null;
  readonly page: number;
  readonly limit: number;
}

/**
 * One row for every admin of the audience: who holds the permission, reaches the neighbourhood, and did not act himself.
 * They are written with the commit, and can be read in what is answered after it.
 */
export async function insertForAudience(
  database: DatabaseTransaction,
  { type, payload, audience }: Notice,
): Promise<{ readonly rows: readonly NotificationRow[] }> {
  const { permission = null, neighborhoodId = null, adminIds = null, exceptAdminId = null } = audience;
  const { query, landing } = withCommit(
    CompiledQuery.raw(insert, [
      type,
      JSON.stringify(payload),
      exceptAdminId,
      permission,
      adminIds && [...adminIds],
      neighborhoodId,
    ]) as CompiledQuery<NotificationRow>,
  );
  await database.executeQuery(query);
  return landing;
}

/** It goes with every new application. What is asked stands apart, so that one plan serves all that may be asked. */
const insert = prepared(`
  with asked as materialized (
    select $1::text as type, $2::jsonb as payload, $3::bigint as except_admin_id, $4::text as permission,
      $5::bigint[] as admin_ids, $6::bigint as neighborhood_id
  )
  insert into notifications (admin_id, type, payload, neighborhood_id, permission)
  select a.id, asked.type, asked.payload, asked.neighborhood_id, asked.permission
  from asked cross join admins a join admin_roles r on r.id = a.role_id
  where not a.blocked
    and a.id is distinct from asked.except_admin_id
    and (asked.permission is null or asked.permission = any(r.permissions))
    and (asked.admin_ids is null or a.id = any(asked.admin_ids))
    and (asked.neighborhood_id is null or r.role = 'super_admin' or exists (
      select from admin_neighborhoods n where n.admin_id = a.id and n.neighborhood_id = asked.neighborhood_id))
  returning id, admin_id, type, payload, is_read, created_at`);

/** One's own, as far as one's rights and area of today reach: what was told to who could read it then is not for ever. */
function readableBy(viewer: Viewer): RawBuilder<boolean> {
  const area = areaOf(viewer);
  const within = area === 'everywhere' ? sql`true` : sql`neighborhood_id = any(${[...area]}::bigint[])`;
  return sql`(admin_id = ${viewer.id} and (neighborhood_id is null or ${within})
    and (permission is null or permission = any(${[...viewer.permissions]}::text[])))`;
}

/** One page of an admin's notifications, newest first, with the counts of all and of those unread. */
export async function listNotifications(
  database: Database,
  { viewer, isRead, page, limit }: NotificationFilter,
): Promise<{ rows: NotificationRow[]; length: number; unread: number }> {
  const { rows } = await sql<NotificationRow>`
    select id, admin_id, type, payload, is_read, created_at from notifications
    where ${readableBy(viewer)} and (${isRead}::boolean is null or is_read = ${isRead})
    order by id desc limit ${limit} offset ${(page - 1) * limit}`.execute(database);
  const counted = await sql<{ length: number; unread: number }>`
    select
      (select count(*) from notifications
        where ${readableBy(viewer)} and (${isRead}::boolean is null or is_read = ${isRead})) as length,
      (select count(*) from notifications where ${readableBy(viewer)} and not is_read) as unread`.execute(
    database,
  );
  const { length = 0, unread = 0 } = counted.rows[0] ?? {};
  return { rows, length, unread };
}

/** Marks one of an admin's own as read; null when it is not there, another's, or out of reach by now. */
export async function markRead(
  database: Database | DatabaseTransaction,
  viewer: Viewer,
  id: number,
): Promise<NotificationRow | null> {
  const { rows } = await sql<NotificationRow>`
    update notifications set is_read = true where id = ${id} and ${readableBy(viewer)}
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
