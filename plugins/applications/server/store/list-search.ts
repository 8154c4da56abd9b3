import type { Database } from '#kernel/server/plugins/api/index.ts';
import { within, type Scope } from '#kernel/server/lists/scope.ts';
import { readSearch } from '#kernel/server/lists/search-words.ts';
import { execute, createValues, type Values } from '#kernel/server/lists/statement.ts';
import { statuses } from '../../contract.ts';
import { countsSql, isOpen, type Counts } from './counts.ts';
import { onDays } from './day-buckets.ts';
import type { ListRequest, ListResult } from './list-request.ts';
import { bundleSql, readBundle, type BundleRow } from './rows.ts';

/** Hits are counted up to here; beyond, the list says that there are more. */
const usualMostHits = 10_000;

interface Answer extends BundleRow {
  readonly counts: Counts | null;
  readonly hits: number;
}

/** A page of what a text finds. As long as the hits are counted exactly they are sorted as they lie; else they are looked up in order. */
export async function findBySearch(
  database: Database,
  request: ListRequest,
  scope: Scope,
  text: string,
): Promise<ListResult> {
  const mostHits = request.mostHits ?? usualMostHits;
  const few = await readHits(database, request, scope, text, 'counted');
  const capped = few.hits > mostHits;
  const isBeyond = (request.page - 1) * request.limit >= mostHits;
  const row = capped && !isBeyond ? await readHits(database, request, scope, text, 'in order') : few;
  return { ...readBundle(row), counts: few.counts ?? {}, length: Math.min(few.hits, mostHits), capped };
}

async function readHits(
  database: Database,
  request: ListRequest,
  scope: Scope,
  text: string,
  way: 'counted' | 'in order',
): Promise<Answer> {
  const values = createValues();
  const mostHits = request.mostHits ?? usualMostHits;
  const matching = `from applications where ${conditionOf(request, scope, text, values)}`;
  const offset = values.add((request.page - 1) * request.limit, 'bigint');
  const wanted = `order by ${orderOf(request)} offset ${offset} limit ${values.add(request.limit, 'bigint')}`;
  const columns = 'id, day, status, cancel_time, neighborhood_id';
  const hits =
    way === 'counted'
      ? `hits as materialized (select ${columns} ${matching} limit ${mostHits + 1}),
         picked as materialized (
           select id, row_number() over () as line from (
             select id from hits where (select count(*) from hits) <= ${mostHits} ${wanted}) as page
         )`
      : `picked as materialized (
           select id, row_number() over () as line from (select id ${matching} ${wanted}) as page
         )`;
  const [row] = await execute<Answer>(
    database,
    `with ${hits}, page as materialized (
       select application.* from (select * from picked order by line) as picked
       cross join lateral (select * from applications where applications.id = picked.id offset 0) as application
     )
     select ${bundleSql}, ${way === 'counted' ? countsSql(scope, values, request.days) : 'null'} as counts,
       ${way === 'counted' ? '(select count(*) from hits)' : '0'} as hits`,
    values,
  );
  return row ?? { items: [], neighborhoods: [], people: [], files: [], counts: null, hits: 0 };
}

function conditionOf({ status, days }: ListRequest, scope: Scope, text: string, values: Values): string {
  const { patterns, number, digits } = readSearch(text);
  // A whole JSHSHIR is looked up as it is: its digits in threes are in every other key.
  const isJshshir = digits?.length === 14;
  const matches = isJshshir
    ? [`personal_number = ${values.add(digits, 'text')}`]
    : patterns.map((pattern) => `search_key like ${values.add(pattern, 'text')}`);
  const found = matches.length === 0 ? 'false' : matches.join(' and ');
  return [
    within(scope, 'neighborhood_id', values),
    number === null || isJshshir ? found : `(${found} or id = ${values.add(number, 'bigint')})`,
    days ? onDays(days, 'day', values) : null,
    status === 'late' ? `${isOpen} and cancel_time < now()` : null,
    status !== undefined && status !== 'late' ? `status = ${values.add(status, 'text')}` : null,
  ]
    .filter((condition) => condition !== null)
    .join(' and ');
}

function orderOf({ sortBy, direction, language }: ListRequest): string {
  switch (sortBy) {
    case 'createdAt':
      return `day ${direction}, id ${direction}`;
    case 'cancel_time':
      return `cancel_time ${direction}, id ${direction}`;
    case 'status':
      return `array_position(array['${statuses.join("', '")}'], status) ${direction}, day desc, id desc`;
    case 'neighborhood': {
      const place = `(select n.name_${language} from neighborhoods as n where n.id = neighborhood_id)`;
      return `${place} ${direction}, neighborhood_id ${direction}, day desc, id desc`;
    }
  }
}
