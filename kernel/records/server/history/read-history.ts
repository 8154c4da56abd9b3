import { sql, type RawBuilder } from 'kysely';
import type { Person } from '#kernel/contract/http/wire.ts';
import type { Database, DatabaseTransaction, TrackedTable } from '#kernel/server/api/index.ts';
import { asKernel } from '#kernel/server/database/pool/data-wall.ts';
import type { ColumnValues } from './history-field.ts';

/** A stored version: the changed columns before and after it. */
export interface StoredVersion {
  readonly id: number;
  readonly at: string;
  /** The id of its record. */
  readonly record: string;
  readonly change: 'created' | 'updated' | 'deleted' | 'restored';
  readonly before: ColumnValues;
  readonly after: ColumnValues;
  readonly author: Person | null;
}

/** The values of the changed columns on one side of a version. */
function statesOf(changes: RawBuilder<unknown>, side: 'before' | 'after'): RawBuilder<ColumnValues> {
  return sql`(
    select coalesce(jsonb_object_agg(field.name, side_of_change(field.sides, ${side})), '{}')
    from jsonb_each(${changes}) as field (name, sides))`;
}

/** Reads the versions of a record, newest first, and their number. */
export async function readVersions(
  database: Database,
  { kind }: Pick<TrackedTable, 'kind'>,
  record: string,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<{ versions: StoredVersion[]; length: number }> {
  const kernel = asKernel(database);
  return readPage(kernel, sql`kind = ${kind} and record = ${record}`, { page, limit });
}

/** Reads the deletions of a kind of record that have not been restored, newest first. */
export async function readDeletions(
  database: Database,
  tracked: TrackedTable,
  paging: { readonly page: number; readonly limit: number },
): Promise<{ versions: StoredVersion[]; length: number }> {
  return readPage(asKernel(database), isGone(tracked), paging);
}

/** The condition that a version is a deletion whose record has not been restored. */
function isGone({ kind, table, key = 'id' }: TrackedTable) {
  return sql`kind = ${kind} and change = 'deleted' and not exists (
    select from ${sql.table(table)} as present where present.${sql.id(key)}::text = record)`;
}

/**
 * Locks a deletion until the end of the transaction and reads the deleted values; null if there is none, or if it was
 * restored.
 */
export async function lockDeletion(
  database: DatabaseTransaction,
  tracked: TrackedTable,
  version: number,
): Promise<{ record: string; past: ColumnValues } | null> {
  const kernel = asKernel(database);
  const own = sql`kind = ${tracked.kind} and id = ${version}`;
  await sql`select from record_history where ${own} and change = 'deleted' for update`.execute(kernel);
  // A separate statement, so that it sees what was committed while the first one waited.
  const { rows } = await sql<{ record: string; before: ColumnValues }>`
    select record, ${statesOf(sql`changes`, 'before')} as before from record_history where ${own} and ${isGone(tracked)}`.execute(
    kernel,
  );
  const [row] = rows;
  return row ? { record: row.record, past: row.before } : null;
}

/** Connects a record that was restored in this transaction with its history before the deletion. */
export async function continueHistory(
  database: DatabaseTransaction,
  { kind }: Pick<TrackedTable, 'kind'>,
  { former, record }: { readonly former: string; readonly record: string },
): Promise<void> {
  const kernel = asKernel(database);
  await sql`update record_history set change = 'restored'
    where kind = ${kind} and record = ${record} and change = 'created'`.execute(kernel);
  await sql`update record_history set record = ${record} where kind = ${kind} and record = ${former}`.execute(
    kernel,
  );
}

async function readPage(
  kernel: Database,
  condition: RawBuilder<unknown>,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<{ versions: StoredVersion[]; length: number }> {
  const { rows } = await sql<StoredVersion & { length: number }>`
    select h.id, h.record, h.at::timestamptz(3) as at, h.change, count(*) over () as length,
      ${statesOf(sql`h.changes`, 'before')} as before, ${statesOf(sql`h.changes`, 'after')} as after,
      case when author.id is not null then json_build_object('id', author.id, 'first_name', author.first_name,
        'last_name', author.last_name, 'father_name', author.father_name) end as author
    from record_history h left join kernel_v1_admins author on author.id = h.admin_id
    where ${condition} order by h.id desc limit ${limit} offset ${(page - 1) * limit}`.execute(kernel);
  const [first] = rows;
  if (first) return { versions: rows, length: first.length };
  const { rows: counted } = await sql<{ length: number }>`
    select count(*) as length from record_history where ${condition}`.execute(kernel);
  return { versions: [], length: counted[0]?.length ?? 0 };
}

/** Reads the newest version of a record; null if there is none. */
export async function newestVersion(
  database: Database,
  { kind }: Pick<TrackedTable, 'kind'>,
  record: string,
): Promise<number | null> {
  const { rows } = await sql<{ id: number | null }>`
    select max(id) as id from record_history where kind = ${kind} and record = ${record}`.execute(
    asKernel(database),
  );
  return rows[0]?.id ?? null;
}

/**
 * Reads the columns that have changed since a version, with their current values and those before the version. Null if
 * there is no such version, or if it created the record.
 */
export async function compareWithPast(
  database: Database,
  tracked: TrackedTable,
  record: string,
  version: number,
): Promise<{ now: ColumnValues; past: ColumnValues } | null> {
  const kernel = asKernel(database);
  const { kind, table, key = 'id', parts = [] } = tracked;
  const lists = parts.map(
    ({ name, table: part, owner, columns }) => sql` || jsonb_build_object(${name}::text, (
      select coalesce(jsonb_agg(one order by one), '[]') from (
        select part_of_record(to_jsonb(row), ${[...columns]}::text[]) as one from ${sql.table(part)} as row
        where row.${sql.id(owner)} = ${record}) as rows))`,
  );
  const { rows } = await sql<{ name: string; now: unknown; past: unknown }>`
    with version as (
      select id from record_history
      where kind = ${kind} and record = ${record} and id = ${version} and change in ('updated', 'deleted')
    ), past as (
      select distinct on (name) name, side_of_change(changes -> name, 'before') as past
      from record_history, jsonb_object_keys(changes) as name
      where kind = ${kind} and record = ${record} and id >= (select id from version)
      order by name, id
    ), present as (
      select to_jsonb(row) ${lists.length > 0 ? sql.join(lists, sql` `) : sql``} as present
      from ${sql.table(table)} as row where row.${sql.id(key)} = ${record}
    )
    select name, present -> name as now, past from past, present where present ? name`.execute(kernel);
  if (rows.length === 0) return null;
  return {
    now: Object.fromEntries(rows.map((row) => [row.name, row.now])),
    past: Object.fromEntries(rows.map((row) => [row.name, row.past])),
  };
}
