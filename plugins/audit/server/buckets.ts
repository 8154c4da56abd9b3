import { sql } from 'kysely';
import { addUp, endOfDay, every, execute, startOfDay, type Fragment } from '#kernel/plugin-api/server.ts';
import type { AuditFacets } from '../contract.ts';
import { type Criteria, conditionsOf } from './criteria.ts';
import type { LogSnapshot } from './snapshot.ts';

/** The time zone of the counters' days. */
const utc = sql`'UTC'`;

/** The id that counters use for the server itself. */
const nobodyId = -1;

const isIn = (ids: readonly number[]): Fragment => sql`id = any(${[...ids]}::bigint[])`;

/** Every action in the log, with its subject types. */
export async function readKnownActions({
  database,
  uncounted,
}: LogSnapshot): Promise<AuditFacets['actions']> {
  return execute(
    database,
    sql<AuditFacets['actions'][number]>`
      select action, array_agg(subject_type order by subject_type) as subject_types from (
        select action, subject_type from kernel_v1_audit_counts
        where admin_id = 0 and action <> '' and day = 'infinity'
        union
        select action, subject_type from kernel_v1_audit where ${isIn(uncounted)}
      ) as known group by action order by action`,
  );
}

/** The actions in the log that match the filters for action, plugin or subject type; null without such a filter. */
export async function readActions(
  log: LogSnapshot,
  { action, plugin, subject_type: type }: Criteria['filters'],
): Promise<readonly string[] | null> {
  const isOfPlugin = (one: string) => plugin === undefined || one.startsWith(`${plugin}.`);
  if (action !== undefined) return [action].filter(isOfPlugin);
  if (plugin === undefined && type === undefined) return null;
  const known = await readKnownActions(log);
  return known
    .filter((one) => isOfPlugin(one.action) && (type === undefined || one.subject_types.includes(type)))
    .map((one) => one.action);
}

/** The days in UTC (key, count) of a list: counted days, entries not counted yet, and days that a filter covers partly. */
export function bucketsOf(
  { uncounted }: LogSnapshot,
  criteria: Criteria,
  actions: readonly string[] | null,
): Fragment {
  const { filters, timeZone } = criteria;
  const { admin, subject_type: type, date_from: from, date_to: to } = filters;
  const byAction = actions !== null || type !== undefined;
  const start = from === undefined ? null : startOfDay(from, timeZone);
  const end = to === undefined ? null : endOfDay(to, timeZone);
  const conditions = conditionsOf(criteria, actions);
  const dayOf = (moment: Fragment) => sql`timezone('UTC', ${moment})::date`;
  // Whether the filter covers these days completely.
  const isWhole = (day: Fragment) =>
    every([
      start && sql`${day} >= ${dayOf(sql`${start} + interval '1 day' - interval '1 millisecond'`)}`,
      end && sql`${day} < ${dayOf(end)}`,
    ]);
  const countDays = (those: readonly (Fragment | null)[]) => sql`
    select ${dayOf(sql`at`)} as key, count(*) from kernel_v1_audit where ${every(those)} group by key`;
  const sources = [
    sql`select day as key, count from kernel_v1_audit_counts as counts where ${every([
      sql`admin_id = ${admin === 'system' ? nobodyId : (admin ?? 0)}`,
      byAction ? sql`action <> ''` : sql`action = '' and subject_type = ''`,
      actions === null ? null : sql`action = any(${[...actions]}::text[])`,
      type === undefined ? null : sql`subject_type = ${type}`,
      sql`day < 'infinity'`,
      isWhole(sql`day`),
    ])}`,
    countDays([isIn(uncounted), ...conditions, isWhole(dayOf(sql`at`))]),
    ...cutDays({ start, end }, dayOf).map((isCut) => countDays([...conditions, isCut])),
  ];
  return addUp(['key'], ...sources);
}

/** The days that the filter covers partly; one that is cut at both ends is listed once. */
function cutDays(
  { start, end }: { readonly start: Fragment | null; readonly end: Fragment | null },
  dayOf: (moment: Fragment) => Fragment,
): Fragment[] {
  const first =
    start && sql`at < ${startOfDay(dayOf(sql`${start} + interval '1 day' - interval '1 millisecond'`), utc)}`;
  const last = end && sql`at >= ${startOfDay(dayOf(end), utc)}`;
  if (first && last) return [first, sql`${last} and not (${first})`];
  return [first, last].filter((condition) => condition !== null);
}

/** Whether an entry belongs to the day of a key, a `text`. */
export function inDay(key: Fragment): Fragment {
  return sql`at >= ${startOfDay(key, utc)} and at < ${endOfDay(key, utc)}`;
}
