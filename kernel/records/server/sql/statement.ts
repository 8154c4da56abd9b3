import { sql, type RawBuilder } from 'kysely';
import { prepared as markPrepared } from '#kernel/server/database/pool/client.ts';
import { withNext as markWithNext } from '#kernel/server/database/pool/driver.ts';
import { compiler } from '#kernel/server/database/pool/run-statement.ts';
import type { Database, DatabaseTransaction } from '#kernel/server/api/index.ts';
import { reaches, type Area } from '#kernel/contract/index.ts';

/** A whole statement or a part of one, with its values. */
export type Fragment = RawBuilder<unknown>;

/** Refers to the columns of a row, whatever the alias of its table in a statement. */
export type Columns = (column: string) => Fragment;

/** The columns of a table by its alias, for fragments that do not know the statement around them. */
export function columnsOf(alias: string): Columns {
  return (column) => sql.ref(`${alias}.${column}`);
}

/** One template per type, since nested fragments are slow and a list has twenty of these. */
const opaqueValues = {
  bigint: (value: unknown) => sql`(select ${value}::bigint)`,
  text: (value: unknown) => sql`(select ${value}::text)`,
  date: (value: unknown) => sql`(select ${value}::date)`,
  'bigint[]': (value: unknown) => sql`(select ${value}::bigint[])`,
  'text[]': (value: unknown) => sql`(select ${value}::text[])`,
  'date[]': (value: unknown) => sql`(select ${value}::date[])`,
} as const satisfies Readonly<Record<string, (value: unknown) => Fragment>>;

/**
 * A value in a subquery, which hides it from the planner. PostgreSQL reuses the plan of a prepared statement only if a plan
 * for the actual values does not look cheaper, and planning a list takes longer than reading it.
 *
 * @example sql`limit ${opaque(20, 'bigint')}` // limit (select $1::bigint)
 */
export function opaque(value: unknown, type: keyof typeof opaqueValues): Fragment {
  return opaqueValues[type](value);
}

/** Compiles a fragment without values once, instead of with each statement that contains it. Throws if it has a value. */
export function constant(fragment: Fragment): Fragment {
  const { sql: text, parameters } = fragment.compile(compiler);
  if (parameters.length > 0) throw new Error('a constant fragment must not have values');
  return sql.raw(text);
}

/** Combines conditions with `and`; null ones are skipped. */
export function every(conditions: readonly (Fragment | null)[]): Fragment {
  const present = conditions.filter((condition) => condition !== null);
  return present.length === 0 ? sql`true` : sql.join(present, sql` and `);
}

/** The condition that a search key matches every pattern; false without patterns. */
export function matchesPatterns(patterns: readonly string[]): Fragment {
  return patterns.length === 0 ? sql`false` : every(patterns.map((one) => sql`search_key like ${one}`));
}

/** The moment at which a day begins in a time zone; `day` is a date or `YYYY-MM-DD`. */
export function startOfDay(day: string | Fragment, timeZone: string | Fragment): Fragment {
  return sql`((${day})::date::timestamp at time zone ${timeZone})`;
}

/** The moment at which a day ends in a time zone, which belongs to the next day. */
export function endOfDay(day: string | Fragment, timeZone: string | Fragment): Fragment {
  return sql`(((${day})::date + 1)::timestamp at time zone ${timeZone})`;
}

/** Rows (id, line) of the given ids, in their order. */
export function rowsOfIds(ids: readonly number[]): Fragment {
  return sql`select id, line from unnest(${opaque([...ids], 'bigint[]')}::bigint[]) with ordinality as given (id, line)`;
}

/**
 * Executes a statement. `prepared` prepares it on each connection, only for statements with few different texts.
 * `withNext` sends it with the next statement of its transaction without waiting for rows, see {@link markWithNext}.
 */
export async function execute<Row>(
  database: Database | DatabaseTransaction,
  statement: RawBuilder<Row>,
  { prepared = false, withNext = false } = {},
): Promise<Row[]> {
  const compiled = statement.compile(database);
  const query = prepared ? { ...compiled, sql: markPrepared(compiled.sql) } : compiled;
  const { rows } = await database.executeQuery<Row>(withNext ? markWithNext(query) : query);
  return rows;
}

/** The neighbourhoods of a list: all, or these, which are within the viewer's area. */
export type Scope = 'everywhere' | readonly number[];

/** The intersection of an area and a neighbourhood filter; empty if the filter lies outside. */
export function scopeOf(area: Area, neighborhood: number | undefined): Scope {
  if (neighborhood === undefined) return area;
  return reaches(area, neighborhood) ? [neighborhood] : [];
}

const isTrue = sql`true`;
const neighborhoodId = sql.ref('neighborhood_id');

/** The condition that limits a statement to a scope, by a column or by its name. */
export function within(scope: Scope, column: string | Fragment = neighborhoodId): Fragment {
  if (scope === 'everywhere') return isTrue;
  const name = typeof column === 'string' ? sql.ref(column) : column;
  const [only] = scope;
  return scope.length === 1
    ? sql`${name} = ${opaque(only, 'bigint')}`
    : sql`${name} = any(${opaque(scope, 'bigint[]')}::bigint[])`;
}

/** The same condition for counters, whose neighbourhood 0 stands for all. */
export function countersWithin(scope: Scope): Fragment {
  return scope === 'everywhere' ? sql`neighborhood_id = 0` : within(scope);
}
