import { scheduleCompaction } from '#kernel/server/lists/keep-folding.ts';
import type { ServerContext } from '#kernel/server/plugins/api/index.ts';
import { foldCounts, sweepCounts } from './store/counts.ts';
import { foldChanges } from './store/metrics.ts';
import { writeSearchKeys } from './store/write-search-keys.ts';

const minute = 60_000;

/** Keeps the counts short and the search whole, for as long as the plugin runs. */
export async function keepLists(context: ServerContext): Promise<void> {
  scheduleCompaction(context, 'household_count_deltas', foldCounts);
  scheduleCompaction(context, 'household_changes', foldChanges);
  context.every('sweep-counts', 60 * minute, () =>
    context.transaction(({ database }) => sweepCounts(database)),
  );
  await writeSearchKeys(context.database, 1000);
  // Those of a large city, or written by hand, follow while the server works already.
  context.every('search-keys', 2000, () => writeSearchKeys(context.database, 10_000));
}
