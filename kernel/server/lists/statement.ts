import { CompiledQuery } from 'kysely';
import { prepared as preparedText } from '../database/pool/prepared.ts';
import type { Database, DatabaseTransaction } from '../plugins/api/index.ts';

/** A statement in the making: its text refers to values by the names that {@link Values.add} gives. */
export interface Values {
  readonly list: unknown[];
  /** Adds a value and answers what stands for it in the text. @example values.add(7, 'bigint') // '$1::bigint' */
  add(value: unknown, type: string): string;
  /**
   * The same within a subquery, which hides the value from the planner. A prepared statement is planned once for all values
   * only where a plan for the very value does not look cheaper; planning a list anew takes longer than reading it.
   */
  addOpaque(value: unknown, type: string): string;
}

/** Starts the list of a statement's values. */
export function createValues(): Values {
  const list: unknown[] = [];
  const add = (value: unknown, type: string) => `$${list.push(value)}::${type}`;
  return { list, add, addOpaque: (value, type) => `(select ${add(value, type)})` };
}

/** Runs a statement; `prepared` keeps its plan, which suits only texts that are few. */
export async function execute<Row>(
  database: Database | DatabaseTransaction,
  text: string,
  values: Values,
  { prepared = false } = {},
): Promise<Row[]> {
  const statement = CompiledQuery.raw(prepared ? preparedText(text) : text, values.list);
  const { rows } = await database.executeQuery<Row>(statement as CompiledQuery<Row>);
  return rows;
}
