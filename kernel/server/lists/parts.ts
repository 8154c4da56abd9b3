import type { Database, DatabaseTransaction } from '../plugins/api/index.ts';
import { execute, type Values } from './statement.ts';

/**
 * A long list is made of parts that follow one another, such as days or blocks of ids, whose lengths are kept as they change
 * (kernel/decisions/0002-counters-and-seek.md). Their sum is the exact length of the list; only the parts that a page touches
 * are walked, each in an index that has its rows in order.
 */
export interface Part {
  readonly key: string;
  readonly count: number;
  /** How many of its rows come before the page, and how many are on it. */
  readonly skip: number;
  readonly take: number;
}

/** How long a list is, and the parts that a stretch of it touches. */
export interface Stretch {
  readonly length: number;
  readonly parts: readonly Part[];
}

/** What a stretch is cut out of. */
export interface PartsRequest {
  /** A query of (key, count), and of whatever else `order` puts these in order by. */
  readonly parts: string;
  /**
   * The same of coarser parts, such as months where there are too many days to add up: of the finer ones, `parts` then gives
   * those within the table expression `touched` (key).
   */
  readonly coarse?: string;
  readonly order: string;
  readonly offset: number;
  readonly limit: number;
  /** Keep the statement prepared, which only texts that are few may be. */
  readonly prepared: boolean;
}

/** Cuts a stretch out of the parts of a list. */
export async function findParts(
  database: Database | DatabaseTransaction,
  { parts, coarse, order, offset, limit, prepared }: PartsRequest,
  values: Values,
): Promise<Stretch> {
  const from = values.addOpaque(offset, 'bigint');
  const to = values.addOpaque(offset + limit, 'bigint');
  const running = (query: string, before: string) => `
    select key::text as key, count::bigint as count, (${before} + sum(count) over sequence - count)::bigint as before,
      row_number() over sequence as place
    from (${query}) as part where count > 0 window sequence as (order by ${order})`;
  const whole = running(coarse ?? parts, '0');
  const [row] = await execute<{ length: number | null; parts: Part[] | null }>(
    database,
    `with whole as materialized (${whole}),
     touched as materialized (select * from whole where before < ${to} and before + count > ${from}),
     part as (${coarse === undefined ? 'select * from touched' : running(parts, '(select min(before) from touched)')})
     select (select sum(count)::bigint from whole) as length, (
       select json_agg(json_build_object('key', key, 'count', count, 'skip', greatest(${from} - before, 0),
         'take', least(${to} - before, count) - greatest(${from} - before, 0)) order by place)
       from part where before < ${to} and before + count > ${from}
     ) as parts`,
    values,
    { prepared },
  );
  return { length: row?.length ?? 0, parts: row?.parts ?? [] };
}

/** How the rows of a part are walked. */
export interface PartWalk {
  readonly table: string;
  /** Whether a row is in the part of a key, and passes the filters; `key` is a `text`. */
  where(key: string): string;
  /** The order within a part, which an index has. */
  readonly terms: readonly string[];
  readonly direction: 'asc' | 'desc';
}

/** Chooses the ids of the wanted rows of some parts: (id, line). Of a part alone it walks in from the nearer end. */
export function walkParts(parts: readonly Part[], walk: PartWalk, values: Values): string {
  const [only] = parts;
  const isReversed = parts.length === 1 && only !== undefined && only.skip > only.count / 2;
  const wanted =
    isReversed && only ? [{ ...only, skip: Math.max(0, only.count - only.skip - only.take) }] : parts;
  const list = (pick: (part: Part) => unknown, type: string) => values.addOpaque(wanted.map(pick), type);
  const direction = isReversed === (walk.direction === 'desc') ? 'asc' : 'desc';
  const order = walk.terms.map((term) => `${term} ${direction}`).join(', ');
  const keys = list(({ key }) => key, 'text[]');
  const skips = list(({ skip }) => skip, 'bigint[]');
  const takes = list(({ take }) => take, 'bigint[]');
  return `
    select run.id, row_number() over (order by part.place, run.line ${isReversed ? 'desc' : 'asc'}) as line
    from unnest(${keys}, ${skips}, ${takes}) with ordinality as part (key, skip, take, place)
    cross join lateral (
      select id, row_number() over () as line from (
        select id from ${walk.table} where ${walk.where('part.key')} order by ${order} offset part.skip limit part.take
      ) as walked
    ) as run`;
}
