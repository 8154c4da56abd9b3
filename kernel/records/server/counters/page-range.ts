import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '#kernel/server/api/index.ts';
import { execute, opaque, type Fragment } from '../sql/statement.ts';

/**
 * A part of a long list. A list is divided into consecutive buckets, such as days or blocks of ids, whose lengths are
 * counted as they change (kernel/decisions/0002-counters-and-seek.md). Their sum is the exact length of the list; only
 * the buckets of the page are read, each by an index in the order of the list.
 */
export interface Bucket {
  readonly key: string;
  readonly count: number;
  /** The number of its rows before the page, and on it. */
  readonly skip: number;
  readonly take: number;
}

/** The length of a list, and the buckets of a page. */
export interface PageRange {
  readonly length: number;
  readonly buckets: readonly Bucket[];
}

/** The order of a column: lowest or highest first. */
export type Direction = 'asc' | 'desc';

/** The SQL of each direction. */
export const directionSql: Readonly<Record<Direction, Fragment>> = { asc: sql`asc`, desc: sql`desc` };

/** The offset and the length of a page. */
export interface OffsetLimit {
  readonly offset: number;
  readonly limit: number;
}

/** Sums counts by some columns: rows (…columns, count). The first source names the columns. */
export function addUp(columns: readonly string[], ...sources: readonly Fragment[]): Fragment {
  const by = sql.join(columns.map((column) => sql.ref(column)));
  return sql`
    select ${by}, sum(count)::bigint as count from (${sql.join(sources, sql` union all `)}) as source group by ${by}`;
}

/** Buckets in order, each with the number of rows in the buckets before it: (key, count, before, place). */
function cumulate(buckets: Fragment, order: Fragment, before: Fragment = sql`0`): Fragment {
  return sql`
    select key, count::bigint as count, (${before} + sum(count) over sequence - count)::bigint as before,
      row_number() over sequence as place
    from (${buckets}) as bucket where count > 0 window sequence as (order by ${order})`;
}

/** The bucket (key, before) of (key, count) that contains an offset. */
export function bucketAt(
  offset: number,
  { buckets, order, before }: { buckets: Fragment; order: Fragment; before?: Fragment },
): Fragment {
  const at = opaque(offset, 'bigint');
  return sql`
    select key, before from (${cumulate(buckets, order, before)}) as cumulated
    where before <= ${at} and before + count > ${at}`;
}

/** The list from which a page is selected. */
export interface PageRangeRequest extends OffsetLimit {
  /**
   * Buckets (key, count), with the further columns of `order`. If there are too many to add up, `coarse` has larger
   * ones, such as months, and `buckets` returns those within the keys that the page touches.
   */
  readonly buckets: (touchedKeys: Fragment) => Fragment;
  readonly coarse?: Fragment;
  readonly order: Fragment;
  /** Whether to prepare the statement; only for statements with few different texts. */
  readonly prepared: boolean;
}

/** Finds the buckets of a page. */
export async function findPageRange(
  database: Database | DatabaseTransaction,
  { buckets, coarse, order, offset, limit, prepared }: PageRangeRequest,
): Promise<PageRange> {
  const from = opaque(offset, 'bigint');
  const to = opaque(offset + limit, 'bigint');
  const fine = buckets(sql`(select key from touched)`);
  const [row] = await execute(
    database,
    sql<{ length: number | null; buckets: Bucket[] | null }>`
      with whole as materialized (${cumulate(coarse ?? fine, order)}),
      touched as materialized (select * from whole where before < ${to} and before + count > ${from}),
      bucket as (${coarse ? cumulate(fine, order, sql`(select min(before) from touched)`) : sql`select * from touched`})
      select (select sum(count)::bigint from whole) as length, (
        select json_agg(json_build_object('key', key::text, 'count', count, 'skip', greatest(${from} - before, 0),
          'take', least(${to} - before, count) - greatest(${from} - before, 0)) order by place)
        from bucket where before < ${to} and before + count > ${from}
      ) as buckets`,
    { prepared },
  );
  return { length: row?.length ?? 0, buckets: row?.buckets ?? [] };
}

/** Describes how the rows of a bucket are read. */
export interface BucketRows {
  readonly table: string;
  /** The condition that a row is in the bucket with a key (a `text`) and passes the filters. */
  where(key: Fragment): Fragment;
  /** The order within a bucket, which must have an index. */
  readonly terms: readonly Fragment[];
  readonly direction: Direction;
}

/** Selects the ids of the rows of a page: (id, line). A single bucket is read from its nearer end. */
export function selectRows(
  buckets: readonly Bucket[],
  { table, where, terms, direction }: BucketRows,
): Fragment {
  const [only] = buckets;
  const isReversed = buckets.length === 1 && only !== undefined && only.skip > only.count / 2;
  const ordered =
    isReversed && only ? [{ ...only, skip: Math.max(0, only.count - only.skip - only.take) }] : buckets;
  const column = (value: (bucket: Bucket) => unknown, type: 'text[]' | 'bigint[]') =>
    opaque(ordered.map(value), type);
  const order = orderByColumns(terms, isReversed === (direction === 'desc') ? 'asc' : 'desc');
  return sql`
    select run.id, row_number() over (order by bucket.place, run.line ${directionSql[isReversed ? 'desc' : 'asc']}) as line
    from unnest(${column(({ key }) => key, 'text[]')}, ${column(({ skip }) => skip, 'bigint[]')},
      ${column(({ take }) => take, 'bigint[]')}) with ordinality as bucket (key, skip, take, place)
    cross join lateral (
      select id, row_number() over () as line from (
        select id from ${sql.table(table)} where ${where(sql`bucket.key`)} order by ${order}
        offset bucket.skip limit bucket.take
      ) as ordered
    ) as run`;
}

/** The SQL of an order whose terms all have one direction. */
export function orderByColumns(terms: readonly Fragment[], direction: Direction): Fragment {
  return sql.join(terms.map((term) => sql`${term} ${directionSql[direction]}`));
}
