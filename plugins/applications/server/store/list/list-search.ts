import { sql } from 'kysely';
import {
  type Database,
  defaultMaxHits,
  directionSql,
  every,
  execute,
  type Fragment,
  matchesPatterns,
  readSearch,
  rowsOfIds,
  type Scope,
  within,
} from '#kernel/plugin-api/server.ts';
import { statuses } from '../../../contract.ts';
import { facetsOf } from './facets.ts';
import { countsOf, isLate, type Counts } from '../counts.ts';
import { onDays } from '../day-buckets.ts';
import type { ListRequest, ListResult } from './list-request.ts';
import { readBundle, selectBundle, type Bundle } from '../rows.ts';

/**
 * A page of the matches of a text. Up to the counting limit all hits are sorted; beyond it, the page is read
 * in the order of an index. Two statements: the search differs for each text and is planned each time, so it
 * joins nothing.
 */
export async function readSearchPage(
  database: Database,
  request: ListRequest,
  scope: Scope,
  text: string,
): Promise<ListResult> {
  const { page, limit, maxHits = defaultMaxHits } = request;
  const offset = (page - 1) * limit;
  const found = foundBy(request, scope, text);
  const pageOf = sql`order by ${orderOf(request)} offset ${offset} limit ${limit}`;
  const [row] = await execute(
    database,
    sql<{ counts: Counts | null; hits: number; ids: readonly number[] }>`
      with hits as materialized (
        select id, day, status, cancel_time, neighborhood_id ${found} limit ${maxHits + 1}
      )
      select ${countsOf(scope, request.days)} as counts, (select count(*) from hits) as hits,
        array(select id from hits where (select count(*) from hits) <= ${maxHits} ${pageOf}) as ids`,
  );
  const { hits = 0, counts, ids = [] } = row ?? {};
  const isCapped = hits > maxHits;
  const shown = isCapped && offset < maxHits ? await readIds(database, sql`${found} ${pageOf}`) : ids;
  return {
    ...(await readRows(database, scope, shown)),
    counts: counts ?? {},
    length: Math.min(hits, maxHits),
    capped: isCapped,
  };
}

/** Returns the applications that a text matches, as `from … where …`. */
export function foundBy(
  request: Pick<ListRequest, 'status' | 'days' | 'filters'>,
  scope: Scope,
  text: string,
): Fragment {
  return sql`from applications where ${conditionOf(request, scope, text)}`;
}

async function readIds(database: Database, condition: Fragment): Promise<number[]> {
  const rows = await execute(database, sql<{ id: number }>`select id ${condition}`);
  return rows.map(({ id }) => id);
}

/** Applications with their references, in the order of their ids, without those that have left the scope. */
async function readRows(database: Database, scope: Scope, ids: readonly number[]): Promise<Bundle> {
  if (ids.length === 0) return readBundle(undefined);
  const page = sql`
    select one.* from (${rowsOfIds(ids)}) as given
    cross join lateral (select * from applications where applications.id = given.id and ${within(scope)} offset 0) as one
    order by given.line`;
  const [row] = await execute(database, selectBundle({ page }), { prepared: true });
  return readBundle(row);
}

function conditionOf(
  { status, days, filters }: Pick<ListRequest, 'status' | 'days' | 'filters'>,
  scope: Scope,
  text: string,
): Fragment {
  const { patterns, number, digits } = readSearch(text);
  // A complete JSHSHIR is compared directly: its trigrams are in every other key.
  const isJshshir = digits?.length === 14;
  const found = isJshshir ? sql`personal_number = ${digits}` : matchesPatterns(patterns);
  return every([
    within(scope),
    number === null || isJshshir ? found : sql`(${found} or id = ${number})`,
    days ? onDays(days) : null,
    filters ? every(facetsOf('everywhere', filters).map(({ isMatch }) => isMatch)) : null,
    status === 'late' ? isLate : null,
    status !== undefined && status !== 'late' ? sql`status = ${status}` : null,
  ]);
}

function orderOf({ sortBy, direction, language }: ListRequest): Fragment {
  const sense = directionSql[direction];
  switch (sortBy) {
    case 'createdAt':
      return sql`day ${sense}, id ${sense}`;
    case 'cancel_time':
      return sql`cancel_time ${sense}, id ${sense}`;
    case 'status':
      return sql`array_position(${[...statuses]}::text[], status) ${sense}, day desc, id desc`;
    case 'neighborhood': {
      const name = sql.ref(`n.name_${language}`);
      return sql`(select ${name} from neighborhoods_v1_neighborhoods as n where n.id = neighborhood_id) ${sense},
        neighborhood_id ${sense}, day desc, id desc`;
    }
  }
}
