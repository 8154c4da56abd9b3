import { sql } from 'kysely';
import { localizedName, normalizeForSearch, padId } from '#kernel/domain/text/index.ts';
import { languages } from '#kernel/domain/text/languages.ts';
import type { Notice, Viewer } from '#kernel/plugin-api/contract.ts';
import {
  type Database,
  type DatabaseTransaction,
  prepared,
  queryOf,
  withCommit,
} from '#kernel/plugin-api/server.ts';
import { columns, readableBy, type NotificationRow } from './rows.ts';

/**
 * Writes one row for every admin in the audience: those with the permission and the neighbourhood, except the
 * author. The rows are committed with the change, and can be read after its response.
 */
export async function insertForAudience(
  database: DatabaseTransaction,
  { type, payload, subject, audience }: Notice,
): Promise<{ readonly rows: readonly NotificationRow[] }> {
  const { permission = null, neighborhoodId = null, adminIds = null, exceptAdminId = null } = audience;
  const { query, landing } = withCommit(
    queryOf<NotificationRow>(database, insert, [
      type,
      JSON.stringify(payload),
      exceptAdminId,
      permission,
      adminIds && [...adminIds],
      neighborhoodId,
      subject?.type ?? null,
      subject?.id ?? null,
      searchKey(payload),
    ]),
  );
  await database.executeQuery(query);
  return landing;
}

/** Runs for every new application. The values are a CTE, so that one plan serves all calls. */
const insert = prepared(`
  with input as materialized (
    select $1::text as type, $2::jsonb as payload, $3::bigint as except_admin_id, $4::text as permission,
      $5::bigint[] as admin_ids, $6::bigint as neighborhood_id, $7::text as subject_type, $8::bigint as subject_id,
      $9::text as search_key
  )
  insert into notifications
    (admin_id, type, payload, neighborhood_id, permission, subject_type, subject_id, search_key)
  select a.id, input.type, input.payload, input.neighborhood_id, input.permission, input.subject_type, input.subject_id,
    input.search_key
  from input cross join kernel_v1_admins a join kernel_v1_admin_roles r on r.id = a.role_id
  where not a.blocked
    and a.id is distinct from input.except_admin_id
    and (input.permission is null or input.permission = any(r.permissions))
    and (input.admin_ids is null or a.id = any(input.admin_ids))
    and (input.neighborhood_id is null or r.role = 'super_admin' or exists (
      select from kernel_v1_admin_neighborhoods n where n.admin_id = a.id and n.neighborhood_id = input.neighborhood_id))
  returning id, admin_id, type, payload, is_read, created_at`);

/** The maximum number of characters of a notification's text that a search covers. */
const longestKey = 500;

/** The normalized texts of a notification, and its numbers as displayed. */
function searchKey(payload: Notice['payload']): string {
  const wordsOf = (value: unknown): readonly string[] => {
    if (typeof value === 'number') return [padId(value)];
    if (typeof value === 'string') return [value.slice(0, longestKey)];
    return languages.map((language) => localizedName(value, language).slice(0, longestKey));
  };
  const words = Object.values(payload).flatMap(wordsOf);
  return normalizeForSearch(words.join(' ')).slice(0, longestKey);
}

/**
 * Marks one of an admin's notifications as read; null if it does not exist, belongs to another admin, or is
 * no longer readable.
 */
export async function markRead(
  database: DatabaseTransaction | Database,
  viewer: Viewer,
  id: number,
): Promise<NotificationRow | null> {
  const { rows } = await sql<NotificationRow>`
    update notifications set is_read = true where id = ${id} and ${readableBy(viewer)}
    returning ${columns}`.execute(database);
  return rows[0] ?? null;
}

/** Marks an admin's named notifications as read; if none are named, all, whether readable or not. */
export async function markSeveralRead(
  database: DatabaseTransaction | Database,
  viewer: Viewer,
  ids: readonly number[] | null,
): Promise<void> {
  const named =
    ids === null
      ? sql`admin_id = ${viewer.id}`
      : sql`id = any(${[...ids]}::bigint[]) and ${readableBy(viewer)}`;
  await sql`update notifications set is_read = true where ${named} and not is_read`.execute(database);
}

/** Deletes the notifications about a record; returns the deleted ones. */
export async function deleteOf(
  database: DatabaseTransaction,
  subject: NonNullable<Notice['subject']>,
): Promise<{ id: number; admin_id: number }[]> {
  const { rows } = await sql<{ id: number; admin_id: number }>`
    delete from notifications where subject_type = ${subject.type} and subject_id = ${subject.id}
    returning id, admin_id`.execute(database);
  return rows;
}

/** The maximum number of rows per statement, so that others do not wait long for their locks. */
const batch = 5000;

/** Deletes notifications older than a number of days; returns how many were deleted. */
export async function sweep(database: Database, keepDays: number): Promise<number> {
  for (let total = 0; ;) {
    const { numAffectedRows = 0n } = await sql`
      delete from notifications where id in (
        select id from notifications where created_at < now() - ${keepDays} * interval '1 day'
        order by created_at limit ${batch})`.execute(database);
    total += Number(numAffectedRows);
    if (numAffectedRows < batch) return total;
  }
}
