import { sql } from 'kysely';
import {
  type Database,
  type DatabaseTransaction,
  execute,
  type Fragment,
} from '#kernel/plugin-api/server.ts';
import { checkJshshir } from '#kernel/domain/text/index.ts';
import type { PersonField, UserDetail } from '../../contract.ts';
import { moveFormerDocuments, restoreFormerDocuments, writeFormerDocuments } from './former-documents.ts';
import { keysOf } from './uncompacted.ts';

/** A stored merge. */
export interface StoredMerge {
  readonly id: number;
  readonly remaining_id: number;
  readonly merged_id: number;
  readonly moved: Readonly<Record<string, readonly number[]>>;
  /** The records that already referred to the first; null for a merge older than this field. */
  readonly unmoved: Readonly<Record<string, readonly number[]>> | null;
  readonly created_at: string;
  /** Whether the first is unchanged since the merge. */
  readonly untouched: boolean;
  /** Whether another citizen now has the JSHSHIR of one of the two. */
  readonly taken: boolean;
}

/** The written columns of a citizen other than the id; the rest is computed from them. */
const others = sql`first_name, last_name, father_name, phone, birthday, passport_series, passport_number, personal_number,
  blocked, block_reason, blocked_by, blocked_at, author_id, created_at, updated_at, search_key, name_key`;

/** Locks two citizens until the transaction ends, always in the same order. */
export async function lockBoth(database: DatabaseTransaction, ids: readonly number[]): Promise<void> {
  await sql`select from users where id = any(${[...ids]}::bigint[]) order by id for update`.execute(database);
}

/**
 * Merges two citizens: writes the taken values to the first, deletes the second, and stores both as they
 * were. A block of either remains.
 */
export async function writeMerge(
  database: DatabaseTransaction,
  {
    remainingId,
    mergedId,
    take,
    moved,
    unmoved,
    authorId,
  }: {
    remainingId: number;
    mergedId: number;
    take: readonly PersonField[];
    authorId: number;
  } & Readonly<Record<'moved' | 'unmoved', StoredMerge['moved']>>,
): Promise<number> {
  const [row] = await execute(
    database,
    sql<{ id: number }>`
      insert into user_merges (remaining_id, merged_id, remaining_before, merged_before, remaining_version, moved, unmoved,
        author_id)
      select remaining.id, merged.id, to_jsonb(remaining), to_jsonb(merged), remaining.updated_at, ${JSON.stringify(moved)}::jsonb,
        ${JSON.stringify(unmoved)}::jsonb, ${authorId}
      from users as remaining, users as merged where remaining.id = ${remainingId} and merged.id = ${mergedId} returning id`,
  );
  if (!row) throw new Error(`the citizens ${remainingId} and ${mergedId} were locked but no longer exist`);
  await moveFormerDocuments(database, { remainingId, mergedId });
  const { rows: gone } = await sql<Record<PersonField, string | null>>`
    delete from users where id = ${mergedId}
    returning first_name, last_name, father_name, phone, birthday::text, passport_series, passport_number,
      personal_number`.execute(database);
  const changes = await changesOf(database, remainingId, { take, merged: gone[0] });
  const { rows: changed } = await sql<Parameters<typeof keysOf>[0]>`
    update users set ${sql.join([...changes, sql`updated_at = greatest(now(), users.updated_at + interval '1 millisecond')`])},
      blocked = users.blocked or coalesce(other.blocked, false),
      block_reason = case when users.blocked then users.block_reason else other.block_reason end,
      blocked_by = case when users.blocked then users.blocked_by else other.blocked_by end,
      blocked_at = case when users.blocked then users.blocked_at else other.blocked_at end
    from user_merges as merge, jsonb_populate_record(null::users, merge.merged_before) as other
    where merge.id = ${row.id} and users.id = ${remainingId} returning users.*`.execute(database);
  const [now] = changed;
  if (!now) throw new Error(`the citizen ${remainingId} was locked but no longer exists`);
  const { search_key, name_key } = keysOf(now);
  await sql`
    with written as (
      update users set search_key = ${search_key}, name_key = ${name_key} where id = ${remainingId} returning updated_at
    ) update user_merges set remaining_version = written.updated_at from written where id = ${row.id}`.execute(
    database,
  );
  await writeFormerDocuments(database, row.id);
  return row.id;
}

/** The columns that are taken of the second. The birthday is that of the JSHSHIR that the citizen has then, if any. */
async function changesOf(
  database: DatabaseTransaction,
  remainingId: number,
  {
    take,
    merged,
  }: {
    readonly take: readonly PersonField[];
    readonly merged: Readonly<Record<PersonField, string | null>> | undefined;
  },
): Promise<Fragment[]> {
  const [remaining] = await execute(
    database,
    sql<{ personal_number: string | null }>`select personal_number from users where id = ${remainingId}`,
  );
  const number = take.includes('personal_number') ? merged?.personal_number : remaining?.personal_number;
  const check = checkJshshir(number ?? '');
  const ofNumber = 'birthday' in check ? { birthday: check.birthday } : {};
  const taken = Object.fromEntries(take.map((field) => [field, merged?.[field] ?? null]));
  return Object.entries({ ...taken, ...ofNumber }).map(([field, value]) =>
    field === 'birthday' ? sql`birthday = ${value}::date` : sql`${sql.ref(field)} = ${value}`,
  );
}

/** Finds a merge that is not undone, and holds its citizens until the transaction ends. */
export async function lockMerge(database: DatabaseTransaction, id: number): Promise<StoredMerge | null> {
  const { rows: merges } = await sql<Omit<StoredMerge, 'untouched' | 'taken'>>`
    select id, remaining_id, merged_id, moved, unmoved, created_at::text from user_merges where id = ${id} and undone_at is null for update`.execute(
    database,
  );
  const [merge] = merges;
  if (!merge) return null;
  await lockBoth(database, [merge.remaining_id]);
  const { rows } = await sql<Pick<StoredMerge, 'untouched' | 'taken'>>`
    select exists (select from users where id = remaining_id and updated_at = remaining_version) as untouched,
      exists (select from users where id <> remaining_id and personal_number
        in (remaining_before ->> 'personal_number', merged_before ->> 'personal_number')) as taken
    from user_merges where id = ${id}`.execute(database);
  return { ...merge, untouched: rows[0]?.untouched ?? false, taken: rows[0]?.taken ?? false };
}

/** Undoes a merge: both rows are restored exactly. */
export async function undoMerge(
  database: DatabaseTransaction,
  { id, merged_id: mergedId }: Pick<StoredMerge, 'id' | 'merged_id'>,
  authorId: number,
): Promise<void> {
  // The first gives up a number of the second before that one is restored.
  await sql`
    update users set (${others}) = (
      select ${others} from jsonb_populate_record(null::users, merge.remaining_before)
    ) from user_merges as merge where merge.id = ${id} and users.id = merge.remaining_id`.execute(database);
  await sql`
    insert into users (id, ${others}) overriding system value
    select former.* from user_merges as merge cross join lateral (
      select id, ${others} from jsonb_populate_record(null::users, merge.merged_before)
    ) as former where merge.id = ${id}`.execute(database);
  // Changing a name removes its key (002-lists.sql); this restores the right one.
  await sql`
    update users set search_key = merge.remaining_before ->> 'search_key' from user_merges as merge
    where merge.id = ${id} and users.id = merge.remaining_id`.execute(database);
  await sql`update user_merges set undone_at = now(), undone_by = ${authorId} where id = ${id}`.execute(
    database,
  );
  await restoreFormerDocuments(database, { mergeId: id, mergedId });
}

/** Returns the citizens who were merged into one and can be separated again, the last one first. */
export async function readMerges(database: Database, remainingId: number): Promise<UserDetail['merges']> {
  const { rows } = await sql<UserDetail['merges'][number]>`
    select merge.id, concat_ws(' ', merged_before ->> 'last_name', merged_before ->> 'first_name',
        merged_before ->> 'father_name') as name, merge.created_at as "createdAt",
      case when author.id is not null then
        json_build_object('id', author.id, 'first_name', author.first_name, 'last_name', author.last_name) end as by
    from user_merges as merge left join kernel_v1_admins as author on author.id = merge.author_id
    where remaining_id = ${remainingId} and undone_at is null order by merge.id desc`.execute(database);
  return rows;
}

/** Returns the citizen into whom one was merged, directly or through others; null if they were not merged. */
export async function survivorOf(database: Database, mergedId: number): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    with recursive later (id) as (
      select remaining_id from user_merges where merged_id = ${mergedId} and undone_at is null
      union select remaining_id from later join user_merges on merged_id = later.id and undone_at is null
    ) select id from later join users using (id) limit 1`.execute(database);
  return rows[0]?.id ?? null;
}
