import { sql } from 'kysely';
import { noticeHook } from '#kernel/plugin-api/contract.ts';
import { dayAt } from '#kernel/domain/text/index.ts';
import {
  type DatabaseTransaction,
  type Effects,
  endOfDay,
  type Fragment,
  type ServerContext,
  startOfDay,
  type Clock,
} from '#kernel/plugin-api/server.ts';
import type { applications } from '../../manifest.ts';
import { isOpen } from '../store/counts.ts';
import { warnOfTasks } from './task-warnings.ts';
import { isOpenAt, lastDayToWarnOf } from './calendar.ts';
import { calendarOf } from './deadline.ts';

type Context = ServerContext<typeof applications>;

/** The maximum number of warnings in one transaction, which others may wait for. */
const batch = 5000;

/** Sends deadline warnings during office hours, on one node at a time. */
export function scheduleWarnings(context: Context, clock: Clock): void {
  context.every('deadline-warnings', clock.periodMs, () => sendWarnings(context, clock.now()));
}

/**
 * Sends the warnings due at a time (Unix milliseconds). A warning and its unique record are written in one
 * transaction, so that each is sent once, even if nodes are killed or run concurrently.
 */
export async function sendWarnings(context: Context, now: number): Promise<void> {
  const calendar = calendarOf(context);
  if (!isOpenAt(now, calendar)) return;
  const { warnings, deadline } = context.config;
  const today = dayAt(now, context.timeZone);
  const lastOf = (days: number) => lastDayToWarnOf(today, days, deadline.count, calendar);
  // The nearest first: after a one-day warning, the three-day warning is omitted.
  if (warnings.atDeadline) {
    const over = { stage: 3, before: sql`${new Date(now)}::timestamptz`, now } as const;
    await warn(context, over);
    await warnOfTasks(context, over);
  }
  if (warnings.lastDays > 0) {
    const near = { stage: 2, before: endOfDay(lastOf(warnings.lastDays), context.timeZone), now } as const;
    await warn(context, near);
    await warnOfTasks(context, near);
  }
  if (warnings.firstDays > 0) {
    await warn(context, { stage: 1, before: endOfDay(lastOf(warnings.firstDays), context.timeZone), now });
  }
  if (warnings.heads) await notifyHeads(context, today);
}

interface Stage {
  readonly stage: 1 | 2 | 3;
  /** Selects the deadlines that end before this. */
  readonly before: Fragment;
  readonly now: number;
}

/** The deadlines of one notice to an admin: a single one, or several with their count. */
interface Warning {
  readonly admin_id: number;
  readonly days: number;
  readonly count: number;
  /** The nearest of them. */
  readonly application_id: number;
  readonly neighborhood_id: number;
}

async function warn(context: Context, stage: Stage): Promise<void> {
  for (let found = batch; found === batch;) {
    found = await context.transaction((effects) => warnSome(effects, context, stage));
  }
}

async function warnSome(
  effects: Effects<typeof applications>,
  { timeZone }: Context,
  stage: Stage,
): Promise<number> {
  const { found, warnings } = await recordWarnings(effects.database, stage, timeZone);
  for (const { admin_id, days, count, application_id, neighborhood_id: neighborhoodId } of warnings) {
    const isOver = stage.stage === 3;
    await effects.hooks.call(noticeHook, {
      type: `${count === 1 ? 'deadline' : 'deadlines'}${isOver ? '_over' : ''}`,
      payload: { application_id, ...(isOver ? {} : { days }), ...(count === 1 ? {} : { count }) },
      audience: { permission: 'application_receiver', neighborhoodId, adminIds: [admin_id] },
    });
  }
  return found;
}

/**
 * Records which deadlines were warned of, and whom: the receiver or, without one, everyone who could accept.
 * An admin gets one notice for all deadlines with the same day.
 */
async function recordWarnings(
  database: DatabaseTransaction,
  { stage, before, now }: Stage,
  timeZone: string,
): Promise<{ readonly found: number; readonly warnings: readonly Warning[] }> {
  const moment = sql`${new Date(now)}::timestamptz`;
  // Deadlines that passed long ago are left to the heads: an installation that enables warnings is not
  // flooded.
  const since = stage === 3 ? sql`${moment} - interval '14 days'` : moment;
  const days =
    stage === 3 ? sql`0` : sql`(cancel_time at time zone ${timeZone})::date - ${dayAt(now, timeZone)}::date`;
  const { rows } = await sql<{ found: number; warnings: readonly Warning[] | null }>`
    with due as (
      select id, neighborhood_id, receiver_id, cancel_time from applications
      where ${isOpen} and cancel_time > ${since} and cancel_time <= ${before} and not exists (
        select from application_warnings as warned
        where warned.application_id = applications.id and warned.term = applications.cancel_time
          and warned.stage >= ${stage})
      order by cancel_time, id limit ${batch}
    ), recorded as (
      insert into application_warnings (application_id, term, stage)
      select id, cancel_time, ${stage}::smallint from due on conflict do nothing returning application_id
    ), recipient as (
      select admin.id as admin_id, greatest(0, ${days}) as days, due.id, due.neighborhood_id, due.cancel_time
      from due join recorded on recorded.application_id = due.id
      join kernel_v1_admins as admin on due.receiver_id is null or due.receiver_id = admin.id
      join kernel_v1_admin_roles as role on role.id = admin.role_id
      where not admin.blocked and 'application_receiver' = any(role.permissions) and (role.role = 'super_admin' or exists (
        select from kernel_v1_admin_neighborhoods as own
        where own.admin_id = admin.id and own.neighborhood_id = due.neighborhood_id))
    ), warning as (
      select distinct on (admin_id, days) admin_id, days, id as application_id, neighborhood_id,
        (count(*) over (partition by admin_id, days))::int as count
      from recipient order by admin_id, days, cancel_time, id
    )
    select (select count(*)::int from due) as found,
      (select json_agg(warning order by days, admin_id) from warning) as warnings`.execute(database);
  return { found: rows[0]?.found ?? 0, warnings: rows[0]?.warnings ?? [] };
}

/** Notifies each head once a day of the number of applications in their area that were due before that day. */
async function notifyHeads(context: Context, today: string): Promise<void> {
  await context.transaction(async ({ database, hooks }) => {
    // Checked first, since this runs every minute: after the first run of a day there are no recipients left.
    const { rows: headRows } = await sql<{ admin_id: number }>`
      insert into application_head_warnings (admin_id, day)
      select admin.id, ${today}::date
      from kernel_v1_admins as admin join kernel_v1_admin_roles as role on role.id = admin.role_id
      where not admin.blocked and 'application_head' = any(role.permissions) and not exists (
        select from application_head_warnings as warned where warned.admin_id = admin.id and warned.day = ${today})
      on conflict do nothing returning admin_id`.execute(database);
    if (headRows.length === 0) return;
    const { rows } = await sql<{ admin_id: number; count: number; first_id: number }>`
      with late as materialized (
        select id, neighborhood_id, cancel_time from applications
        where ${isOpen} and cancel_time < ${startOfDay(today, context.timeZone)}
      )
      select distinct on (admin.id) admin.id as admin_id, late.id as first_id,
        (count(*) over (partition by admin.id))::int as count
      from kernel_v1_admins as admin
      join kernel_v1_admin_roles as role on role.id = admin.role_id
      join late on role.role = 'super_admin' or exists (
        select from kernel_v1_admin_neighborhoods as own
        where own.admin_id = admin.id and own.neighborhood_id = late.neighborhood_id)
      where admin.id = any(${headRows.map(({ admin_id }) => admin_id)}::bigint[])
      order by admin.id, late.cancel_time, late.id`.execute(database);
    for (const { admin_id, count, first_id } of rows) {
      await hooks.call(noticeHook, {
        type: 'late_in_area',
        payload: { application_id: first_id, count },
        audience: { permission: 'application_head', adminIds: [admin_id] },
      });
    }
  });
}
