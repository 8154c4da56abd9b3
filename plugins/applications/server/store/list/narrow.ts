import { sql } from 'kysely';
import { directionSql, every, type Fragment, opaque } from '#kernel/plugin-api/server.ts';
import { statuses, type StatusFilter } from '../../../contract.ts';
import { isOpen } from '../counts.ts';
import { hasPrefix, hasTag, keyOf, noDeadline, plainKey, valueOfKey } from './bit-keys.ts';
import { requestedKeys, type Facet } from './facets.ts';

/** The tables of a statement that filters applications by bits (kernel/decisions/0040-table-and-views.md). */
export interface Narrowing {
  /** Defines the tables; follows `with`. */
  readonly tables: Fragment;
  /** The matching bits: (month, block, bits). */
  readonly narrowed: Fragment;
  /** Changes that the bits do not contain yet: (id, day, neighborhood_id, status, cancel_time, delta). */
  readonly changed: Fragment;
  /** The same, for any status. */
  readonly changes: Fragment;
  /** Applications whose deadline has passed since the bits were written. */
  readonly newlyLate: Fragment;
  /** One JSON value, `counts`: the number by status, ignoring the status filter. */
  readonly counts: Fragment;
}

/** The columns of an application that a list is filtered and sorted by. */
const changeColumns = sql`id, day, neighborhood_id, status, cancel_time`;

/** The names of the tables, unique within a statement. */
const names = {
  faceted: sql.table('faceted'),
  changes: sql.table('changes'),
  newlyLate: sql.table('newly_late'),
  narrowed: sql.table('narrowed'),
  changed: sql.table('changed'),
  counts: sql.table('counts'),
} as const;

type Sources = Pick<typeof names, 'faceted' | 'changes' | 'newlyLate'>;

/** Returns the tables that filter applications by bits, and the fragments that refer to them. */
export function filterByFacets(facets: readonly Facet[], status: StatusFilter | undefined): Narrowing {
  const matches = every(facets.map(({ isMatch }) => isMatch));
  const { faceted, ...results } = names;
  const { changes, newlyLate, narrowed, changed, counts } = results;
  const tables = sql`
    ${faceted} as materialized (${intersection(facets)}),
    ${changes} as materialized (
      select ${changeColumns}, delta from application_bit_changes where ${matches}
    ),
    ${newlyLate} as materialized (
      ${selectNewlyLate(matches)}
    ),
    ${narrowed} as materialized (${narrowedBits(faceted, status)}),
    ${changed} as materialized (${changedRows(results, status)}),
    ${counts} as materialized (${countsByStatus(names)})`;
  return { tables, ...results };
}

const lateUntil = sql`(select late_until from application_bit_state)`;
const wasLate = sql`${isOpen} and cancel_time < ${lateUntil}`;

/**
 * Selects the applications whose deadline has passed since the bits were written: few, read from the index of
 * deadlines, which the subquery forces.
 */
export function selectNewlyLate(matches: Fragment): Fragment {
  return sql`
    select id, day, neighborhood_id, status, cancel_time from (
      select id, day, neighborhood_id, status, cancel_time, receiver_id, household_category_id, employment_status, source
      from applications where cancel_time >= ${lateUntil} and cancel_time < now() offset 0
    ) as due where ${isOpen} and ${matches}`;
}

/** The key of a status, or of overdue applications. */
function statusKey(status: StatusFilter): string {
  return status === 'late' ? plainKey('late') : keyOf('status', status);
}

/** The bits that are set in every facet. */
function intersection(facets: readonly Facet[]): Fragment {
  const requested = sql.table('requested');
  const parts = sql`
    from ${requestedKeys(facets, requested)} cross join lateral (
      select month, block, bits from application_bits as stored
      where stored.key between ${requested}.lo and ${requested}.hi
        and stored.month between ${requested}.first and ${requested}.last offset 0
    ) as part`;
  const isPlain =
    facets.length === 1 &&
    facets.every(({ ranges: [range, ...more] }) => more.length === 0 && range?.lo === range?.hi);
  if (isPlain) return sql`select part.month, part.block, part.bits ${parts}`;
  return sql`
    select month, block, bit_and(bits) as bits from (
      select ${requested}.facet, part.month, part.block, bit_or(part.bits) as bits ${parts}
      group by ${requested}.facet, part.month, part.block
    ) as facet
    group by month, block having count(*) = ${opaque(facets.length, 'bigint')}`;
}

function narrowedBits(faceted: Fragment, status: StatusFilter | undefined): Fragment {
  if (status === undefined) return sql`select month, block, bits from ${faceted}`;
  return sql`
    select ${faceted}.month, ${faceted}.block, ${faceted}.bits & part.bits as bits
    from application_bits as part join ${faceted} on ${faceted}.month = part.month and ${faceted}.block = part.block
    where part.key = ${opaque(statusKey(status), 'text')}`;
}

function changedRows(
  { changes, newlyLate }: Pick<Sources, 'changes' | 'newlyLate'>,
  status: StatusFilter | undefined,
): Fragment {
  const changed = sql`select ${changeColumns}, delta from ${changes}`;
  if (status === undefined) return changed;
  if (status !== 'late') return sql`${changed} where status = ${opaque(status, 'text')}`;
  return sql`${changed} where ${wasLate} union all select ${changeColumns}, 1 from ${newlyLate}`;
}

function countsByStatus({ faceted, changes, newlyLate }: Sources): Fragment {
  // One aggregate without grouping: sorting rows of two kilobytes takes longer than counting them.
  const kinds = [...statuses, 'late' as const];
  const counted = kinds.map((kind) => {
    const key = sql.lit(statusKey(kind));
    const change = kind === 'late' ? wasLate : sql`status = ${sql.lit(kind)}`;
    return sql`${sql.lit(kind)}, (
      coalesce(sum(bit_count(${faceted}.bits & part.bits)) filter (where part.key = ${key}), 0)
      + (select coalesce(sum(delta), 0) from ${changes} where ${change})
      ${kind === 'late' ? sql`+ (select count(*) from ${newlyLate})` : sql``})::bigint`;
  });
  return sql`
    select json_build_object('*', (
        (select coalesce(sum(bit_count(bits)), 0) from ${faceted}) + (select coalesce(sum(delta), 0) from ${changes})
      )::bigint, ${sql.join(counted)}) as counts
    from application_bits as part join ${faceted} on ${faceted}.month = part.month and ${faceted}.block = part.block
    where part.key = any(${opaque(kinds.map(statusKey), 'text[]')}::text[])`;
}

/** The number of applications of a status, or of all: one value. */
export function countNarrowed(facets: readonly Facet[], status: StatusFilter | undefined): Fragment {
  const matches = every(facets.map(({ isMatch }) => isMatch));
  const statusKeys = status === undefined ? [] : [statusKey(status)];
  const statusFacets = statusKeys.map((key): Facet => ({
    ranges: [{ lo: key, hi: key }],
    isMatch: sql`true`,
  }));
  const isStatus =
    status === undefined ? null : status === 'late' ? wasLate : sql`status = ${opaque(status, 'text')}`;
  return sql`
    select coalesce(sum(count), 0)::bigint from (
      select bit_count(bits) as count from (${intersection([...facets, ...statusFacets])}) as narrowed
      union all select delta from application_bit_changes where ${every([matches, isStatus])}
      ${status === 'late' ? sql`union all select 1 from (${selectNewlyLate(matches)}) as passed` : sql``}
    ) as source`;
}

const none = sql.lit(noDeadline);

/** The order of a list: by the day of arrival, or by the deadline. */
export type BitOrder = 'day' | 'deadline';

/** The buckets of an order: months, by the bits of a table, and days. */
const buckets = {
  day: {
    tag: 'day',
    months: (narrowed: Fragment) =>
      sql`select to_char(month, 'YYYY-MM') as bucket, sum(bit_count(bits)) as count from ${narrowed} group by month`,
    day: sql`to_char(day, 'YYYY-MM-DD')`,
  },
  deadline: {
    tag: 'deadlineDay',
    months: (narrowed: Fragment) => sql`
      select ${valueOfKey(sql`key`)} as bucket, count from (
        select part.key, bit_count(${narrowed}.bits & part.bits) as count
        from application_bits as part join ${narrowed} on ${narrowed}.month = part.month and ${narrowed}.block = part.block
        where ${hasTag(sql`part.key`, 'deadlineMonth')} offset 0
      ) as counted`,
    day: null,
  },
} as const;

/** The requested page. */
export interface BitPage {
  readonly order: BitOrder;
  readonly direction: 'asc' | 'desc';
  readonly offset: number;
  readonly limit: number;
  readonly timeZone: string;
}

/** A month that a page touches, with the number of list entries before it and before the next month. */
export interface TouchedMonth {
  /** `YYYY-MM`. */
  readonly month: string;
  readonly before: number;
  readonly until: number;
}

/**
 * Returns further tables for a filtered statement: the ids of a page (id), in order, and the counts per month
 * (bucket, count). Months whose counts are known are not counted again; then the order is by day.
 */
export function pageOf(
  { narrowed, changed }: Pick<Narrowing, 'narrowed' | 'changed'>,
  { order, direction, offset, limit, timeZone }: BitPage,
  known?: readonly TouchedMonth[],
): { readonly tables: Fragment; readonly ids: Fragment; readonly byMonth: Fragment } {
  const { tag, months, day } = buckets[order];
  const [touchedDays, members] = [sql.table('touched_days'), sql.table('members')];
  const [ids, byMonth] = [sql.table('page_ids'), sql.table('by_month')];
  const sense = directionSql[direction];
  const [from, to] = [opaque(offset, 'bigint'), opaque(offset + limit, 'bigint')];
  const bucketOf =
    day ??
    sql`coalesce(to_char(cancel_time at time zone ${opaque(timeZone, 'text')}, 'YYYY-MM-DD'), ${none})`;
  const monthOf = sql`case when ${bucketOf} = ${none} then ${none} else left(${bucketOf}, 7) end`;
  const cumulated = (source: Fragment, before: Fragment) => sql`
    select bucket, before, before + count as until from (
      select bucket, count, (${before} + sum(count) over (order by bucket collate "C" ${sense}) - count)::bigint as before
      from (${source}) as summed where count > 0
    ) as cumulated where before < ${to} and before + count > ${from}`;
  const summed = (source: Fragment) =>
    sql`select bucket, sum(count)::bigint as count from (${source}) as counted group by bucket`;
  const monthsTable = known
    ? sql`touched_months as materialized (${rowsOfMonths(known)})`
    : sql`
      ${byMonth} as materialized (${summed(sql`${months(narrowed)} union all select ${monthOf}, delta from ${changed}`)}),
      touched_months as materialized (${cumulated(sql`table ${byMonth}`, sql`0`)})`;
  const tables = sql`
    ${monthsTable},
    day_bits as materialized (
      select ${valueOfKey(sql`part.key`)} as bucket, ${narrowed}.block, ${narrowed}.bits & part.bits as bits
      from touched_months cross join lateral (
        select key, month, block, bits from application_bits as stored
        where ${hasPrefix(sql`stored.key`, tag, sql`bucket`)} offset 0
      ) as part join ${narrowed} on ${narrowed}.month = part.month and ${narrowed}.block = part.block
    ),
    ${touchedDays} as materialized (${cumulated(
      summed(sql`select bucket, bit_count(bits) as count from day_bits
        union all select ${bucketOf}, delta from ${changed} where ${monthOf} in (select bucket from touched_months)`),
      sql`(select min(before) from touched_months)`,
    )}),
    ${members} as materialized (
      select id, bucket from (
        select day_bits.block::bigint * 16384 + word * 64 + bit as id, bucket, 1 as delta
        from day_bits cross join generate_series(0, 255) as word
        cross join lateral (select substring(day_bits.bits from word * 64 + 1 for 64) as piece offset 0) as pieces
        cross join generate_series(0, 63) as bit
        where bucket in (select bucket from ${touchedDays}) and piece <> B'0'::bit(64) and get_bit(piece, bit) = 1
        union all
        select id, ${bucketOf}, delta from ${changed} where ${bucketOf} in (select bucket from ${touchedDays})
      ) as member group by id, bucket having sum(delta) = 1
    ),
    ${ids} as materialized (${orderedPage(members, {
      order,
      sense,
      offset: sql`(select ${from} - min(before) from ${touchedDays})`,
      limit,
    })})`;
  return { tables, ids, byMonth };
}

/** The months that a page touches, computed from the count of each. */
export function touchedMonths(
  counts: Readonly<Record<string, number>>,
  { direction, offset, limit }: Pick<BitPage, 'direction' | 'offset' | 'limit'>,
): TouchedMonth[] {
  const touched: TouchedMonth[] = [];
  let before = 0;
  const months = Object.keys(counts).toSorted();
  for (const month of direction === 'asc' ? months : months.toReversed()) {
    const until = before + (counts[month] ?? 0);
    if (before < offset + limit && until > offset && until > before) touched.push({ month, before, until });
    before = until;
  }
  return touched;
}

function rowsOfMonths(months: readonly TouchedMonth[]): Fragment {
  const column = (key: keyof TouchedMonth, type: 'text[]' | 'bigint[]') =>
    opaque(
      months.map((row) => row[key]),
      type,
    );
  return sql`
    select * from unnest(${column('month', 'text[]')}, ${column('before', 'bigint[]')}, ${column('until', 'bigint[]')})
      as touched (bucket, before, until)`;
}

/** The ids of a page from a table (id, bucket). */
function orderedPage(
  members: Fragment,
  { order, sense, offset, limit }: { order: BitOrder; sense: Fragment; offset: Fragment; limit: number },
): Fragment {
  const rest = sql`offset ${offset} limit ${opaque(limit, 'bigint')}`;
  if (order === 'day') {
    return sql`select id from ${members} order by bucket collate "C" ${sense}, id ${sense} ${rest}`;
  }
  return sql`
    select ${members}.id from ${members} cross join lateral (
      select cancel_time from applications where applications.id = ${members}.id offset 0) as own
    order by cancel_time ${sense}, ${members}.id ${sense} ${rest}`;
}

/** Rows (bucket, count) by neighbourhood or by status. */
export function countsByValue(
  { narrowed, changed }: Pick<Narrowing, 'narrowed' | 'changed'>,
  tag: 'neighborhood' | 'status',
): Fragment {
  return sql`
    select bucket, sum(count)::bigint as count from (
      select ${valueOfKey(sql`part.key`)} as bucket, bit_count(${narrowed}.bits & part.bits) as count
      from application_bits as part join ${narrowed} on ${narrowed}.month = part.month and ${narrowed}.block = part.block
      where ${hasTag(sql`part.key`, tag)}
      union all select ${tag === 'neighborhood' ? sql`neighborhood_id::text` : sql`status`}, delta from ${changed}
    ) as counted group by bucket`;
}
