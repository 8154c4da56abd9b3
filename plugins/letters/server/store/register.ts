import { sql } from 'kysely';
import type { DatabaseTransaction } from '#kernel/plugin-api/server.ts';
import { createSerialQueue } from '#kernel/domain/values/serial-queue.ts';

/** A number in the outgoing register. */
export interface RegisterNumber {
  readonly year: number;
  readonly number: number;
  /** `YYYY-MM-DD`, never before the day of the previous number. */
  readonly day: string;
}

/** Assigns the register's numbers on this node. */
export interface Register {
  /**
   * Takes the next number of the year, and renders the letter with it. The letter is rendered for the
   * expected number before the register is locked; if another node was faster, it is rendered again under the
   * lock.
   */
  take(
    database: DatabaseTransaction,
    draw: (register: RegisterNumber) => Promise<Buffer>,
  ): Promise<{ register: RegisterNumber; bytes: Buffer }>;
}

/** Creates the register of this node. Its letters are rendered one after the other, so that each one's number is known. */
export function createRegister(timeZone: string): Register {
  const inSequence = createSerialQueue();
  let taken: RegisterNumber | null = null;

  async function takeNext(
    database: DatabaseTransaction,
    draw: (register: RegisterNumber) => Promise<Buffer>,
  ): Promise<{ register: RegisterNumber; bytes: Buffer }> {
    const expected = await nextNumber(database, timeZone, taken);
    // Until the commit is certain, the next letter does not rely on this number.
    taken = null;
    const drawn = await draw(expected);
    const register = await takeNumber(database, timeZone);
    const bytes = isSame(expected, register) ? drawn : await draw(register);
    taken = register;
    return { register, bytes };
  }

  return {
    take: (database, draw) => inSequence(() => takeNext(database, draw)),
  };
}

function isSame(one: RegisterNumber, other: RegisterNumber): boolean {
  return one.year === other.year && one.number === other.number && one.day === other.day;
}

/**
 * The expected next number, unless another node takes it first. `taken` is this node's last one, which may
 * not be committed yet.
 */
async function nextNumber(
  database: DatabaseTransaction,
  timeZone: string,
  taken: RegisterNumber | null,
): Promise<RegisterNumber> {
  const { rows } = await sql<RegisterNumber>`
    with today as materialized (select (clock_timestamp() at time zone ${timeZone})::date as day)
    select extract(year from today.day)::int as year,
      greatest(coalesce(register.last_number, 0),
        case when ${taken?.year ?? null}::int = extract(year from today.day)::int then ${taken?.number ?? 0}::int else 0 end
      ) + 1 as number,
      greatest(register.last_day, today.day)::text as day
    from today left join letter_registers as register on register.year = extract(year from today.day)::int`.execute(
    database,
  );
  return firstOf(rows);
}

/**
 * Takes the next number of the year. The year's row stays locked until the transaction ends, so that numbers
 * are assigned one after the other across all nodes, and the number of a rolled-back letter goes to the next
 * one.
 */
async function takeNumber(database: DatabaseTransaction, timeZone: string): Promise<RegisterNumber> {
  const { rows } = await sql<RegisterNumber>`
    with today as materialized (select (clock_timestamp() at time zone ${timeZone})::date as day)
    insert into letter_registers as register (year, last_number, last_day)
    select extract(year from day)::int, 1, day from today
    on conflict (year) do update set last_number = register.last_number + 1,
      last_day = greatest(register.last_day, excluded.last_day)
    returning year, last_number as number, last_day::text as day`.execute(database);
  return firstOf(rows);
}

function firstOf(rows: readonly RegisterNumber[]): RegisterNumber {
  const [row] = rows;
  if (!row) throw new Error('the register returned no number');
  return row;
}
