import { sql } from 'kysely';
import type { DatabaseTransaction, ServerContext } from '../plugins/api/index.ts';

const everySoOften = 500;
/** Deleted rows are passed over by every reader until they are cleared away; so many are hardly felt. */
const mostLeftLying = 1000;

/**
 * Folds the appended changes of counts into the counts, all the time: readers have the fewer to add up. `fold` takes the rows
 * out of `table` and answers how many they were.
 */
export function scheduleCompaction(
  { every, transaction, database, log }: Pick<ServerContext, 'every' | 'transaction' | 'database' | 'log'>,
  table: string,
  fold: (database: DatabaseTransaction) => Promise<number>,
): void {
  let lying = 0;
  every(`fold-${table}`, everySoOften, async () => {
    const folded = await transaction(({ database: within }) => fold(within));
    lying += folded;
    const quiet = folded === 0 && lying > 0;
    if (!quiet && lying < mostLeftLying) return;
    lying = 0;
    // Not in a transaction; when it cannot be done the database does it by itself, somewhat later.
    await sql`vacuum ${sql.table(table)}`
      .execute(database)
      .catch((error: unknown) => log.debug({ err: error }, 'the folded rows were not cleared away'));
  });
}
