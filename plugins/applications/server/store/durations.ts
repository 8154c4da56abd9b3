import { sql } from 'kysely';
import type { DatabaseTransaction } from '#kernel/server/plugins/api/index.ts';
import { statuses, type Status, type StatusLength } from '../../contract.ts';

/** How many steps ended a status that had lasted for a class of lengths; classes are told in `003-figures.sql`. */
export interface StepCount {
  readonly status: Status;
  readonly length_class: number;
  readonly count: number;
}

const perDoubling = 8;

/** Median and p90 by status, in the order of an application's life; the counts are in the order of their classes. */
export function lengthsOf(counts: readonly StepCount[]): StatusLength[] {
  return statuses.flatMap((status) => {
    const own = counts.filter((one) => one.status === status && one.count > 0);
    const count = own.reduce((sum, one) => sum + one.count, 0);
    return count === 0
      ? []
      : [{ status, count, median: quantile(own, count / 2), p90: quantile(own, count * 0.9) }];
  });
}

/** The length in seconds below which so many are; within a class they are taken to lie evenly. */
function quantile(counts: readonly StepCount[], rank: number): number {
  let before = 0;
  for (const { length_class, count } of counts) {
    if (before + count >= rank) {
      const share = (rank - before) / count;
      // The first class begins at nothing; the others double every eight.
      const minutes =
        length_class === 0 ? share * 2 ** (1 / perDoubling) : 2 ** ((length_class + share) / perDoubling);
      return Math.round(minutes * 60);
    }
    before += count;
  }
  return 0;
}

/** A statement may take fifteen seconds; so many steps take less than one. The others wait for the next round. */
const mostAtOnce = 20_000;

/** Folds the steps that were appended into their counts and answers how many rows that were. */
export async function foldSteps(database: DatabaseTransaction, timeZone: string): Promise<number> {
  const { rows } = await sql<{ folded: number }>`
    with gone as materialized (
      delete from application_step_deltas
      where ctid = any(array(select ctid from application_step_deltas limit ${mostAtOnce}))
      returning at, neighborhood_id, from_status, to_status, length_class, delta
    ), counted as (
      insert into application_step_counts as total
        (neighborhood_id, from_status, to_status, grain, since, length_class, count)
      select coalesce(neighborhood_id, 0), from_status, to_status,
             case when grouping(day) = 0 then 'day' when grouping(month) = 0 then 'month' else 'all' end,
             coalesce(day, month, 'infinity'), length_class, sum(delta)
      from (
        select *, date_trunc('month', day::timestamp)::date as month
        from (select *, (at at time zone ${timeZone})::date as day from gone) as dated
      ) as change
      group by from_status, to_status, length_class, rollup (month, day), cube (neighborhood_id)
      on conflict (neighborhood_id, grain, since, from_status, to_status, length_class)
      do update set count = total.count + excluded.count
    )
    select count(*) as folded from gone`.execute(database);
  return rows[0]?.folded ?? 0;
}
