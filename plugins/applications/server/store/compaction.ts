import { sql } from 'kysely';
import {
  byDayMonthAndAll,
  calendarKey,
  compactCounters,
  type DatabaseTransaction,
  type Fragment,
  type Rollup,
} from '#kernel/plugin-api/server.ts';
import { thisQuarter } from './counts.ts';

/**
 * The maximum number of rows per statement: for a single kind of counter they take less than a second; the
 * statement timeout is fifteen.
 */
const maxSteps = 20_000;

/** The bucket's columns of the counters. */
const bucketColumns = { grain: calendarKey.bucketSize, since: calendarKey.since };

const anyNeighborhood = sql`coalesce(neighborhood_id, 0)`;

/** Changes with the month of their day. */
const withMonth = (changes: Fragment) =>
  sql`select *, date_trunc('month', day::timestamp)::date as month from ${changes}`;

const countRollups: readonly Rollup[] = [
  {
    table: 'application_counts',
    key: { neighborhood_id: anyNeighborhood, status: sql`coalesce(status, '*')`, ...bucketColumns },
    source: withMonth,
    groupBy: sql`${byDayMonthAndAll}, cube (neighborhood_id, status)`,
  },
  {
    table: 'application_due_counts',
    key: { neighborhood_id: anyNeighborhood, due: sql`due` },
    source: (changes) => sql`select * from ${changes} where due is not null`,
    groupBy: sql`due, cube (neighborhood_id)`,
  },
  {
    table: 'application_employment_counts',
    key: { neighborhood_id: anyNeighborhood, employment_status: sql`employment_status`, ...bucketColumns },
    source: (changes) => sql`${withMonth(changes)} where employment_status is not null`,
    groupBy: sql`employment_status, ${byDayMonthAndAll}, cube (neighborhood_id)`,
  },
];

/** Adds the appended changes of applications to their counters. */
export async function compactCounts(database: DatabaseTransaction): Promise<number> {
  const compacted = await compactCounters(database, {
    changes: 'application_count_deltas',
    rollups: countRollups,
  });
  await mergePastQuarters(database);
  return compacted;
}

/** Keeps the counter of overdue applications at one row: past quarters of an hour are merged. */
async function mergePastQuarters(database: DatabaseTransaction): Promise<void> {
  await sql`
    with past as (
      delete from application_due_counts
      where ctid = any(array(
        select ctid from application_due_counts where due > '-infinity' and due < ${thisQuarter} limit ${maxSteps}))
      returning neighborhood_id, count
    )
    insert into application_due_counts as total (neighborhood_id, due, count)
    select neighborhood_id, '-infinity', sum(count) from past group by neighborhood_id
    on conflict (neighborhood_id, due) do update set count = total.count + excluded.count`.execute(database);
}

/** Adds the appended steps between statuses to their counters, by days in a time zone. */
export function compactSteps(database: DatabaseTransaction, timeZone: string): Promise<number> {
  return compactCounters(database, {
    changes: 'application_step_deltas',
    maxChanges: maxSteps,
    rollups: [
      {
        table: 'application_step_counts',
        key: {
          neighborhood_id: anyNeighborhood,
          from_status: sql`from_status`,
          to_status: sql`to_status`,
          length_class: sql`length_class`,
          ...bucketColumns,
        },
        source: (changes) =>
          withMonth(sql`(select *, (at at time zone ${timeZone})::date as day from ${changes}) as dated`),
        groupBy: sql`from_status, to_status, length_class, ${byDayMonthAndAll}, cube (neighborhood_id)`,
      },
    ],
  });
}
