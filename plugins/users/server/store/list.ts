import { sql } from 'kysely';
import type { FiltersOf } from '#kernel/plugin-api/contract.ts';
import {
  filterParts,
  countBuckets,
  type Database,
  defaultMaxHits,
  every,
  execute,
  counterFacetsOf,
  type FilterSql,
  type Fragment,
  type ListedPage,
  matchesPatterns,
  opaque,
  orderByColumns,
  readCountedPage,
  readFoundPage,
  readSearch,
} from '#kernel/plugin-api/server.ts';
import { type User, user, type UserSort } from '../../contract.ts';
import { store } from './user-store.ts';

/** The criteria of a list. */
export interface ListRequest extends FiltersOf<typeof user> {
  readonly page: number;
  readonly limit: number;
  readonly search?: string | undefined;
  readonly sortBy: UserSort;
  readonly direction: 'asc' | 'desc';
  /** The number of hits at which a text search stops counting. */
  readonly maxHits?: number;
}

/**
 * The keys of buckets, as `user_parts` of `008-common-words.sql` writes them. A day and the number of a block of ids:
 * `YYYYMMDD` and six digits; of a name, its first letters.
 */
const bucketKeys = {
  dayOf: (key: Fragment) => sql`"left"(${key}, 8)::date`,
  blockOf: (key: Fragment) => sql`substr(${key}, 9)::bigint`,
  idsPerBlock: sql`20000`,
  monthLetters: 6,
  nameOf: (name: Fragment) => sql`"left"(${name}, 4)`,
  nameStartLetters: 2,
} as const;

/** For each order: the buckets that it is counted by, the condition for a bucket, and the order within it. */
const orders = {
  createdAt: {
    kind: 'day',
    coarse: { kind: 'month', letters: bucketKeys.monthLetters },
    contains(key: Fragment) {
      const { dayOf, blockOf, idsPerBlock } = bucketKeys;
      return sql`created_day = ${dayOf(key)} and id >= ${blockOf(key)} * ${idsPerBlock}
        and id < (${blockOf(key)} + 1) * ${idsPerBlock}`;
    },
    terms: [sql`created_day`, sql`id`],
    all: [sql`created_day`, sql`id`],
  },
  name: {
    kind: 'name',
    coarse: { kind: 'letters', letters: bucketKeys.nameStartLetters },
    contains: (key: Fragment) => sql`${bucketKeys.nameOf(sql`name_key`)} = ${key} collate "C"`,
    terms: [sql`name_key`, sql`id`],
    all: [bucketKeys.nameOf(sql`name_key`), sql`name_key`, sql`id`],
  },
} as const;

/** The tables with the counters of citizens. */
export const counterTables = { counters: 'user_counts', changes: 'user_count_deltas' } as const;

const { readRows, readRowsAndLength } = store;

/** Skipping this many index entries takes as long as finding the position through the counters. */
const seekFrom = 1000;

/** Reads one page and the exact total. */
export function readList(database: Database, request: ListRequest): Promise<ListedPage<User>> {
  const { search, page, limit } = request;
  if (search !== undefined && search !== '') return readSearchPage(database, request, search);
  // Blocked or complete citizens may be few in a long index.
  const isDense = request.blocked !== 'true' && request.is_fully_filled === undefined;
  return isDense && (page - 1) * limit < seekFrom
    ? readFromStart(database, request)
    : readFromBuckets(database, request);
}

/** A page near the start of an index, with the total, in one statement. */
async function readFromStart(database: Database, request: ListRequest): Promise<ListedPage<User>> {
  const { page, limit } = request;
  const selected = sql`
    select id, row_number() over () as line from (
      select id from users where ${matchesFilters(request)} order by ${orderOf(request)}
      offset ${opaque((page - 1) * limit, 'bigint')} limit ${opaque(limit, 'bigint')}
    ) as page`;
  // Months are fewer than name prefixes, and add up to the same total.
  const { coarse } = countersOf({ ...request, sortBy: 'createdAt' });
  const length = sql`select sum(count) from (${coarse}) as month`;
  return {
    ...(await readRowsAndLength(database, { selected, length }, { prepared: true })),
    capped: false,
  };
}

/** A page at any position: finds the buckets that it touches, then its citizens. */
function readFromBuckets(database: Database, request: ListRequest): Promise<ListedPage<User>> {
  const { sortBy, direction, page, limit } = request;
  const { contains, terms } = orders[sortBy];
  const filters = matchesFilters(request);
  const where = (key: Fragment) => sql`${contains(key)} and ${filters}`;
  return readCountedPage(database, {
    ...countersOf(request),
    order: orderByColumns([sql`key`], direction),
    offset: (page - 1) * limit,
    limit,
    prepared: true,
    rows: { table: 'users', where, terms, direction },
    readRows,
  });
}

/** Rows (key, count) of the coarse buckets, and of the finer ones within the touched ones. */
function countersOf(request: ListRequest) {
  const { kind, coarse } = orders[request.sortBy];
  const facets = counterFacetsOf(user, request);
  // The bounds are for the index; a name of one letter is not a prefix of two-letter keys.
  const inTouched = (key: Fragment) => sql`${key} >= touched.key and ${key} <= touched.key || U&'\\+10FFFF'
    and "left"(${key}, ${sql.lit(coarse.letters)}) = touched.key`;
  return {
    coarse: countBuckets(counterTables, { kind: coarse.kind, facets }),
    buckets: (touchedKeys: Fragment) =>
      countBuckets(counterTables, {
        kind,
        facets,
        join: sql`cross join ${touchedKeys} as touched (key)`,
        inCounters: inTouched,
        inChanges: inTouched,
      }),
  };
}

/** The SQL conditions of the filters, as literals: the values are few, and an index of only the blocked suffices. */
const conditions: FilterSql<typeof user> = {
  blocked: (flag) => (flag === 'true' ? sql`blocked` : sql`not blocked`),
  is_fully_filled: (flag) => (flag === 'true' ? sql`is_fully_filled` : sql`not is_fully_filled`),
};

function matchesFilters({ blocked, is_fully_filled }: FiltersOf<typeof user>): Fragment {
  return every(filterParts(conditions, { blocked, is_fully_filled }));
}

/**
 * A page of the matches of a text. Up to the counting limit all hits are sorted. Beyond it, the newest are
 * read in the order of an index; by name, only the hits found first are sorted, since they may be far from
 * the start of the index.
 */
async function readSearchPage(
  database: Database,
  request: ListRequest,
  text: string,
): Promise<ListedPage<User>> {
  const { sortBy, maxHits = defaultMaxHits, limit } = request;
  const offset = (request.page - 1) * limit;
  const selectCapped = (count: number) => sql`
    select id, row_number() over () as line from (
      select id from users where ${matchesText(request, text)} order by ${orderOf(request)}
      offset ${offset} limit ${count}
    ) as page`;
  return readFoundPage(database, {
    offset,
    limit,
    maxHits,
    found: await findHits(database, request, text, { offset, maxHits }),
    selectCapped: sortBy === 'name' ? undefined : selectCapped,
    orderCapped: sortBy === 'name',
    readRows,
  });
}

/**
 * The number of matches of a text, up to one more than a limit, and the ids of a page of the counted ones. If the counters of
 * words report more, no search is run.
 */
async function findHits(
  database: Database,
  request: ListRequest,
  text: string,
  { offset, maxHits }: { offset: number; maxHits: number },
): Promise<{ hits: number; ids: number[] }> {
  // If there are more, the newest are read separately.
  const isSorted = request.sortBy === 'name' ? sql`true` : sql`(select count(*) from hit) <= ${maxHits}`;
  const isUnfiltered = request.blocked === undefined && request.is_fully_filled === undefined;
  const isFrequent = isUnfiltered && request.sortBy !== 'name' ? matchesOftenEnough(text, maxHits) : null;
  const [row] = await execute(
    database,
    sql<{ hits: number; ids: number[] | null }>`
      with frequent as materialized (select ${isFrequent ?? sql`false`} as is_frequent),
      hit as materialized (
        select id, created_day, name_key from users
        where not (select is_frequent from frequent) and ${matchesText(request, text)} limit ${maxHits + 1}
      )
      select case when (select is_frequent from frequent) then ${maxHits + 1} else (select count(*) from hit) end as hits, array(
        select id from (select * from hit limit ${maxHits}) as counted where ${isSorted}
        order by ${orderOf(request)} offset ${offset} limit ${request.limit}
      ) as ids`,
  );
  return { hits: row?.hits ?? 0, ids: row?.ids ?? [] };
}

function orderOf({ sortBy, direction }: ListRequest): Fragment {
  return orderByColumns(orders[sortBy].all, direction);
}

function matchesText(request: ListRequest, text: string): Fragment {
  const { patterns, digits } = readSearch(text);
  // A complete JSHSHIR is compared directly: its trigrams are in every other key.
  const found = digits?.length === 14 ? sql`personal_number = ${digits}` : matchesPatterns(patterns);
  return every([matchesFilters(request), found]);
}

/** The maximum number of counted words of a name (008-common-words.sql). */
const wordsOfName = 4;

/**
 * An SQL boolean: whether the counted words of names alone prove that a text matches more citizens than a
 * number. No citizen is counted more than once for a word, nor more than four times in total; so there are at
 * least as many as for the most frequent matching word, and at least a quarter of the sum. Null if the
 * counters cannot tell: for several words, and for digits.
 */
export function matchesOftenEnough(text: string, number: number): Fragment | null {
  const { patterns, digits } = readSearch(text);
  const [pattern] = patterns;
  if (pattern === undefined || patterns.length > 1 || digits !== null) return null;
  // The words of a search key follow spaces, and so do patterns of two letters.
  return sql`(
    select coalesce(max(count) > ${number} or sum(count) > ${number * wordsOfName}, false) from (
      select word, sum(count) as count from (
        select word, count from user_word_counts where is_common and ' ' || word like ${pattern}
        union all
        select key, delta from user_count_deltas where grain = 'word' and ' ' || key like ${pattern}
      ) as counted group by word
    ) as found
  )`;
}
