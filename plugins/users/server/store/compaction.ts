import { sql } from 'kysely';
import { compactCounters, type DatabaseTransaction } from '#kernel/plugin-api/server.ts';

/** Adds the appended changes of citizens to their counters. */
export function compactCounts(database: DatabaseTransaction): Promise<number> {
  return compactCounters(database, {
    changes: 'user_count_deltas',
    rollups: [
      {
        table: 'user_counts',
        key: {
          grain: sql`grain`,
          key: sql`key`,
          blocked: sql`coalesce(blocked, '*')`,
          filled: sql`coalesce(filled, '*')`,
        },
        source: (changes) => sql`select * from ${changes}`,
        groupBy: sql`grain, key, cube (blocked, filled)`,
      },
    ],
  });
}
