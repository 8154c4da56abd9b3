import { scheduleCompaction, type ServerContext } from '#kernel/plugin-api/server.ts';
import { compactChanges, compactCounts, removeEmptyCounters } from './store/compaction.ts';
import { writeSearchKeys } from './store/write-search-keys.ts';

const hourMs = 60 * 60 * 1000;

/** Keeps the counters compact and the search complete, as long as the plugin runs. */
export async function startJobs(context: ServerContext): Promise<void> {
  scheduleCompaction(context, 'household_count_deltas', compactCounts);
  scheduleCompaction(context, 'household_changes', compactChanges);
  context.every('remove-empty-counters', hourMs, () =>
    context.transaction(({ database }) => removeEmptyCounters(database)),
  );
  await writeSearchKeys(context.database, 1000);
  // Those of a large city, or written by hand, follow while the server is running already.
  context.every('search-keys', 2000, () => writeSearchKeys(context.database, 10_000));
}
