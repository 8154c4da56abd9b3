import { sql } from 'kysely';
import { noticeHook } from '#kernel/plugin-api/contract.ts';
import { dayAt } from '#kernel/domain/text/index.ts';
import type { DatabaseTransaction, Fragment, ServerContext } from '#kernel/plugin-api/server.ts';
import type { applications } from '../../manifest.ts';

/** The stage of a warning: 2 covers the last days before a task is due, 3 the time when it is due. */
export interface TaskStage {
  readonly stage: 2 | 3;
  /** Selects the tasks that are due before this. */
  readonly before: Fragment;
  /** Unix milliseconds. */
  readonly now: number;
}

/** The maximum number of warnings in one transaction. */
const batch = 5000;

/** Warns admins of tasks that are due. A warning and its record are written in one transaction, so that each is sent once. */
export async function warnOfTasks(
  context: ServerContext<typeof applications>,
  stage: TaskStage,
): Promise<void> {
  for (let found = batch; found === batch;) {
    found = await context.transaction(async ({ database, hooks }) => {
      const { count: recorded, warnings } = await recordWarnings(database, stage, context.timeZone);
      for (const { admin_id, days, count, application_id, neighborhood_id: neighborhoodId } of warnings) {
        await hooks.call(noticeHook, {
          type: stage.stage === 3 ? 'tasks_over' : 'tasks_due',
          payload: { application_id, count, ...(stage.stage === 3 ? {} : { days }) },
          audience: { permission: 'application_receiver', neighborhoodId, adminIds: [admin_id] },
        });
      }
      return recorded;
    });
  }
}

interface TaskWarning {
  readonly admin_id: number;
  readonly days: number;
  readonly count: number;
  /** Of the task that is due first. */
  readonly application_id: number;
  readonly neighborhood_id: number;
}

/** Records which tasks were warned of, and how many with the same day each admin has. */
async function recordWarnings(
  database: DatabaseTransaction,
  { stage, before, now }: TaskStage,
  timeZone: string,
): Promise<{ readonly count: number; readonly warnings: readonly TaskWarning[] }> {
  const moment = sql`${new Date(now)}::timestamptz`;
  const since = stage === 3 ? sql`${moment} - interval '14 days'` : moment;
  const days =
    stage === 3 ? sql`0` : sql`(task.due_at at time zone ${timeZone})::date - ${dayAt(now, timeZone)}::date`;
  const { rows } = await sql<{ count: number; warnings: readonly TaskWarning[] | null }>`
    with due as (
      select id, application_id, admin_id, due_at from application_tasks
      where state = 'open' and due_at > ${since} and due_at <= ${before} and not exists (
        select from application_task_warnings as warned
        where warned.task_id = application_tasks.id and warned.due_at = application_tasks.due_at
          and warned.stage >= ${stage})
      order by due_at, id limit ${batch}
    ), recorded as (
      insert into application_task_warnings (task_id, due_at, stage)
      select id, due_at, ${stage}::smallint from due on conflict do nothing returning task_id
    ), recipient as (
      select task.admin_id, greatest(0, ${days}) as days, task.application_id, task.due_at, application.neighborhood_id
      from due as task join recorded on recorded.task_id = task.id
      join applications as application on application.id = task.application_id
    ), warning as (
      select distinct on (admin_id, days) admin_id, days, application_id, neighborhood_id,
        (count(*) over (partition by admin_id, days))::int as count
      from recipient order by admin_id, days, due_at, application_id
    )
    select (select count(*)::int from due) as count,
      (select json_agg(warning order by days, admin_id) from warning) as warnings`.execute(database);
  return { count: rows[0]?.count ?? 0, warnings: rows[0]?.warnings ?? [] };
}
