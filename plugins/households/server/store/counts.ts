import { sql } from 'kysely';
import type { DatabaseTransaction } from '#kernel/server/plugins/api/index.ts';

/** Folds what was appended into the counts and answers how many rows that were; one at a time, or they wait in line. */
export async function foldCounts(database: DatabaseTransaction): Promise<number> {
  const { rows } = await sql<{ folded: number }>`
    with gone as materialized (
      delete from household_count_deltas
      returning grain, key, neighborhood_id, household_category_id, house_type, author_id, delta
    ), rolled as (
      select grain, key, neighborhood_id, household_category_id, house_type, author_id, sum(delta) as delta
      from gone where grain in ('all', 'block')
      group by grain, key, cube (neighborhood_id, household_category_id, house_type, author_id)
      union all
      select grain, key, neighborhood_id, household_category_id, house_type, 0, sum(delta)
      from gone where grain not in ('all', 'block', 'day')
      group by grain, key, cube (neighborhood_id, household_category_id, house_type)
      union all
      select grain, key, neighborhood_id, 0, '', 0, sum(delta)
      from gone where grain = 'day' group by grain, key, cube (neighborhood_id)
    ), counted as (
      insert into household_counts as total
        (grain, key, neighborhood_id, household_category_id, house_type, author_id, count)
      select grain, key, coalesce(neighborhood_id, 0), coalesce(household_category_id, 0), coalesce(house_type, ''),
        coalesce(author_id, 0), delta
      from rolled where delta <> 0
      on conflict (grain, neighborhood_id, household_category_id, house_type, author_id, key)
      do update set count = total.count + excluded.count
    )
    select count(*) as folded from gone`.execute(database);
  return rows[0]?.folded ?? 0;
}

/** Removes the counts of parts that have become empty, such as days on which nothing is left as it was. */
export async function sweepCounts(database: DatabaseTransaction): Promise<void> {
  await sql`delete from household_counts where count = 0`.execute(database);
}
