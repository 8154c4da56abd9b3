import { scheduleCompaction, type ServerContext } from '#kernel/plugin-api/server.ts';
import { compactCounts, removeEmptyCounters } from './store/compaction.ts';
import { writeKeys } from './store/uncompacted.ts';

const hour = 60 * 60 * 1000;

/** Keeps the counts short and the search whole, for as long as the plugin runs. */
export async function keepLists(context: ServerContext): Promise<void> {
  scheduleCompaction(context, 'user_count_deltas', compactCounts);
  context.every('remove-empty-counters', hour, () =>
    context.transaction(({ database }) => removeEmptyCounters(database)),
  );
  await writeKeys(context.database, 1000);
  // Those of a large register, and those that come later, follow while the server works already.
  context.every('keys', 2000, () => writeKeys(context.database, 10_000));
}
