import { sql } from 'kysely';
import type { RelatedSubjects } from '#kernel/plugin-api/contract.ts';
import {
  type Database,
  type DatabaseTransaction,
  every,
  execute,
  type Fragment,
  type ListedPage,
  opaque,
  orderByColumns,
  type OffsetLimit,
  readCountedPage,
  rowsOfIds,
} from '#kernel/plugin-api/server.ts';
import { bucketsOf, inDay, readActions } from './buckets.ts';
import { type Criteria, conditionsOf } from './criteria.ts';
import type { LogSnapshot } from './snapshot.ts';

/** A stored entry. */
export interface EntryRow {
  readonly id: number;
  readonly at: string;
  readonly admin_id: number | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly father_name: string | null;
  readonly address: string | null;
  readonly action: string;
  readonly subject_type: string;
  readonly subject_id: number | null;
  readonly details: Readonly<Record<string, unknown>>;
}

/** Entries of reads that began before a change was committed are written a little later. */
const delay = sql`interval '1 minute'`;

/** The position of an entry in the list. */
export type EntryPosition = Pick<EntryRow, 'at' | 'id'>;

/** Reads a page and the exact total. */
export async function readList(
  log: LogSnapshot,
  criteria: Criteria,
  page: OffsetLimit,
): Promise<ListedPage<EntryRow>> {
  const { database } = log;
  const { direction, subjects, filters } = criteria;
  const actions = await readActions(log, filters);
  const conditions = conditionsOf(criteria, actions);
  if (subjects !== null) return readBySubjects(database, criteria, conditions, page);
  return readCountedPage(database, {
    ...page,
    buckets: () => bucketsOf(log, criteria, actions),
    order: orderByColumns([sql`key`], direction),
    prepared: false,
    rows: {
      table: 'kernel_v1_audit',
      where: (key) => every([inDay(key), ...conditions]),
      terms: [sql`at`, sql`id`],
      direction,
    },
    readRows,
  });
}

/** The start of a page, and what is already known about the list before it. */
interface Portion {
  readonly actions: readonly string[] | null;
  readonly after: EntryPosition | null;
  readonly limit: number;
}

/** Reads the entries after a position, in the order of the list. */
export async function readAfter(
  database: Database,
  criteria: Criteria,
  { actions, after, limit }: Portion,
): Promise<EntryRow[]> {
  const { direction, subjects } = criteria;
  const conditions = conditionsOf(criteria, actions);
  const cursor = after && sql`(${after.at}::timestamptz, ${after.id}::bigint)`;
  const isAfter = cursor && sql`(at, id) ${direction === 'asc' ? sql`>` : sql`<`} ${cursor}`;
  const order = orderByColumns([sql`at`, sql`id`], direction);
  const source = subjects === null ? sql`kernel_v1_audit` : sql`(${entriesOf(subjects)}) as entry`;
  return readRows(
    database,
    sql`select id, row_number() over (order by ${order}) as line from (
      select id, at from ${source} where ${every([isAfter, ...conditions])} order by ${order} limit ${limit}
    ) as portion`,
  );
}

/** The number of entries in a list, and their actions, if the list is filtered by these. */
export async function countEntries(
  log: LogSnapshot,
  criteria: Criteria,
): Promise<{ readonly total: number } & Pick<Portion, 'actions'>> {
  const { subjects, filters } = criteria;
  const actions = await readActions(log, filters);
  const [row] = await execute(
    log.database,
    subjects === null
      ? sql<{
          count: number;
        }>`select coalesce(sum(count), 0)::bigint as count from (${bucketsOf(log, criteria, actions)}) as day`
      : sql<{ count: number }>`select count(*) as count from (${entriesOf(subjects)}) as entry
          where ${every(conditionsOf(criteria, actions))}`,
  );
  return { total: row?.count ?? 0, actions };
}

/** The entries of some subjects are few, and indexed. */
async function readBySubjects(
  database: DatabaseTransaction,
  { subjects, direction }: Criteria,
  conditions: readonly (Fragment | null)[],
  { offset, limit }: OffsetLimit,
): Promise<ListedPage<EntryRow>> {
  const order = orderByColumns([sql`at`, sql`id`], direction);
  const [found] = await execute(
    database,
    sql<{ length: number; ids: number[] }>`
      with hit as materialized (
        select id, at from (${entriesOf(subjects ?? [])}) as entry where ${every(conditions)}
      )
      select (select count(*) from hit) as length,
        array(select id from hit order by ${order} offset ${offset} limit ${limit}) as ids`,
  );
  const { length = 0, ids = [] } = found ?? {};
  return { rows: ids.length === 0 ? [] : await readRows(database, rowsOfIds(ids)), length, capped: false };
}

/** The entries about some subjects, alone or among several; each once. */
function entriesOf(subjects: readonly RelatedSubjects[]): Fragment {
  const column = <Value>(value: (subject: RelatedSubjects) => Value, type: 'text[]' | 'bigint[]') =>
    opaque(subjects.map(value), type);
  const columns = sql`entry.id, entry.at, entry.admin_id, entry.action, entry.subject_type`;
  const isThen = sql`entry.at >= coalesce(thing.since::timestamptz, '-infinity')
    and entry.at <= coalesce(thing.until::timestamptz + ${delay}, 'infinity')`;
  return sql`
    with thing as materialized (
      select * from unnest(${column(({ type }) => type, 'text[]')}, ${column(({ id }) => id, 'bigint[]')},
        ${column(({ since }) => since ?? null, 'text[]')}, ${column(({ until }) => until ?? null, 'text[]')})
        as thing (type, id, since, until)
    )
    select ${columns} from thing cross join lateral (
      select * from kernel_v1_audit where subject_type = thing.type and subject_id = thing.id offset 0
    ) as entry where ${isThen}
    union
    select ${columns} from thing cross join lateral (
      select * from kernel_v1_audit where details ? 'ids' and details -> 'ids' @> to_jsonb(thing.id) offset 0
    ) as entry where entry.subject_type = thing.type and ${isThen}`;
}

async function readRows(database: Database, selected: Fragment): Promise<EntryRow[]> {
  return execute(
    database,
    sql<EntryRow>`
      select entry.id, entry.at, entry.admin_id, admin.first_name, admin.last_name, admin.father_name, entry.address,
        entry.action, entry.subject_type, entry.subject_id, (entry.details - 'reason_id')
          || case when reason.id is null then '{}' else jsonb_build_object('reason', reason.reason) end as details
      from (${selected}) as page join kernel_v1_audit as entry on entry.id = page.id
        left join kernel_v1_audit_reasons as reason on reason.id = entry.details ->> 'reason_id'
        left join kernel_v1_admins as admin on admin.id = entry.admin_id
      order by page.line`,
  );
}
