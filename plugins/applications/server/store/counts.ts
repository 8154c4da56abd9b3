import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '#kernel/server/plugins/api/index.ts';
import { countedWithin, within, type Scope } from '#kernel/server/lists/scope.ts';
import { execute, createValues, type Values } from '#kernel/server/lists/statement.ts';
import type { Days, Status } from '../../contract.ts';
import { countedOn, onDays } from './day-buckets.ts';

/** How many applications there are by status; `*` is all, `late` the open ones past their deadline. What is absent is 0. */
export type Counts = Readonly<Partial<Record<Status | '*' | 'late', number>>>;

/** Open applications: those that still have a deadline to keep. As literals, so that partial indexes serve. */
export const isOpen = `status in ('created', 'accepted')`;

/** The quarter of an hour that has begun; what was due before it is counted, what is due within it is looked at. */
const thisQuarter = `date_bin('15 minutes', now(), '2000-01-01 00:00:00+00'::timestamptz)`;

/** Rows (status, count) that add up to the exact counts of a scope, in the snapshot of the statement they stand in. */
function partsSql(scope: Scope, values: Values, days: Days | null): string {
  const counted = countedWithin(scope, values);
  const own = within(scope, 'neighborhood_id', values);
  if (days) return partsOfDaysSql(days, { counted, own }, values);
  return `
    select neighborhood_id, status, count from application_counts
      where ${counted} and status in ('*', 'created', 'accepted', 'completed', 'rejected', 'canceled')
        and grain = 'all'
    union all
    select neighborhood_id, 'late', count from application_due_counts where ${counted} and due < ${thisQuarter}
    union all
    select neighborhood_id, kind, delta
      from application_count_deltas
      cross join lateral (
        values (status), ('*'), (case when due < ${thisQuarter} then 'late' end)
      ) as each (kind)
      where kind is not null and ${own}
    union all
    select neighborhood_id, 'late', 1 from applications
      where ${isOpen} and cancel_time >= ${thisQuarter} and cancel_time < now() and ${own}`;
}

/** The same for those that came on some days; the late ones among them are counted in an index that holds all they need. */
function partsOfDaysSql(
  days: Days,
  { counted, own }: { counted: string; own: string },
  values: Values,
): string {
  return `
    select neighborhood_id, status, count from application_counts
      where ${counted} and status in ('*', 'created', 'accepted', 'completed', 'rejected', 'canceled')
        and ${countedOn(days, values)}
    union all
    select neighborhood_id, kind, delta
      from application_count_deltas cross join lateral (values (status), ('*')) as each (kind)
      where ${own} and ${onDays(days, 'day', values)}
    union all
    select neighborhood_id, 'late', count(*) from applications
      where ${isOpen} and cancel_time < now() and ${own} and ${onDays(days, 'day', values)} group by neighborhood_id`;
}

/** One JSON value: the {@link Counts} of a scope, or null when nothing was ever counted there. */
export function countsSql(scope: Scope, values: Values, days: Days | null = null): string {
  return `(select json_object_agg(status, count) from (
    select status, sum(count)::bigint as count from (${partsSql(scope, values, days)}) as part group by status) as total)`;
}

/** The {@link Counts} of a scope. */
export async function readCounts(
  database: Database,
  scope: Scope,
  days: Days | null = null,
): Promise<Counts> {
  const values = createValues();
  const text = `select ${countsSql(scope, values, days)} as counts`;
  const [row] = await execute<{ counts: Counts | null }>(database, text, values, { prepared: true });
  return row?.counts ?? {};
}

/** The counts of each neighbourhood in a scope, in the order of their names in a language. */
export async function countByNeighborhood(
  database: Database,
  scope: Scope,
  language: 'uz' | 'ru',
  days: Days | null = null,
): Promise<{ neighborhood_id: number; counts: Counts }[]> {
  const values = createValues();
  const { rows: neighborhoods } = await sql<{ id: number }>`
    select id from neighborhoods order by ${sql.ref(`name_${language}`)}, id`.execute(database);
  const ids = neighborhoods.map(({ id }) => id).filter((id) => scope === 'everywhere' || scope.includes(id));
  const rows = await execute<{ neighborhood_id: number; status: keyof Counts; count: number }>(
    database,
    `select neighborhood_id, status, sum(count)::bigint as count
     from (${partsSql(ids, values, days)}) as part group by 1, 2`,
    values,
    { prepared: true },
  );
  const found = new Map(ids.map((id) => [id, {} as Record<string, number>]));
  for (const { neighborhood_id, status, count } of rows) {
    const counts = found.get(neighborhood_id);
    if (counts) counts[status] = count;
  }
  return ids.map((id) => ({ neighborhood_id: id, counts: found.get(id) ?? {} }));
}

/** Folds what was appended into the counts and answers how many rows that were; one at a time, or they wait in line. */
export async function foldCounts(database: DatabaseTransaction): Promise<number> {
  const { rows } = await sql<{ folded: number }>`
    with gone as materialized (
      delete from application_count_deltas returning day, neighborhood_id, status, due, employment_status, delta
    ), counted as (
      insert into application_counts as total (neighborhood_id, status, grain, since, count)
      select coalesce(neighborhood_id, 0), coalesce(status, '*'),
             case when grouping(day) = 0 then 'day' when grouping(month) = 0 then 'month' else 'all' end,
             coalesce(day, month, 'infinity'), sum(delta)
      from (select *, date_trunc('month', day::timestamp)::date as month from gone) as change
      group by rollup (month, day), cube (neighborhood_id, status)
      having sum(delta) <> 0
      on conflict (neighborhood_id, status, grain, since) do update set count = total.count + excluded.count
    ), due_counted as (
      insert into application_due_counts as total (neighborhood_id, due, count)
      select coalesce(neighborhood_id, 0), due, sum(delta)
      from gone where due is not null group by due, cube (neighborhood_id)
      having sum(delta) <> 0
      on conflict (neighborhood_id, due) do update set count = total.count + excluded.count
    ), employment_counted as (
      insert into application_employment_counts as total (neighborhood_id, employment_status, grain, since, count)
      select coalesce(neighborhood_id, 0), employment_status,
             case when grouping(day) = 0 then 'day' when grouping(month) = 0 then 'month' else 'all' end,
             coalesce(day, month, 'infinity'), sum(delta)
      from (select *, date_trunc('month', day::timestamp)::date as month from gone) as change
      where employment_status is not null
      group by employment_status, rollup (month, day), cube (neighborhood_id)
      having sum(delta) <> 0
      on conflict (neighborhood_id, employment_status, grain, since) do update set count = total.count + excluded.count
    )
    select count(*) as folded from gone`.execute(database);
  await gatherPastDeadlines(database);
  return rows[0]?.folded ?? 0;
}

/** Keeps the number of late applications one row long: quarters of an hour that are over are added up. */
async function gatherPastDeadlines(database: DatabaseTransaction): Promise<void> {
  await sql`
    with past as (
      delete from application_due_counts
      where due > '-infinity' and due < ${sql.raw(thisQuarter)} returning neighborhood_id, count
    )
    insert into application_due_counts as total (neighborhood_id, due, count)
    select neighborhood_id, '-infinity', sum(count) from past group by neighborhood_id
    on conflict (neighborhood_id, due) do update set count = total.count + excluded.count`.execute(database);
}
