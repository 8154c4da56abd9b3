import type { Database } from '../plugins/api/index.ts';
import { within, type Scope } from './scope.ts';
import { execute, createValues, type Values } from './statement.ts';

/** The newest rows that are looked through first: what many bear is found among them at once. */
const newest = 6000;
/** Of what only few of the newest bear, so many hits of the index are put in order. */
const most = 1000;

/** Where the first hits of a text are found. */
export interface HitSource {
  readonly table: string;
  readonly scope: Scope;
  /** The columns of the condition. */
  readonly columns: string;
  /** The newest first, as an index has them: of the whole table, and of a neighbourhood. */
  readonly order: string;
  condition(values: Values): string;
}

/**
 * The ids of the first few rows that a text finds, for whom an exact number and order matter less than time. A name that many
 * bear is found among the newest, without touching its hundred thousand others; a rare one in the index of its letters. Each
 * of the two looks at a bounded number of rows.
 */
export async function firstHits(
  database: Database,
  source: HitSource,
  { limit, signal }: { limit: number; signal: AbortSignal },
): Promise<number[]> {
  const values = createValues();
  const recent = await execute<{ id: number }>(database, recentSql(source, limit, values), values);
  if (recent.length >= limit) return recent.map(({ id }) => id);
  signal.throwIfAborted();
  const all = createValues();
  const { table, columns, order, condition, scope } = source;
  const rows = await execute<{ id: number }>(
    database,
    `select id from (
       select ${columns} from ${table} where ${condition(all)} and ${within(scope, 'neighborhood_id', all)} limit ${most}
     ) as hit order by ${order} limit ${all.add(limit, 'bigint')}`,
    all,
  );
  const known = new Set(recent.map(({ id }) => id));
  return [...known, ...rows.map(({ id }) => id).filter((id) => !known.has(id))].slice(0, limit);
}

function recentSql(
  { table, scope, columns, order, condition }: HitSource,
  limit: number,
  values: Values,
): string {
  const walked =
    scope === 'everywhere'
      ? `(select ${columns} from ${table} order by ${order} limit ${newest}) as recent`
      : `unnest(${values.addOpaque(scope, 'bigint[]')}::bigint[]) as own (neighborhood) cross join lateral (
           select ${columns} from ${table} where neighborhood_id = own.neighborhood
           order by ${order} limit ${Math.max(20, Math.ceil(newest / scope.length))}
         ) as recent`;
  return `select id from ${walked} where ${condition(values)} order by ${order} limit ${values.add(limit, 'bigint')}`;
}
