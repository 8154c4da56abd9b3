import { sql } from 'kysely';
import { type Database, execute, type Fragment, type Scope } from '#kernel/plugin-api/server.ts';
import { statuses } from '../../../contract.ts';
import type { Counts } from '../counts.ts';
import type { ListRequest, ListResult } from '../list-request.ts';
import { readRows } from '../list-search.ts';
import { readBundle, selectBundle, wholeRows } from '../rows.ts';
import { facetsOf, type CaseFilters, type Facet } from './facets.ts';
import { type BitOrder, countsByValue, narrowingTables, pageTables } from './narrow.ts';

/** A page of a list that is narrowed by more than an area, a status and days, with its exact length: found by bits. */
export async function readNarrowed(
  database: Database,
  request: ListRequest,
  scope: Scope,
  filters: CaseFilters,
): Promise<ListResult> {
  const facets = facetsOf(scope, filters);
  const { sortBy, status, page, limit } = request;
  if (sortBy === 'neighborhood' && scope.length !== 1)
    return readByValue(database, request, scope, filters, 'n');
  if (sortBy === 'status' && (status === undefined || status === 'late')) {
    return readByValue(database, request, scope, filters, 's');
  }
  const order: BitOrder = sortBy === 'cancel_time' ? 'deadline' : 'day';
  const direction = sortBy === 'createdAt' || sortBy === 'cancel_time' ? request.direction : 'desc';
  const { timeZone } = filters;
  const tables = sql`${narrowingTables(facets, status)},
    ${pageTables({ order, direction, offset: (page - 1) * limit, limit, timeZone })}`;
  const [row] = await execute(
    database,
    selectBundle<{ counts: Counts | null }>({
      tables,
      page: wholeRows(sql`select id from page_ids`),
      values: sql`(select counts from counts) as counts`,
    }),
    { prepared: true },
  );
  const counts = row?.counts ?? {};
  return { ...readBundle(row), counts, length: counts[status ?? '*'] ?? 0, capped: false };
}

/** One neighbourhood after another by name, or one status after another, newest first in each. */
async function readByValue(
  database: Database,
  request: ListRequest,
  scope: Scope,
  filters: CaseFilters,
  letter: 'n' | 's',
): Promise<ListResult> {
  const { status, page, limit } = request;
  const facets = facetsOf(scope, filters);
  const [row] = await execute(
    database,
    sql<{ counts: Counts | null; buckets: Readonly<Record<string, number>> | null }>`
      with ${narrowingTables(facets, status)}
      select (select counts from counts) as counts,
        (select json_object_agg(bucket, count) from (${countsByValue(letter)}) as by_value) as buckets`,
    { prepared: true },
  );
  const lengths = row?.buckets ?? {};
  const values = letter === 's' ? [...statuses] : await namedNeighborhoods(database, request);
  const ordered = request.direction === 'asc' ? values : values.toReversed();
  const ids: number[] = [];
  let before = 0;
  for (const value of ordered) {
    const length = lengths[value] ?? 0;
    const offset = Math.max(0, (page - 1) * limit - before);
    const wanted = limit - ids.length;
    if (wanted > 0 && offset < length) {
      const own: Facet = {
        ranges: [{ lo: `${letter}:${value}`, hi: `${letter}:${value}` }],
        isMatch: letter === 's' ? sql`status = ${value}` : sql`neighborhood_id = ${Number(value)}`,
      };
      ids.push(
        ...(await readIds(database, [...facets, own], {
          status,
          offset,
          limit: wanted,
          timeZone: filters.timeZone,
        })),
      );
    }
    before += length;
    if (ids.length >= limit) break;
  }
  const counts = row?.counts ?? {};
  return {
    ...(await readRows(database, scope, ids)),
    counts,
    length: counts[status ?? '*'] ?? 0,
    capped: false,
  };
}

async function readIds(
  database: Database,
  facets: readonly Facet[],
  { status, ...page }: Pick<ListRequest, 'status' | 'limit'> & { offset: number; timeZone: string },
): Promise<number[]> {
  const statement: Fragment = sql`
    with ${narrowingTables(facets, status)}, ${pageTables({ order: 'day', direction: 'desc', ...page })}
    select id from page_ids`;
  const rows = await execute(database, sql<{ id: number }>`${statement}`);
  return rows.map(({ id }) => id);
}

/** The ids of all neighbourhoods, by their names in a language. */
async function namedNeighborhoods(database: Database, { language }: ListRequest): Promise<string[]> {
  const name = sql.ref(`name_${language}`);
  const rows = await execute(
    database,
    sql<{ id: number }>`select id from neighborhoods_v1_neighborhoods order by ${name}, id`,
  );
  return rows.map(({ id }) => String(id));
}
