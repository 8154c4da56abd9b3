import { sql } from 'kysely';
import {
  countBuckets,
  type CountedBuckets,
  filterParts,
  countersWithin,
  type Database,
  type DatabaseTransaction,
  type Direction,
  directionSql,
  every,
  execute,
  counterFacetsOf,
  type FilterSql,
  findPageRange,
  type Fragment,
  type ListedPage,
  opaque,
  type OffsetLimit,
  type PageRangeRequest,
  readCountedPage,
  startOfDay,
  within,
} from '#kernel/plugin-api/server.ts';
import { household, type HouseholdSort } from '../../contract.ts';
import type { Filters, Order } from './list-request.ts';
import { readRows, type HouseholdRow } from './rows.ts';

type BucketKind = 'all' | 'block' | 'street' | 'able_to_work' | 'unemployed' | 'informal' | 'day';
type CountedColumn = 'key' | 'household_category_id' | 'author_id' | 'neighborhood_id';

/** The sort keys of buckets: columns in order, of `bucket` and of tables joined to it. */
interface Rank {
  readonly join: Fragment;
  readonly by: Readonly<Record<string, Fragment>>;
}

/** The buckets of a sorted list, in the order of their keys or of the records that these refer to. */
interface Buckets {
  /** The kind in the counters. */
  readonly kind: BucketKind;
  /** The column of the counters that contains the keys. */
  readonly column: CountedColumn;
  /** The key of a household's bucket. */
  readonly keyOf: Fragment;
  /** Whether a household is in the bucket with a key. */
  contains(key: Fragment): Fragment;
  /** The sort of the buckets; defaults to their keys. */
  rank?(language: string): Rank;
  /** The order within a bucket. */
  readonly inner: readonly Fragment[];
  /** Whether that order follows the direction of the list; otherwise it is newest first. */
  readonly followsDirection: boolean;
}

const newestFirst = { inner: [sql`id`], followsDirection: false } as const;

function bucketsOfValue(column: 'able_to_work' | 'unemployed' | 'informal'): Buckets {
  const value = sql.ref(column);
  return {
    kind: column,
    column: 'key',
    keyOf: sql`${value}::bigint`,
    contains: (key) => sql`${value} = ${key}`,
    ...newestFirst,
  };
}

const dayZero = sql`date '2000-01-01'`;
const utc = sql`'UTC'`;
const startOf = (key: Fragment) => startOfDay(sql`${dayZero} + (${key})::int`, utc);

const bucketsBySort: Readonly<Record<HouseholdSort, Buckets>> = {
  createdAt: {
    kind: 'block',
    column: 'key',
    keyOf: sql`id / 20000`,
    contains: (key) => sql`id >= ${key} * 20000 and id < (${key} + 1) * 20000`,
    inner: [sql`id`],
    followsDirection: true,
  },
  updatedAt: {
    kind: 'day',
    column: 'key',
    keyOf: sql`((updated_at at time zone 'UTC')::date - ${dayZero})::bigint`,
    contains: (key) => sql`updated_at >= ${startOf(key)} and updated_at < ${startOf(sql`${key} + 1`)}`,
    inner: [sql`updated_at`, sql`id`],
    followsDirection: true,
  },
  address: {
    kind: 'street',
    column: 'key',
    keyOf: sql`street_id`,
    contains: (key) => sql`street_id = ${key}`,
    rank: (language) => ({
      join: sql`join streets_v1_streets as place on place.id = bucket.key join neighborhoods_v1_neighborhoods as around on around.id = place.neighborhood_id`,
      by: {
        neighborhood_name: sql.ref(`around.name_${language}`),
        neighborhood_id: sql`around.id`,
        street_name: sql.ref(`place.name_${language}`),
      },
    }),
    inner: [
      sql`house_number`,
      sql`(coalesce(house_suffix, '') collate "C")`,
      sql`coalesce(apartment_number, 0)`,
      sql`id`,
    ],
    followsDirection: true,
  },
  household_category: {
    kind: 'all',
    column: 'household_category_id',
    keyOf: sql`household_category_id`,
    contains: (key) => sql`household_category_id = ${key}`,
    rank: (language) => ({
      join: sql`join household_categories_v1_categories as category on category.id = bucket.key`,
      by: { category_name: sql.ref(`category.name_${language}`) },
    }),
    ...newestFirst,
  },
  author: {
    kind: 'all',
    column: 'author_id',
    keyOf: sql`coalesce(author_id, -1)`,
    contains: (key) => sql`author_id is not distinct from nullif(${key}, -1)`,
    rank: () => ({
      join: sql`left join kernel_v1_admins as admin on admin.id = bucket.key`,
      by: { last_name: sql`admin.last_name`, first_name: sql`admin.first_name` },
    }),
    ...newestFirst,
  },
  able_to_work: bucketsOfValue('able_to_work'),
  unemployed: bucketsOfValue('unemployed'),
  informal: bucketsOfValue('informal'),
};

const conditions: FilterSql<typeof household, 'neighborhood'> = {
  household_category: (id) => sql`household_category_id = ${opaque(id, 'bigint')}`,
  house_type: (type) => sql`house_type = ${opaque(type, 'text')}`,
  author: (id) => sql`author_id = ${opaque(id, 'bigint')}`,
  street: (id) => sql`street_id = ${opaque(id, 'bigint')}`,
};

/** The condition of the filters on `households`. */
export function matchesFilters({ scope, ...filters }: Filters): Fragment {
  return every([within(scope), ...filterParts(conditions, filters)]);
}

/** Whether the counters have the buckets of a kind for these filters. */
function isCounted({ household_category, house_type, author, street }: Filters, kind: BucketKind): boolean {
  if (street !== undefined) return false;
  if (author !== undefined && kind !== 'all' && kind !== 'block') return false;
  return kind !== 'day' || (household_category === undefined && house_type === undefined);
}

/** The tables with the counters of households. */
export const counterTables = { counters: 'household_counts', changes: 'household_count_deltas' } as const;

/** Rows (key, count) of the non-empty buckets of a kind under the filters, from the counters. */
function countedBuckets(
  filters: Filters,
  counted: Omit<CountedBuckets, 'facets'> & { readonly kind: BucketKind; readonly column: CountedColumn },
): Fragment {
  return countBuckets(counterTables, { ...counted, facets: counterFacetsOf(household, filters) });
}

const unranked: Rank = { join: sql``, by: {} };

function rankOf({ sortBy, language }: Order): Rank {
  return bucketsBySort[sortBy].rank?.(language) ?? unranked;
}

/** Buckets with their sort keys: (key, count, and the columns of `by`). */
function ranked(counts: Fragment, order: Order): Fragment {
  const { join, by } = rankOf(order);
  const ranks = Object.entries(by).map(([name, term]) => sql`${term} as ${sql.ref(name)}`);
  return sql`select ${sql.join([sql`bucket.key, bucket.count`, ...ranks])} from (${counts}) as bucket ${join}`;
}

/** The order of {@link ranked} buckets. */
function bucketOrder(order: Order): Fragment {
  const terms = [...Object.keys(rankOf(order).by), 'key'].map((name) => sql.ref(name));
  return sql.join(terms.map((term) => sql`${term} ${directionSql[order.direction]} nulls last`));
}

/** All non-empty buckets under the filters; counted now if the counters do not have them. */
function allBuckets(filters: Filters, order: Order): Fragment {
  const { kind, column, keyOf } = bucketsBySort[order.sortBy];
  const counts = isCounted(filters, kind)
    ? countedBuckets(filters, {
        kind,
        column,
        inCounters: () => countersWithin(filters.scope),
        inChanges: () => within(filters.scope),
      })
    : sql`select ${keyOf} as key, count(*) as count from households where ${matchesFilters(filters)} group by key`;
  return ranked(counts, order);
}

/**
 * Thousands of streets are found through their neighbourhoods: only the streets of the neighbourhoods that a
 * page touches are counted.
 */
function streetsByNeighborhood(filters: Filters, order: Order) {
  const neighborhoods = countedBuckets(filters, {
    kind: 'all',
    column: 'neighborhood_id',
    inCounters: () =>
      filters.scope === 'everywhere' ? sql`neighborhood_id <> 0` : countersWithin(filters.scope),
    inChanges: () => within(filters.scope),
  });
  return {
    coarse: sql`
      select bucket.key, bucket.count, ${sql.ref(`around.name_${order.language}`)} as neighborhood_name,
        around.id as neighborhood_id, null::text as street_name
      from (${neighborhoods}) as bucket join neighborhoods_v1_neighborhoods as around on around.id = bucket.key`,
    buckets: (touchedKeys: Fragment) => {
      const isTouched = () => sql`neighborhood_id in ${touchedKeys}`;
      const counted = { kind: 'street', column: 'key', inCounters: isTouched, inChanges: isTouched } as const;
      return ranked(countedBuckets(filters, counted), order);
    },
  };
}

/** The counters that locate a page of a list. */
function rangeOf(filters: Filters, order: Order, page: OffsetLimit): PageRangeRequest {
  const source =
    order.sortBy === 'address' && isCounted(filters, 'street')
      ? streetsByNeighborhood(filters, order)
      : { buckets: () => allBuckets(filters, order) };
  return { ...source, ...page, order: bucketOrder(order), prepared: isFrequent(filters, order) };
}

/** The exact total of a list. */
export async function countList(
  database: Database | DatabaseTransaction,
  filters: Filters,
  order: Order,
): Promise<number> {
  return (await findPageRange(database, rangeOf(filters, order, { offset: 0, limit: 1 }))).length;
}

/** Reads one page and the exact total of a list. */
export function readPage(
  database: Database,
  filters: Filters,
  order: Order,
  page: OffsetLimit,
): Promise<ListedPage<HouseholdRow>> {
  const chosen = matchesFilters(filters);
  const where = (key: Fragment) => sql`${isInBucket(order, sql`(${key}::bigint)`)} and ${chosen}`;
  return readCountedPage(database, {
    ...rangeOf(filters, order, page),
    rows: { table: 'households', where, ...orderWithin(order) },
    readRows,
  });
}

/** The keys of all buckets of a list in order, for reading it completely. */
export async function listBucketKeys(database: Database, filters: Filters, order: Order): Promise<number[]> {
  const rows = await execute(
    database,
    sql<{ key: number }>`
      select key from (${allBuckets(filters, order)}) as bucket where count > 0 order by ${bucketOrder(order)}`,
  );
  return rows.map(({ key }) => key);
}

/** The order of the households within a bucket. */
export function orderWithin({ sortBy, direction }: Order): {
  terms: readonly Fragment[];
  direction: Direction;
} {
  const { inner, followsDirection } = bucketsBySort[sortBy];
  return { terms: inner, direction: followsDirection ? direction : 'desc' };
}

/** Whether a household is in the bucket with a key. */
export function isInBucket({ sortBy }: Order, key: Fragment): Fragment {
  return bucketsBySort[sortBy].contains(key);
}

/**
 * Whether lists with these filters and this order are frequent: such statements are few, so they stay
 * prepared.
 */
function isFrequent({ scope: _scope, ...filters }: Filters, { sortBy, direction }: Order): boolean {
  if (sortBy === 'createdAt' && direction === 'desc') return true;
  return Object.values(filters).filter((value) => value !== undefined).length < 2;
}
