import { CompiledQuery, RawNode, sql, ValueNode, type OperationNode, type RawBuilder } from 'kysely';
import { prepared as keepPrepared } from '#kernel/server/database/pool/prepared.ts';
import type { Database, DatabaseTransaction } from '#kernel/server/api/index.ts';

/** A part of a statement, or a whole one, with its values. */
export type Fragment = RawBuilder<unknown>;

/** One template for each type: a list has twenty of these, and a fragment within a fragment takes time. */
const opaqueValues = {
  bigint: (value: unknown) => sql`(select ${value}::bigint)`,
  text: (value: unknown) => sql`(select ${value}::text)`,
  date: (value: unknown) => sql`(select ${value}::date)`,
  'bigint[]': (value: unknown) => sql`(select ${value}::bigint[])`,
  'text[]': (value: unknown) => sql`(select ${value}::text[])`,
  'date[]': (value: unknown) => sql`(select ${value}::date[])`,
} as const satisfies Readonly<Record<string, (value: unknown) => Fragment>>;

/**
 * A value in a subquery, which hides it from the planner. PostgreSQL keeps one plan for a prepared statement only where a
 * plan for the very values does not look cheaper; planning a list for each request takes longer than reading it.
 *
 * @example sql`limit ${opaque(20, 'bigint')}` // limit (select $1::bigint)
 */
export function opaque(value: unknown, type: keyof typeof opaqueValues): Fragment {
  return opaqueValues[type](value);
}

/** Conditions that must all hold; those that are null are left out. */
export function every(conditions: readonly (Fragment | null)[]): Fragment {
  const present = conditions.filter((condition) => condition !== null);
  return present.length === 0 ? sql`true` : sql.join(present, sql` and `);
}

/** The condition that a search key matches every pattern; no pattern matches nothing. */
export function matchesPatterns(patterns: readonly string[]): Fragment {
  return patterns.length === 0 ? sql`false` : every(patterns.map((one) => sql`search_key like ${one}`));
}

/** Rows (id, line) of the given ids, in their order. */
export function rowsOfIds(ids: readonly number[]): Fragment {
  return sql`select id, line from unnest(${opaque([...ids], 'bigint[]')}::bigint[]) with ordinality as given (id, line)`;
}

/** A fragment without values as one piece of text, for what stands in each statement of a list. */
export function constant(fragment: Fragment): Fragment {
  const values: unknown[] = [];
  const text = textOf(fragment.toOperationNode(), values);
  if (text === null || values.length > 0)
    throw new Error('A constant fragment has no values, references or identifiers.');
  return sql.raw(text);
}

/** Runs a statement; `prepared` keeps it on each connection, which only statements of few different texts may ask for. */
export async function execute<Row>(
  database: Database | DatabaseTransaction,
  statement: RawBuilder<Row>,
  { prepared = false } = {},
): Promise<Row[]> {
  const compiled = compileRaw(statement) ?? statement.compile(database);
  if (prepared) keepPrepared(compiled.sql);
  const { rows } = await database.executeQuery<Row>(compiled);
  return rows;
}

/**
 * The text and the values of fragments within fragments, ten times as fast as Kysely's compiler; null where a statement has
 * references or identifiers, which that one quotes.
 */
function compileRaw<Row>(statement: RawBuilder<Row>): CompiledQuery<Row> | null {
  const values: unknown[] = [];
  const text = textOf(statement.toOperationNode(), values);
  return text === null ? null : (CompiledQuery.raw(text, values) as CompiledQuery<Row>);
}

function textOf(node: OperationNode, values: unknown[]): string | null {
  if (ValueNode.is(node) && !node.immediate) return `$${values.push(node.value)}`;
  if (!RawNode.is(node)) return null;
  const { sqlFragments, parameters } = node;
  let text = sqlFragments[0] ?? '';
  for (let index = 0; index < parameters.length; index++) {
    const parameter = parameters[index];
    const inner = parameter && textOf(parameter, values);
    if (inner === null || inner === undefined) return null;
    text += inner + (sqlFragments[index + 1] ?? '');
  }
  return text;
}
