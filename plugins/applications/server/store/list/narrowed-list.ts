import { sql } from 'kysely';
import { type Database, every, execute, rowsOfIds, type Scope } from '#kernel/plugin-api/server.ts';
import { statuses } from '../../../contract.ts';
import type { Counts } from '../counts.ts';
import type { ListRequest, ListResult } from './list-request.ts';
import { type BundleRow, readBundle, selectBundle, selectFullRows } from '../rows.ts';
import { keyOf } from './bit-keys.ts';
import { type ApplicationFilters, type Facet, facetsOf, facetsWithin } from './facets.ts';
import {
  type BitPage,
  countsByValue,
  filterByFacets,
  type Narrowing,
  pageOf,
  selectNewlyLate,
  touchedMonths,
} from './narrow.ts';
import type { CachedMonths, CachedPage } from './page-cache.ts';

/** A filtered list, as its parts are read. */
interface Narrowed {
  readonly database: Database;
  readonly request: ListRequest;
  readonly facets: readonly Facet[];
  readonly timeZone: string;
  /** Identifies the list; in any order, it has the same applications in a month. */
  readonly listKey: string;
}

/** The data about the bits that a statement returns besides its matches. */
interface Found {
  readonly counts: Counts | null;
  readonly version: number;
  /** Changes of the list that the bits do not contain yet. */
  readonly pending: number;
  readonly newly_late: number;
}

interface FoundPage extends Found {
  readonly rows: BundleRow | undefined;
  /** By month of arrival; null if they were not counted. */
  readonly months?: CachedMonths['months'] | null;
}

const nothing: Found = { counts: null, version: 0, pending: 1, newly_late: 0 };

const version = sql`(select version from application_bit_state)`;
const stateIn = ({ changes, newlyLate }: Narrowing) => sql`
  ${version} as version, (select count(*) from ${changes}) as pending, (select count(*) from ${newlyLate}) as newly_late`;
const foundIn = (narrowing: Narrowing) =>
  sql`(select counts from ${narrowing.counts}) as counts, ${stateIn(narrowing)}`;

/**
 * A page of a list that is filtered by more than area and status, found by bits, with its exact total. A
 * cached page is valid while neither the bits nor the list have changed; the statement that reads the rows
 * checks that.
 */
export async function readNarrowed(
  database: Database,
  request: ListRequest,
  scope: Scope,
  filters: ApplicationFilters,
): Promise<ListResult> {
  const { cache } = request;
  const narrowed = {
    database,
    request,
    facets: facetsOf(scope, filters),
    timeZone: filters.timeZone,
    listKey: JSON.stringify([scope, filters, request.status]),
  };
  const key = JSON.stringify([
    narrowed.listKey,
    request.sortBy,
    request.direction,
    request.language,
    request.page,
    request.limit,
  ]);
  const readKnown = async () => {
    const known = cache?.get(key);
    return known ? readHeld(narrowed, known) : null;
  };
  const find = async () => (await readKnown()) ?? findPage(narrowed, scope, key);
  return (await readKnown()) ?? (cache ? cache.share(key, find) : find());
}

/** Finds a page, and caches it under a key. */
async function findPage(narrowed: Narrowed, scope: Scope, key: string): Promise<ListResult> {
  const { sortBy, status, cache } = narrowed.request;
  const isByStatus = sortBy === 'status' && (status === undefined || status === 'late');
  const isByNeighborhood = sortBy === 'neighborhood' && scope.length !== 1;
  const { rows, months, ...state } =
    isByStatus || isByNeighborhood
      ? await readByValue(narrowed, isByStatus ? 'status' : 'neighborhood')
      : ((await readWithinMonths(narrowed)) ?? (await readPage(narrowed)));
  const counts = state.counts ?? {};
  const bundle = readBundle(rows);
  if (state.pending === 0) {
    const valid = { counts, version: state.version, newlyLate: state.newly_late };
    cache?.set(key, { ids: bundle.items.map(({ id }) => id), ...valid });
    if (months) cache?.months.set(narrowed.listKey, { months, ...valid });
  }
  return { ...bundle, counts, length: counts[status ?? '*'] ?? 0, capped: false };
}

/** The rows of a cached page; null if the page may have changed. */
async function readHeld(
  { database, request, facets }: Narrowed,
  known: CachedPage,
): Promise<ListResult | null> {
  const matches = every(facets.map(({ isMatch }) => isMatch));
  const [row] = await execute(
    database,
    selectBundle<Omit<Found, 'counts'>>({
      page: selectFullRows(rowsOfIds(known.ids)),
      values: () => sql`
        ${version} as version, (select count(*) from application_bit_changes where ${matches}) as pending,
        (select count(*) from (${selectNewlyLate(matches)}) as passed) as newly_late`,
    }),
    { prepared: true },
  );
  const counts = row && countsNow(known, row, request.status);
  if (!counts) return null;
  return { ...readBundle(row), counts, length: counts[request.status ?? '*'] ?? 0, capped: false };
}

/** The earlier counts; null if they may be outdated. */
function countsNow(
  known: Omit<CachedPage, 'ids'>,
  { version: at, pending, newly_late: newlyLate }: Omit<Found, 'counts'>,
  status: ListRequest['status'],
): Counts | null {
  if (pending > 0 || at !== known.version) return null;
  if (status === 'late' && newlyLate !== known.newlyLate) return null;
  return { ...known.counts, late: (known.counts.late ?? 0) - known.newlyLate + newlyLate };
}

async function readPage({ database, request, facets, timeZone }: Narrowed): Promise<FoundPage> {
  const bitPage = bitPageOf(request, timeZone);
  const narrowing = filterByFacets(facets, request.status);
  const { tables, ids, byMonth } = pageOf(narrowing, bitPage);
  const months =
    bitPage.order === 'day' ? sql`(select json_object_agg(bucket, count) from ${byMonth})` : sql`null`;
  const [row] = await execute(
    database,
    selectBundle<Found & Pick<FoundPage, 'months'>>({
      tables: sql`${narrowing.tables}, ${tables}`,
      page: selectFullRows(sql`select id from ${ids}`),
      values: () => sql`${foundIn(narrowing)}, ${months} as months`,
    }),
    { prepared: true },
  );
  return { ...nothing, ...row, rows: row };
}

/**
 * A page of a list whose months were counted before, from the bits of only the months that it touches; null
 * if the list may have changed, if its order is not by day, and beyond its end.
 */
async function readWithinMonths({
  database,
  request,
  facets,
  timeZone,
  listKey,
}: Narrowed): Promise<FoundPage | null> {
  const { status, cache } = request;
  const bitPage = bitPageOf(request, timeZone);
  const known = bitPage.order === 'day' ? cache?.months.get(listKey) : undefined;
  const touched = known ? touchedMonths(known.months, bitPage) : [];
  const sorted = touched.map(({ month }) => `${month}-01`).toSorted();
  const [from, to] = [sorted[0], sorted.at(-1)];
  if (!known || from === undefined || to === undefined) return null;
  const narrowing = filterByFacets(facetsWithin(facets, { from, to }), status);
  const { tables, ids } = pageOf(narrowing, bitPage, touched);
  const [row] = await execute(
    database,
    selectBundle<Omit<Found, 'counts'>>({
      tables: sql`${narrowing.tables}, ${tables}`,
      page: selectFullRows(sql`select id from ${ids}`),
      // Not the counts, which are known: they would read the bits of all statuses.
      values: () => stateIn(narrowing),
    }),
    { prepared: true },
  );
  const counts = row && countsNow(known, row, status);
  return counts ? { ...row, counts, rows: row } : null;
}

/** The page of a request in the order of the bits. */
function bitPageOf({ sortBy, direction, page, limit }: ListRequest, timeZone: string): BitPage {
  return {
    order: sortBy === 'cancel_time' ? 'deadline' : 'day',
    direction: sortBy === 'createdAt' || sortBy === 'cancel_time' ? direction : 'desc',
    offset: (page - 1) * limit,
    limit,
    timeZone,
  };
}

/** Neighbourhoods by name, or statuses in their order; newest first within each. */
async function readByValue(narrowed: Narrowed, tag: 'neighborhood' | 'status'): Promise<FoundPage> {
  const { database, request, facets } = narrowed;
  const { status, page, limit } = request;
  const narrowing = filterByFacets(facets, status);
  const [row] = await execute(
    database,
    sql<Found & { buckets: Readonly<Record<string, number>> | null }>`
      with ${narrowing.tables}
      select ${foundIn(narrowing)},
        (select json_object_agg(bucket, count) from (${countsByValue(narrowing, tag)}) as by_value) as buckets`,
    { prepared: true },
  );
  const values = tag === 'status' ? [...statuses] : await namedNeighborhoods(narrowed);
  const ids: number[] = [];
  let before = 0;
  for (const value of request.direction === 'asc' ? values : values.toReversed()) {
    const length = row?.buckets?.[value] ?? 0;
    const offset = Math.max(0, (page - 1) * limit - before);
    const missing = limit - ids.length;
    if (missing <= 0) break;
    if (offset < length) ids.push(...(await readIds(narrowed, { tag, value, offset, limit: missing })));
    before += length;
  }
  const [rows] = await execute(
    database,
    selectBundle<{ version: number }>({
      page: selectFullRows(rowsOfIds(ids)),
      values: () => sql`${version} as version`,
    }),
    { prepared: true },
  );
  // Found by several statements: the page may contain changes made between them.
  const pending = rows?.version === row?.version ? (row?.pending ?? 1) : 1;
  return { ...nothing, ...row, pending, rows };
}

interface ValuePage {
  readonly tag: 'neighborhood' | 'status';
  readonly value: string;
  readonly offset: number;
  readonly limit: number;
}

async function readIds(
  { database, request, facets, timeZone }: Narrowed,
  { tag, value, offset, limit }: ValuePage,
): Promise<number[]> {
  const key = keyOf(tag, value);
  const isMatch = tag === 'status' ? sql`status = ${value}` : sql`neighborhood_id = ${Number(value)}`;
  const own: Facet = { ranges: [{ lo: key, hi: key }], isMatch };
  const narrowing = filterByFacets([...facets, own], request.status);
  const { tables, ids } = pageOf(narrowing, { order: 'day', direction: 'desc', offset, limit, timeZone });
  const rows = await execute(
    database,
    sql<{ id: number }>`
      with ${narrowing.tables}, ${tables}
      select id from ${ids}`,
  );
  return rows.map(({ id }) => id);
}

/** The ids of all neighbourhoods, sorted by name in a language. */
async function namedNeighborhoods({ database, request: { language } }: Narrowed): Promise<string[]> {
  const name = sql.ref(`name_${language}`);
  const rows = await execute(
    database,
    sql<{ id: number }>`select id from neighborhoods_v1_neighborhoods order by ${name}, id`,
  );
  return rows.map(({ id }) => String(id));
}
