import { sql } from 'kysely';
import type { DatabaseTransaction } from '#kernel/plugin-api/server.ts';

/** A number of the outgoing register. */
export interface RegisterNumber {
  readonly year: number;
  readonly number: number;
  /** `YYYY-MM-DD`, never before the day of the number in front of it. */
  readonly day: string;
}

/**
 * Takes the next number of the year. The row of the year stays locked until the transaction ends, so that numbers are given
 * one after the other on all nodes, and one whose letter is rolled back goes to the next letter.
 */
export async function takeNumber(database: DatabaseTransaction, timeZone: string): Promise<RegisterNumber> {
  const { rows } = await sql<RegisterNumber>`
    with today as materialized (select (clock_timestamp() at time zone ${timeZone})::date as day)
    insert into letter_registers as register (year, last_number, last_day)
    select extract(year from day)::int, 1, day from today
    on conflict (year) do update set last_number = register.last_number + 1,
      last_day = greatest(register.last_day, excluded.last_day)
    returning year, last_number as number, last_day::text as day`.execute(database);
  const [row] = rows;
  if (!row) throw new Error('the register gave no number');
  return row;
}
