import { findParts, walkParts } from '#kernel/server/lists/parts.ts';
import { readSearch } from '#kernel/server/lists/search-words.ts';
import { execute, createValues, type Values } from '#kernel/server/lists/statement.ts';
import type { Database } from '#kernel/server/plugins/api/index.ts';
import type { UserSort } from '../../contract.ts';
import { readRows, type UserRow } from './rows.ts';

/** What a list is asked for. */
export interface ListRequest {
  readonly page: number;
  readonly limit: number;
  readonly blocked?: boolean | undefined;
  readonly filled?: boolean | undefined;
  readonly search?: string | undefined;
  readonly sortBy: UserSort;
  readonly direction: 'asc' | 'desc';
  /** The number of hits at which a text search stops counting. */
  readonly mostHits?: number;
}

/** A page of a list. */
export interface ListResult {
  readonly rows: readonly UserRow[];
  readonly length: number;
  readonly capped: boolean;
  /** Of more than are counted only those found first were put in order. */
  readonly orderCapped?: boolean;
}

/** Each order: the parts that it is counted by, who is in one, and how they lie in it. */
const orders = {
  createdAt: {
    grain: 'day',
    coarse: { grain: 'month', letters: 6 },
    member: (key: string) =>
      `created_day = "left"(${key}, 8)::date and id >= substr(${key}, 9)::bigint * 20000
       and id < (substr(${key}, 9)::bigint + 1) * 20000`,
    terms: ['created_day', 'id'],
    all: ['created_day', 'id'],
  },
  name: {
    grain: 'name',
    coarse: { grain: 'letters', letters: 2 },
    member: (key: string) => `"left"(name_key, 4) = ${key} collate "C"`,
    terms: ['name_key', 'id'],
    all: ['"left"(name_key, 4)', 'name_key', 'id'],
  },
} as const;

/** Hits are counted up to here; beyond, the list says that there are more. */
const usualMostHits = 10_000;

/** Reads one page and the exact length of the list: first which parts the page touches, then who is on it. */
export async function readList(database: Database, request: ListRequest): Promise<ListResult> {
  if (request.search !== undefined && request.search !== '') {
    return findBySearch(database, request, request.search);
  }
  const order = orders[request.sortBy];
  const stretch = { offset: (request.page - 1) * request.limit, limit: request.limit };
  const counts = createValues();
  const { length, parts } = await findParts(
    database,
    { ...countsSql(request, counts), order: `key ${request.direction}`, prepared: true, ...stretch },
    counts,
  );
  if (parts.length === 0) return { rows: [], length, capped: false };
  const values = createValues();
  const filters = filtersSql(request);
  const where = (key: string) => `${order.member(key)} and ${filters}`;
  const { direction } = request;
  const picked = walkParts(parts, { table: 'users', where, terms: order.terms, direction }, values);
  return { rows: await readRows(database, picked, values, { prepared: true }), length, capped: false };
}

/** Rows (key, count) of the coarse parts, and of the finer ones within those touched, in the snapshot of their statement. */
function countsSql(
  { sortBy, blocked, filled }: ListRequest,
  values: Values,
): { coarse: string; parts: string } {
  const { grain, coarse } = orders[sortBy];
  const [asked, complete] = [blocked, filled].map((flag) =>
    values.addOpaque(flag === undefined ? '*' : String(flag), 'text'),
  );
  const counted = (of: string, within = '', each = '') => `
    select key, sum(count) as count from (
      select counts.key, counts.count from user_counts as counts ${within}
      where grain = '${of}' and blocked = ${asked} and filled = ${complete} ${each}
      union all
      select counts.key, counts.delta from user_count_deltas as counts ${within}
      where grain = '${of}' and (${asked} = '*' or blocked = ${asked}) and (${complete} = '*' or filled = ${complete}) ${each}
    ) as piece group by key`;
  // The bounds are for the index; a name of one letter is no beginning of others' two.
  const inTouched = `and counts.key >= touched.key and counts.key <= touched.key || U&'\\+10FFFF'
    and "left"(counts.key, ${coarse.letters}) = touched.key`;
  return {
    coarse: counted(coarse.grain),
    parts: counted(grain, 'cross join touched', inTouched),
  };
}

/** As literals: they are few, and an index of the blocked alone serves. */
function filtersSql({ blocked, filled }: ListRequest): string {
  const conditions = [
    blocked === undefined ? null : blocked ? 'blocked' : 'not blocked',
    filled === undefined ? null : filled ? 'is_fully_filled' : 'not is_fully_filled',
  ].filter((condition) => condition !== null);
  return conditions.length === 0 ? 'true' : conditions.join(' and ');
}

/**
 * A page of what a text finds. As long as they are counted exactly they are sorted as they lie; beyond, the newest are looked
 * up in order, and of a name those found first are sorted: they lie together, far from where a walk would begin.
 */
async function findBySearch(database: Database, request: ListRequest, text: string): Promise<ListResult> {
  const { sortBy, mostHits: most = usualMostHits, limit } = request;
  const offset = (request.page - 1) * limit;
  const { hits, ids } = await findHits(database, request, text, { offset, most });
  const [length, capped] = [Math.min(hits, most), hits > most];
  const orderCapped = capped && sortBy === 'name';
  if (offset >= length) return { rows: [], length, capped, orderCapped };
  const values = createValues();
  if (!capped || orderCapped) {
    const given = values.addOpaque(ids, 'bigint[]');
    const picked = `select id, line from unnest(${given}::bigint[]) with ordinality as given (id, line)`;
    return {
      rows: await readRows(database, picked, values, { prepared: true }),
      length,
      capped,
      orderCapped,
    };
  }
  const picked = `
    select id, row_number() over () as line from (
      select id from users where ${matchSql(request, text, values)} order by ${orderSql(request)}
      offset ${values.add(offset, 'bigint')} limit ${values.add(Math.min(limit, length - offset), 'bigint')}
    ) as page`;
  return { rows: await readRows(database, picked, values), length, capped, orderCapped };
}

/** How many a text finds, up to a limit and one more, and the ids of a page of those that are counted. */
async function findHits(
  database: Database,
  request: ListRequest,
  text: string,
  { offset, most }: { offset: number; most: number },
): Promise<{ hits: number; ids: number[] }> {
  const values = createValues();
  // The newest are looked up by themselves when there are more.
  const wanted = request.sortBy === 'name' ? 'true' : `(select count(*) from hit) <= ${most}`;
  const [row] = await execute<{ hits: number; ids: number[] | null }>(
    database,
    `with hit as materialized (
       select id, created_day, name_key from users where ${matchSql(request, text, values)} limit ${most + 1}
     )
     select (select count(*) from hit) as hits, array(
       select id from (select * from hit limit ${most}) as counted where ${wanted} order by ${orderSql(request)}
       offset ${values.add(offset, 'bigint')} limit ${values.add(request.limit, 'bigint')}
     ) as ids`,
    values,
  );
  return { hits: row?.hits ?? 0, ids: row?.ids ?? [] };
}

function orderSql({ sortBy, direction }: ListRequest): string {
  return orders[sortBy].all.map((term) => `${term} ${direction}`).join(', ');
}

function matchSql(request: ListRequest, text: string, values: Values): string {
  const { patterns, digits } = readSearch(text);
  // A whole JSHSHIR is looked up as it is: its digits in threes are in every other key.
  if (digits?.length === 14)
    return `${filtersSql(request)} and personal_number = ${values.add(digits, 'text')}`;
  const found = patterns.map((pattern) => `search_key like ${values.add(pattern, 'text')}`);
  return [filtersSql(request), ...(found.length > 0 ? found : ['false'])].join(' and ');
}
