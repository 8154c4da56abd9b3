import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '#kernel/server/api/index.ts';
import { execute } from './statement.ts';

/** Reserves the next id of a table. */
export type ReserveId = (database: Database | DatabaseTransaction) => number | Promise<number>;

/**
 * The number of ids reserved at once: few enough that the ids of several nodes remain nearly in the order of their
 * rows.
 */
const batch = 20;

/**
 * Creates a function that reserves ids from the sequence of a table's `id` before the rows are written, so that a row
 * and its references can be sent together. Unused ids are skipped, like those of a transaction that is rolled back.
 */
export function createIdReserve(table: string): ReserveId {
  let reserved: number[] = [];
  let refill: Promise<void> | null = null;

  async function take(database: Database | DatabaseTransaction): Promise<number> {
    for (;;) {
      const id = reserved.shift();
      if (id !== undefined) return id;
      // Callers that arrive during the read wait for the same ids.
      refill ??= fill(database).finally(() => (refill = null));
      await refill;
    }
  }

  async function fill(database: Database | DatabaseTransaction): Promise<void> {
    const rows = await execute(
      database,
      sql<{ id: number }>`
        select nextval(pg_get_serial_sequence(${table}, 'id'))::bigint as id from generate_series(1, ${batch}::int)`,
      { prepared: true },
    );
    reserved = rows.map(({ id }) => id);
  }

  return (database) => reserved.shift() ?? take(database);
}
