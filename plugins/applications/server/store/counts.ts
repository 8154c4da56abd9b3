import { sql } from 'kysely';
import {
  addUp,
  countersWithin,
  type Database,
  execute,
  type Fragment,
  opaque,
  type Scope,
  within,
} from '#kernel/plugin-api/server.ts';
import type { Days, Status } from '../../contract.ts';
import { countersOnDays, onDays } from './day-buckets.ts';

/** The number of applications by status; `*` is all, `late` the open ones past their deadline. Missing keys mean 0. */
export type Counts = Readonly<Partial<Record<Status | '*' | 'late', number>>>;

/** Open applications: those whose deadline runs. Literals, so that partial indexes apply. */
export const isOpen = sql`status in ('created', 'accepted')`;

/** Open applications past their deadline. */
export const isLate = sql`${isOpen} and cancel_time < now()`;

/**
 * The start of the current quarter of an hour: deadlines before it are counted, later ones are read from the
 * index.
 */
export const thisQuarter = sql`date_bin('15 minutes', now(), '2000-01-01 00:00:00+00'::timestamptz)`;

const countedStatuses = sql`status in ('*', 'created', 'accepted', 'completed', 'rejected', 'canceled')`;

/** Rows (neighborhood_id, status, count) that add up to the exact counts of a scope, in the snapshot of their statement. */
function sources(scope: Scope, days: Days | null): Fragment[] {
  const counters = countersWithin(scope);
  const own = within(scope);
  if (days) {
    return [
      sql`
        select neighborhood_id, status, count from application_counts
        where ${counters} and ${countedStatuses} and ${countersOnDays(days)}`,
      sql`
        select neighborhood_id, kind, delta
        from application_count_deltas cross join lateral (values (status), ('*')) as each (kind)
        where ${own} and ${onDays(days)}`,
      // An index of the open ones covers all columns needed here.
      sql`
        select neighborhood_id, 'late', count(*) from applications
        where ${isLate} and ${own} and ${onDays(days)} group by neighborhood_id`,
    ];
  }
  return [
    sql`
      select neighborhood_id, status, count from application_counts
      where ${counters} and ${countedStatuses} and grain = 'all'`,
    sql`
      select neighborhood_id, 'late', count from application_due_counts where ${counters} and due < ${thisQuarter}`,
    sql`
      select neighborhood_id, kind, delta
      from application_count_deltas
      cross join lateral (
        values (status), ('*'), (case when due < ${thisQuarter} then 'late' end)
      ) as each (kind)
      where kind is not null and ${own}`,
    sql`
      select neighborhood_id, 'late', 1 from applications
      where ${isOpen} and cancel_time >= ${thisQuarter} and cancel_time < now() and ${own}`,
  ];
}

/** One JSON value: the {@link Counts} of a scope, or null if nothing was ever counted there. */
export function countsOf(scope: Scope, days: Days | null = null): Fragment {
  return sql`(select json_object_agg(status, count) from (${addUp(['status'], ...sources(scope, days))}) as total)`;
}

/** The {@link Counts} of a scope. */
export async function readCounts(
  database: Database,
  scope: Scope,
  days: Days | null = null,
): Promise<Counts> {
  const statement = sql<{ counts: Counts | null }>`select ${countsOf(scope, days)} as counts`;
  const [row] = await execute(database, statement, { prepared: true });
  return row?.counts ?? {};
}

/** The counts of each neighbourhood in a scope, sorted by name in a language. */
export async function countByNeighborhood(
  database: Database,
  scope: Scope,
  language: 'uz' | 'ru',
  days: Days | null = null,
): Promise<{ id: number; name_uz: string; name_ru: string; counts: Counts }[]> {
  const { rows } = await sql<{ id: number; name_uz: string; name_ru: string }>`
    select id, name_uz, name_ru from neighborhoods_v1_neighborhoods order by ${sql.ref(`name_${language}`)}, id`.execute(
    database,
  );
  const neighborhoods = rows.filter(({ id }) => scope === 'everywhere' || scope.includes(id));
  const ids = neighborhoods.map(({ id }) => id);
  const counted = await execute(
    database,
    sql<{ neighborhood_id: number; counts: Counts }>`
      select neighborhood_id, json_object_agg(status, count) as counts
      from (${addUp(['neighborhood_id', 'status'], ...sources(ids, days))}) as total group by neighborhood_id`,
    { prepared: true },
  );
  const byId = new Map(counted.map(({ neighborhood_id: id, counts }) => [id, counts]));
  return neighborhoods.map((neighborhood) => ({ ...neighborhood, counts: byId.get(neighborhood.id) ?? {} }));
}

/** The condition that a status equals the requested one, or none if any is allowed. */
export function isStatus(status: string | undefined): Fragment {
  const filter = opaque(status ?? '*', 'text');
  return sql`(${filter} = '*' or status = ${filter})`;
}
