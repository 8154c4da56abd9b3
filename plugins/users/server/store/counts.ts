import { sql } from 'kysely';
import type { DatabaseTransaction } from '#kernel/server/plugins/api/index.ts';

/** Folds what was appended into the counts and answers how many rows that were; one at a time, or they wait in line. */
export async function foldCounts(database: DatabaseTransaction): Promise<number> {
  const { rows } = await sql<{ folded: number }>`
    with gone as materialized (
      delete from user_count_deltas returning grain, key, blocked, filled, delta
    ), counted as (
      insert into user_counts as total (grain, key, blocked, filled, count)
      select grain, key, coalesce(blocked, '*'), coalesce(filled, '*'), sum(delta)
      from gone group by grain, key, cube (blocked, filled) having sum(delta) <> 0
      on conflict (grain, blocked, filled, key) do update set count = total.count + excluded.count
    )
    select count(*) as folded from gone`.execute(database);
  return rows[0]?.folded ?? 0;
}

/** Removes the counts of parts that have become empty. */
export async function sweepCounts(database: DatabaseTransaction): Promise<void> {
  await sql`delete from user_counts where count = 0`.execute(database);
}
