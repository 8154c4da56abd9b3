import { sql } from 'kysely';
import {
  addUp,
  countersWithin,
  type Database,
  every,
  execute,
  type Fragment,
  opaque,
  type Scope,
  within,
} from '#kernel/plugin-api/server.ts';
import type { ApplicationMetrics, Days, EmploymentStatus } from '../../contract.ts';
import { isLate } from './counts.ts';
import { countersOnDays, onDays } from './day-buckets.ts';
import { durationsOf, type StepCount } from './durations.ts';

/** The scope and the grouping of metrics. */
export interface MetricsRequest {
  readonly scope: Scope;
  readonly days: Days | null;
  readonly bucketSize: 'day' | 'month';
  readonly timeZone: string;
}

type Point = ApplicationMetrics['arrivals'][number];

/** The conditions of a request on counters and uncompacted changes: grouped by day or month, and ungrouped. */
function conditionsOf({ scope, days, bucketSize }: MetricsRequest) {
  const byDay = sql`grain = 'day'`;
  return {
    counters: countersWithin(scope),
    changes: every([within(scope), days && onDays(days)]),
    total: days ? countersOnDays(days) : sql`grain = 'all'`,
    buckets: !days
      ? sql`grain = ${sql.lit(bucketSize)}`
      : bucketSize === 'day'
        ? sql`${byDay} and ${onDays(days, 'since')}`
        : countersOnDays(days),
  };
}

/** Rows (since, count) by day or month, in order. */
function readPoints(
  database: Database,
  { bucketSize }: MetricsRequest,
  ...sources: Fragment[]
): Promise<Point[]> {
  const since = bucketSize === 'day' ? sql`since` : sql`date_trunc('month', since::timestamp)::date`;
  const points = addUp(
    ['since'],
    sql`
    select ${since} as since, count from (${sql.join(sources, sql` union all `)}) as source (since, count)`,
  );
  return execute(database, sql<Point>`select * from (${points}) as point where count <> 0 order by since`, {
    prepared: true,
  });
}

/** The number of applications received, by day or month. */
export function readArrivals(database: Database, request: MetricsRequest): Promise<Point[]> {
  const { counters, changes, buckets } = conditionsOf(request);
  return readPoints(
    database,
    request,
    sql`select since, count from application_counts where ${counters} and status = '*' and ${buckets}`,
    sql`select day, delta from application_count_deltas where ${changes}`,
  );
}

/** Uncompacted steps: (from_status, to_status, day, length_class, delta). */
function uncompactedSteps({ scope, timeZone }: MetricsRequest): Fragment {
  return sql`(
    select from_status, to_status, (at at time zone ${opaque(timeZone, 'text')})::date as day, length_class, delta
    from application_step_deltas where ${within(scope)}
  ) as step`;
}

/** The number of completed applications, by day or month. */
export function readCompletions(database: Database, request: MetricsRequest): Promise<Point[]> {
  const { counters, buckets } = conditionsOf(request);
  const { days } = request;
  return readPoints(
    database,
    request,
    sql`select since, count from application_step_counts where ${counters} and to_status = 'completed' and ${buckets}`,
    sql`
      select day, delta from ${uncompactedSteps(request)}
      where ${every([sql`to_status = 'completed'`, days && onDays(days)])}`,
  );
}

/** How long each status lasted. */
export async function readDurations(
  database: Database,
  request: MetricsRequest,
): Promise<ApplicationMetrics['durations']> {
  const { counters, total } = conditionsOf(request);
  const { days } = request;
  const counts = addUp(
    ['status', 'length_class'],
    sql`
      select from_status as status, length_class, count from application_step_counts where ${counters} and ${total}`,
    sql`
      select from_status, length_class, delta from ${uncompactedSteps(request)}
      where ${every([days && onDays(days)])}`,
  );
  const statement = sql<StepCount>`select * from (${counts}) as step order by status, length_class`;
  return durationsOf(await execute(database, statement, { prepared: true }));
}

/** The number of applications by employment. */
export async function readEmployment(
  database: Database,
  request: MetricsRequest,
): Promise<Partial<Record<EmploymentStatus, number>>> {
  const { counters, changes, total } = conditionsOf(request);
  const counts = addUp(
    ['employment_status'],
    sql`select employment_status, count from application_employment_counts where ${counters} and ${total}`,
    sql`
      select employment_status, delta from application_count_deltas
      where employment_status is not null and ${changes}`,
  );
  const statement = sql<{
    employment_status: EmploymentStatus;
    count: number;
  }>`select * from (${counts}) as total`;
  const rows = await execute(database, statement, { prepared: true });
  return Object.fromEntries(rows.map(({ employment_status, count }) => [employment_status, count]));
}

interface LateRow {
  readonly id: number | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly count: number;
  readonly since: string;
}

/** Returns the number of overdue applications of each receiver: one scan of the covering index of open applications. */
export async function readLate(
  database: Database,
  request: MetricsRequest,
): Promise<ApplicationMetrics['late']> {
  const { changes: own } = conditionsOf(request);
  const rows = await execute(
    database,
    sql<LateRow>`
      select admin.id, admin.first_name, admin.last_name, sum(late.count)::bigint as count, min(late.since) as since
      from (
        select receiver_id, count(*) as count, min(cancel_time) as since from applications
        where ${isLate} and ${own} group by receiver_id
      ) as late left join kernel_v1_admins as admin on admin.id = late.receiver_id
      group by admin.id, admin.first_name, admin.last_name order by count desc, admin.id`,
    { prepared: true },
  );
  return rows.map(({ id, first_name, last_name, count, since }) => ({
    receiver: id === null ? null : { id, first_name: first_name ?? '', last_name: last_name ?? '' },
    count,
    since,
  }));
}
