import { sql } from 'kysely';
import type { ServerContext } from '#kernel/server/plugin.ts';
import { foldCounts } from './store/counts.ts';

const everySoOften = 500;
/** Deleted rows are passed over by every reader until they are cleared away; so many are hardly felt. */
const mostLeftLying = 1000;

/** Folds the appended changes of counts into the counts, all the time: readers have the fewer to add up. */
export function foldRegularly({
  every,
  transaction,
  database,
  log,
}: Pick<ServerContext, 'every' | 'transaction' | 'database' | 'log'>): void {
  let lying = 0;
  every('fold-counts', everySoOften, async () => {
    const folded = await transaction(({ database: within }) => foldCounts(within));
    lying += folded;
    const quiet = folded === 0 && lying > 0;
    if (!quiet && lying < mostLeftLying) return;
    lying = 0;
    // Not in a transaction; when it cannot be done the database does it by itself, somewhat later.
    await sql`vacuum application_count_deltas`
      .execute(database)
      .catch((error: unknown) => log.debug({ err: error }, 'the folded rows were not cleared away'));
  });
}
