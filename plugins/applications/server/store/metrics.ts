import type { Database } from '#kernel/server/plugins/api/index.ts';
import { countedWithin, within, type Scope } from '#kernel/server/lists/scope.ts';
import { execute, createValues, type Values } from '#kernel/server/lists/statement.ts';
import type { ApplicationFigures, Days, EmploymentStatus } from '../../contract.ts';
import { isOpen } from './counts.ts';
import { countedOn, onDays } from './day-buckets.ts';
import { lengthsOf, type StepCount } from './durations.ts';

/** What figures are read of. */
export interface FiguresRequest {
  readonly scope: Scope;
  readonly days: Days | null;
  readonly grain: 'day' | 'month';
  readonly timeZone: string;
}

type Point = ApplicationFigures['arrivals'][number];

const sinceSql = { day: 'since', month: `date_trunc('month', since::timestamp)::date` } as const;

/** The counted rows (grain, since) that make up the days that are meant; by the month all months when none are named. */
function countedRows({ days, grain }: FiguresRequest, values: Values): string {
  if (!days) return `grain = '${grain}'`;
  return grain === 'day' ? `grain = 'day' and ${onDays(days, 'since', values)}` : countedOn(days, values);
}

/** How many came, by day or month. */
export async function readArrivals(database: Database, request: FiguresRequest): Promise<Point[]> {
  const values = createValues();
  return execute<Point>(
    database,
    `select ${sinceSql[request.grain]} as since, sum(count)::bigint as count from (
       select since, count from application_counts
         where ${countedWithin(request.scope, values)} and status = '*' and ${countedRows(request, values)}
       union all
       select day, delta from application_count_deltas
         where ${within(request.scope, 'neighborhood_id', values)}
           ${request.days ? `and ${onDays(request.days, 'day', values)}` : ''}
     ) as part group by 1 having sum(count) <> 0 order by 1`,
    values,
    { prepared: true },
  );
}

/** Steps that are not yet folded, as rows (from_status, to_status, since, length_class, count). */
function freshSteps({ scope, days, timeZone }: FiguresRequest, values: Values): string {
  return `
    select * from (
      select from_status, to_status, (at at time zone ${values.addOpaque(timeZone, 'text')})::date as since, length_class,
        delta as count
      from application_step_deltas where ${within(scope, 'neighborhood_id', values)}
    ) as fresh ${days ? `where ${onDays(days, 'since', values)}` : ''}`;
}

/** How many were completed, by day or month. */
export async function readCompletions(database: Database, request: FiguresRequest): Promise<Point[]> {
  const values = createValues();
  return execute<Point>(
    database,
    `select ${sinceSql[request.grain]} as since, sum(count)::bigint as count from (
       select since, count from application_step_counts
         where ${countedWithin(request.scope, values)} and to_status = 'completed' and ${countedRows(request, values)}
       union all
       select since, count from (${freshSteps(request, values)}) as fresh where to_status = 'completed'
     ) as part group by 1 having sum(count) <> 0 order by 1`,
    values,
    { prepared: true },
  );
}

/** How long each status lasted. */
export async function readLengths(
  database: Database,
  request: FiguresRequest,
): Promise<ApplicationFigures['lengths']> {
  const values = createValues();
  const rows = await execute<StepCount>(
    database,
    `select from_status as status, length_class, sum(count)::bigint as count from (
       select from_status, length_class, count from application_step_counts
         where ${countedWithin(request.scope, values)}
           and ${request.days ? countedOn(request.days, values) : `grain = 'all'`}
       union all
       select from_status, length_class, count from (${freshSteps(request, values)}) as fresh
     ) as part group by 1, 2 order by 1, 2`,
    values,
    { prepared: true },
  );
  return lengthsOf(rows);
}

/** How many there are by employment. */
export async function readEmployment(
  database: Database,
  { scope, days }: FiguresRequest,
): Promise<Partial<Record<EmploymentStatus, number>>> {
  const values = createValues();
  const rows = await execute<{ employment_status: EmploymentStatus; count: number }>(
    database,
    `select employment_status, sum(count)::bigint as count from (
       select employment_status, count from application_employment_counts
         where ${countedWithin(scope, values)} and ${days ? countedOn(days, values) : `grain = 'all'`}
       union all
       select employment_status, delta from application_count_deltas
         where employment_status is not null and ${within(scope, 'neighborhood_id', values)}
           ${days ? `and ${onDays(days, 'day', values)}` : ''}
     ) as part group by 1`,
    values,
    { prepared: true },
  );
  return Object.fromEntries(rows.map(({ employment_status, count }) => [employment_status, count]));
}

/** Who is responsible for how many late ones; one walk through the index of the open ones, which holds all of it. */
export async function readLate(
  database: Database,
  { scope, days }: FiguresRequest,
): Promise<ApplicationFigures['late']> {
  const values = createValues();
  const rows = await execute<{
    id: number | null;
    first_name: string | null;
    last_name: string | null;
    count: number;
    since: string;
  }>(
    database,
    `select admin.id, admin.first_name, admin.last_name, sum(late.count)::bigint as count, min(late.since) as since
     from (
       select receiver_id, count(*) as count, min(cancel_time) as since from applications
       where ${isOpen} and cancel_time < now() and ${within(scope, 'neighborhood_id', values)}
         ${days ? `and ${onDays(days, 'day', values)}` : ''}
       group by receiver_id
     ) as late left join admins as admin on admin.id = late.receiver_id
     group by admin.id order by count desc, admin.id`,
    values,
    { prepared: true },
  );
  return rows.map(({ id, first_name, last_name, count, since }) => ({
    receiver: id === null ? null : { id, first_name: first_name ?? '', last_name: last_name ?? '' },
    count,
    since,
  }));
}
