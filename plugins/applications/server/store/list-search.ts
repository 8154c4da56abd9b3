import { sql } from 'kysely';
import {
  type Database,
  defaultMaxHits,
  every,
  execute,
  type Fragment,
  matchesPatterns,
  readSearch,
  type Scope,
  within,
} from '#kernel/plugin-api/server.ts';
import { statuses } from '../../contract.ts';
import { countsOf, isLate, type Counts } from './counts.ts';
import { onDays } from './day-buckets.ts';
import type { ListRequest, ListResult } from './list-request.ts';
import { readBundle, selectBundle, wholeRows } from './rows.ts';

/** A page of what a text finds. Up to the limit of counting all hits are sorted; beyond, the page is read in the order of an index. */
export async function readSearchPage(
  database: Database,
  request: ListRequest,
  scope: Scope,
  text: string,
): Promise<ListResult> {
  const { page, limit, maxHits = defaultMaxHits } = request;
  const offset = (page - 1) * limit;
  const matching = sql`from applications where ${conditionOf(request, scope, text)}`;
  const pageOf = sql`order by ${orderOf(request)} offset ${offset} limit ${limit}`;
  const [counted] = await execute(
    database,
    selectBundle<{ counts: Counts | null; hits: number }>({
      tables: sql`hits as materialized (
        select id, day, status, cancel_time, neighborhood_id ${matching} limit ${maxHits + 1}
      )`,
      page: wholeRows(sql`select id from hits where (select count(*) from hits) <= ${maxHits} ${pageOf}`),
      values: sql`${countsOf(scope, request.days)} as counts, (select count(*) from hits) as hits`,
    }),
  );
  const { hits = 0, counts } = counted ?? {};
  const result = { counts: counts ?? {}, length: Math.min(hits, maxHits), capped: hits > maxHits };
  if (!result.capped || offset >= maxHits) return { ...readBundle(counted), ...result };
  const [sorted] = await execute(
    database,
    selectBundle({ page: wholeRows(sql`select id ${matching} ${pageOf}`) }),
  );
  return { ...readBundle(sorted), ...result };
}

function conditionOf({ status, days }: ListRequest, scope: Scope, text: string): Fragment {
  const { patterns, number, digits } = readSearch(text);
  // A whole JSHSHIR is looked up as it is: its trigrams are in every other key.
  const isJshshir = digits?.length === 14;
  const found = isJshshir ? sql`personal_number = ${digits}` : matchesPatterns(patterns);
  return every([
    within(scope),
    number === null || isJshshir ? found : sql`(${found} or id = ${number})`,
    days ? onDays(days) : null,
    status === 'late' ? isLate : null,
    status !== undefined && status !== 'late' ? sql`status = ${status}` : null,
  ]);
}

function orderOf({ sortBy, direction, language }: ListRequest): Fragment {
  const sense = sql.raw(direction);
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
