import { sql } from 'kysely';
import type { z } from 'zod';
import type { FacetOptions, FiltersOf } from '#kernel/records/contract/index.ts';
import type { Database, DatabaseTransaction, ServerContext } from '#kernel/server/api/index.ts';
import { hourMs } from '#kernel/domain/text/dates.ts';
import { every, opaque, rowsOfIds, type Fragment } from '../sql/statement.ts';
import { scheduleCompaction } from './compaction.ts';
import {
  addUp,
  findPageRange,
  selectRows,
  type BucketRows,
  type Direction,
  type OffsetLimit,
  type PageRangeRequest,
} from './page-range.ts';

/** A page of a list with its length. */
export interface ListedPage<Row> {
  readonly rows: readonly Row[];
  readonly length: number;
  /** Whether there are more hits than were counted. */
  readonly capped: boolean;
  /** Whether only some of the hits were sorted, since there are more than were counted. */
  readonly orderCapped?: boolean;
}

/** The maximum number of hits that are counted; above it, the list says that there are more. */
export const defaultMaxHits = 10_000;

/** The order of a query; newest first by default. */
export function orderOf<Sort extends string>(query: {
  readonly sort_by?: Sort | undefined;
  readonly sort_order?: Direction | undefined;
}): { readonly sortBy: Sort | 'createdAt'; readonly direction: Direction } {
  const sortBy = query.sort_by ?? 'createdAt';
  return { sortBy, direction: query.sort_order ?? (sortBy === 'createdAt' ? 'desc' : 'asc') };
}

/** A column by which a list is filtered; its counters have a value that stands for "any". */
export interface CounterFacet {
  readonly column: string;
  /** The filtered value, or the value for "any". */
  readonly value: Fragment;
  readonly any: Fragment;
}

/** Creates a facet; without a value it stands for "any". */
export function facet(column: string, value: unknown, any: '*' | '' | 0): CounterFacet {
  const type = any === 0 ? 'bigint' : 'text';
  return { column, value: opaque(value ?? any, type), any: any === 0 ? sql`0` : sql.lit(any) };
}

/** A declared record with counters for some of its filters. */
interface Faceted {
  readonly filters: z.ZodRawShape;
  readonly facets?: Readonly<Record<string, FacetOptions>> | undefined;
}

/** The facets of a declared record for the given filters. */
export function counterFacetsOf<R extends Faceted>(
  { facets = {} }: R,
  filters: Partial<FiltersOf<R>>,
): CounterFacet[] {
  const values: Readonly<Record<string, unknown>> = filters;
  return Object.entries(facets).map(([name, { column, any }]) => facet(column, values[name], any));
}

/**
 * The facets of a declared record as the key of its counters: each column, or the value for "any" in a group without
 * it.
 */
export function facetKey({ facets = {} }: Faceted): Readonly<Record<string, Fragment>> {
  const value = ({ column, any }: FacetOptions) => sql`coalesce(${sql.ref(column)}, ${sql.lit(any)})`;
  return Object.fromEntries(Object.values(facets).map((options) => [options.column, value(options)]));
}

/**
 * The SQL conditions of a declared record's filters; a missing one does not compile. `Elsewhere` names filters that are
 * applied differently, such as the neighbourhood by the area.
 */
export type FilterSql<R extends { readonly filters: z.ZodRawShape }, Elsewhere extends string = never> = {
  readonly [Name in Exclude<keyof FiltersOf<R> & string, Elsewhere>]-?: (
    value: Exclude<FiltersOf<R>[Name], undefined>,
  ) => Fragment;
};

/** The part of each filter in use, such as its condition, in the order of `parts`. */
export function filterParts<Parts extends Readonly<Record<string, (value: never) => unknown>>>(
  parts: Parts,
  filters: { readonly [Name in keyof Parts]?: Parameters<Parts[Name]>[0] | undefined },
): ReturnType<Parts[keyof Parts]>[];
export function filterParts(
  parts: Readonly<Record<string, (value: unknown) => unknown>>,
  filters: Readonly<Record<string, unknown>>,
): unknown[] {
  return Object.entries(parts).flatMap(([name, part]) =>
    filters[name] === undefined ? [] : [part(filters[name])],
  );
}

/** The tables of counters, and of changes that are not compacted yet. */
export interface CounterTables {
  readonly counters: string;
  readonly changes: string;
}

/** Selects the buckets to count. */
export interface CountedBuckets {
  readonly kind: string;
  /** The column with their keys. */
  readonly column?: string;
  readonly facets: readonly CounterFacet[];
  /** A further table, such as the keys of larger buckets that contain them. */
  readonly join?: Fragment;
  /** Further conditions on counters and on changes, given the key of either. */
  readonly inCounters?: (key: Fragment) => Fragment;
  readonly inChanges?: (key: Fragment) => Fragment;
}

/** Rows (key, count) of the buckets of one kind that match the facets. */
export function countBuckets(
  tables: CounterTables,
  { kind, column = 'key', facets, join = sql``, inCounters, inChanges }: CountedBuckets,
): Fragment {
  const ofKind = sql`grain = ${sql.lit(kind)}`;
  const [key, keyOfRow] = [sql.ref(`counts.${column}`), sql.ref('counts.key')];
  const isMatch = facets.map(
    ({ column: name, value, any }) => sql`(${value} = ${any} or ${sql.ref(name)} = ${value})`,
  );
  // The column with the keys takes every value; the others take the requested one.
  const counted = facets.map(({ column: name, value, any }, index) =>
    name === column
      ? sql`${sql.ref(name)} <> ${any} and ${isMatch[index] ?? sql`true`}`
      : sql`${sql.ref(name)} = ${value}`,
  );
  return addUp(
    ['key'],
    sql`
      select ${key} as key, counts.count from ${sql.table(tables.counters)} as counts ${join}
      where ${every([ofKind, inCounters?.(keyOfRow) ?? null, ...counted])}`,
    sql`
      select ${key}, counts.delta from ${sql.table(tables.changes)} as counts ${join}
      where ${every([ofKind, inChanges?.(keyOfRow) ?? null, ...isMatch])}`,
  );
}

type ReadRows<Row> = (
  database: Database,
  selected: Fragment,
  options?: { prepared?: boolean },
) => Promise<Row[]>;

/** Reads one page and the exact length of a list: first the buckets of the page, then its rows. */
export async function readCountedPage<Row>(
  database: Database,
  { rows, readRows, ...range }: PageRangeRequest & { rows: BucketRows; readRows: ReadRows<Row> },
): Promise<ListedPage<Row>> {
  const { length, buckets } = await findPageRange(database, range);
  if (buckets.length === 0) return { rows: [], length, capped: false };
  const { prepared } = range;
  return { rows: await readRows(database, selectRows(buckets, rows), { prepared }), length, capped: false };
}

/** The hits from which a page is selected. */
interface FoundPage<Row> extends OffsetLimit {
  readonly maxHits: number;
  /** The number of hits, at most `maxHits` plus one, and the ids of those on the page. */
  readonly found: { readonly hits: number; readonly ids: readonly number[] };
  /**
   * Selects `limit` ids (id, line) of the page if there are more hits than are counted; absent if `found` has the ids
   * in that case too.
   */
  readonly selectCapped?: ((limit: number) => Fragment) | undefined;
  /** Whether only some hits are sorted if there are more than are counted. */
  readonly orderCapped: boolean;
  readonly readRows: ReadRows<Row>;
}

/** Reads a page of the hits of a text; there are no pages beyond `maxHits`. */
export async function readFoundPage<Row>(
  database: Database,
  { offset, limit, maxHits, found: { hits, ids }, selectCapped, readRows, ...order }: FoundPage<Row>,
): Promise<ListedPage<Row>> {
  const capped = hits > maxHits;
  const length = Math.min(hits, maxHits);
  const result = { length, capped, orderCapped: capped && order.orderCapped };
  if (offset >= length) return { rows: [], ...result };
  const rows =
    capped && selectCapped
      ? await readRows(database, selectCapped(Math.min(limit, length - offset)))
      : await readRows(database, rowsOfIds(ids), { prepared: true });
  return { rows, ...result };
}

/** Compacts counters and removes those of empty buckets, while the plugin runs. */
export function maintainCounters(
  context: ServerContext,
  { counters, changes }: CounterTables,
  compact: (database: DatabaseTransaction) => Promise<number>,
): void {
  scheduleCompaction(context, changes, compact);
  context.every('remove-empty-counters', hourMs, () =>
    context.transaction(({ database }) => removeEmptyCounters(database, counters)),
  );
}

/** Removes the counters of buckets that have become empty, such as days without a last change. */
export async function removeEmptyCounters(database: DatabaseTransaction, counters: string): Promise<void> {
  await sql`delete from ${sql.table(counters)} where count = 0`.execute(database);
}

/** Writes missing search keys: before the start if there are few, in the background for a large table. */
export async function backfillSearchKeys(
  context: ServerContext,
  job: string,
  write: (database: Database, max: number) => Promise<void>,
): Promise<void> {
  await write(context.database, 1000);
  context.every(job, 2000, () => write(context.database, 10_000));
}
