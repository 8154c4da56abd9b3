import { sql, type RawBuilder } from 'kysely';
import type { Viewer } from '#kernel/plugin-api/contract.ts';
import { type Database, endOfDay, matchesWords, startOfDay } from '#kernel/plugin-api/server.ts';
import type { NotificationQuery } from '../../contract.ts';
import { columns, readableBy, type NotificationRow } from './rows.ts';

/** The viewer whose notifications are read, and the filters; days are in the time zone. */
export interface NotificationFilter extends NotificationQuery {
  readonly viewer: Viewer;
  readonly timeZone: string;
}

/**
 * A page of an admin's notifications, newest first, with the total of matches and the number of all unread
 * ones.
 */
export async function listNotifications(
  database: Database,
  filter: NotificationFilter,
): Promise<{ rows: NotificationRow[]; length: number; unread: number }> {
  const { viewer, page, limit } = filter;
  const condition = matchesFilter(filter);
  const [{ rows }, counted, unread] = await Promise.all([
    sql<NotificationRow>`
      select ${columns} from notifications where ${condition}
      order by id desc limit ${limit} offset ${(page - 1) * limit}`.execute(database),
    sql<{ length: number }>`select count(*) as length from notifications where ${condition}`.execute(
      database,
    ),
    countUnread(database, viewer),
  ]);
  return { rows, length: counted.rows[0]?.length ?? 0, unread };
}

/** The number of an admin's unread notifications. */
export async function countUnread(database: Database, viewer: Viewer): Promise<number> {
  const { rows } = await sql<{ unread: number }>`
    select count(*) as unread from notifications where ${readableBy(viewer)} and not is_read`.execute(
    database,
  );
  return rows[0]?.unread ?? 0;
}

function matchesFilter(filter: NotificationFilter): RawBuilder<boolean> {
  const { viewer, timeZone, is_read, type, date_from, date_to, search, after } = filter;
  const conditions = [readableBy(viewer), matchesWords(search, [sql`search_key`])];
  if (is_read !== undefined) conditions.push(is_read === 'true' ? sql`is_read` : sql`not is_read`);
  if (type !== undefined) conditions.push(sql`type = ${type}`);
  if (date_from !== undefined) conditions.push(sql`created_at >= ${startOfDay(date_from, timeZone)}`);
  if (date_to !== undefined) conditions.push(sql`created_at < ${endOfDay(date_to, timeZone)}`);
  if (after !== undefined) conditions.push(sql`id > ${Number(after)}`);
  return sql`(${sql.join(conditions, sql` and `)})`;
}
