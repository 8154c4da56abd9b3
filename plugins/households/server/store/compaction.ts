import { sql } from 'kysely';
import {
  compactCounters,
  type DatabaseTransaction,
  facetKey,
  type Fragment,
  type Rollup,
} from '#kernel/plugin-api/server.ts';
import { household } from '../../contract.ts';

/** Counters of some kinds of buckets for every combination of some filters; 0 and '' mean any value. */
function rollupOf(kinds: Fragment, filters: Fragment): Rollup {
  return {
    table: 'household_counts',
    key: {
      grain: sql`grain`,
      key: sql`key`,
      neighborhood_id: sql`coalesce(neighborhood_id, 0)`,
      ...facetKey(household),
    },
    source: (changes) => sql`select * from ${changes} where grain ${kinds}`,
    groupBy: sql`grain, key, ${filters}`,
  };
}

const rollups: readonly Rollup[] = [
  rollupOf(
    sql`in ('all', 'block')`,
    sql`cube (neighborhood_id, household_category_id, house_type, author_id)`,
  ),
  // These changes have no author; those of days have no category and house type either.
  rollupOf(
    sql`not in ('all', 'block', 'day')`,
    sql`cube (neighborhood_id, household_category_id, house_type), author_id`,
  ),
  rollupOf(sql`= 'day'`, sql`cube (neighborhood_id), household_category_id, house_type, author_id`),
];

/** Adds the appended changes of households to their counters. */
export function compactCounts(database: DatabaseTransaction): Promise<number> {
  return compactCounters(database, { changes: 'household_count_deltas', rollups });
}

/**
 * The maximum number of rows per statement: they take a fraction of a second; the statement timeout is
 * fifteen.
 */
const maxChanges = 20_000;

/** Adds the appended changes to the counters by neighbourhood, and returns their number. */
export async function compactChanges(database: DatabaseTransaction): Promise<number> {
  const { rows } = await sql<{ compacted: number }>`
    with removed as materialized (
      delete from household_changes where ctid = any(array(
        select ctid from household_changes where neighborhood_id in (
          select neighborhood_id from household_changes group by neighborhood_id having count(*) > 1)
        limit ${maxChanges}))
      returning neighborhood_id, count
    ), added as (
      insert into household_changes (neighborhood_id, count)
      select neighborhood_id, sum(count) from removed group by neighborhood_id
    )
    select count(*) as compacted from removed`.execute(database);
  return rows[0]?.compacted ?? 0;
}
