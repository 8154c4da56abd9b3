import { sql } from 'kysely';
import {
  compactCounters,
  type DatabaseTransaction,
  facetKey,
  type Rollup,
} from '#kernel/plugin-api/server.ts';
import { user } from '../../contract.ts';

const rollups: readonly Rollup[] = [
  {
    table: 'user_counts',
    key: {
      grain: sql`grain`,
      key: sql`key`,
      ...facetKey(user),
    },
    source: (changes) => sql`select * from ${changes} where grain <> 'word'`,
    groupBy: sql`grain, key, cube (blocked, filled)`,
  },
  {
    table: 'user_word_counts',
    key: { word: sql`key` },
    source: (changes) => sql`select * from ${changes} where grain = 'word'`,
    groupBy: sql`key`,
  },
];

/** Adds the appended changes of citizens to their counters. */
export function compactCounts(database: DatabaseTransaction): Promise<number> {
  return compactCounters(database, { changes: 'user_count_deltas', rollups });
}
