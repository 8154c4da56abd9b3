import { scheduleCompaction } from '#kernel/server/lists/keep-folding.ts';
import type { ServerContext } from '#kernel/server/plugins/api/index.ts';
import { foldCounts, sweepCounts } from './store/counts.ts';
import { writeKeys } from './store/unfolded.ts';

const hour = 60 * 60 * 1000;

/** Keeps the counts short and the search whole, for as long as the plugin runs. */
export async function keepLists(context: ServerContext): Promise<void> {
  scheduleCompaction(context, 'user_count_deltas', foldCounts);
  context.every('sweep-counts', hour, () => context.transaction(({ database }) => sweepCounts(database)));
  await writeKeys(context.database, 1000);
  // Those of a large register, and those that come later, follow while the server works already.
  context.every('keys', 2000, () => writeKeys(context.database, 10_000));
}
