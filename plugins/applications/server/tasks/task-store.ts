import { sql } from 'kysely';
import type { DatabaseTransaction } from '#kernel/plugin-api/server.ts';
import type { TaskState } from '../../contract/tasks.ts';
import type { WrittenAction } from '../store/write.ts';

/** A task created by a forward. */
export interface NewTask {
  readonly adminId: number;
  readonly givenBy: number;
  readonly insteadOf: number | null;
  /** `YYYY-MM-DD`; null if the client does not support due days. */
  readonly due: string | null;
  /** The closing time of the office on that day, and its time zone. */
  readonly closes: string;
  readonly timeZone: string;
}

/** Records the task of a forward. Closes the forwarding admin's open tasks without a due day. */
export async function insertTask(
  database: DatabaseTransaction,
  { application, action }: WrittenAction,
  { adminId, givenBy, insteadOf, due, closes, timeZone }: NewTask,
): Promise<void> {
  await sql`
    update application_tasks set state = 'closed', ended_at = now(), ended_by = ${givenBy}
    where application_id = ${application.id} and admin_id = ${givenBy} and state = 'open' and due_at is null`.execute(
    database,
  );
  await sql`
    insert into application_tasks (application_id, action_id, admin_id, given_by, instead_of, due_at)
    values (${application.id}, ${action.id}, ${adminId}, ${givenBy}, ${insteadOf}::bigint,
      (${due}::date + ${closes}::time) at time zone ${timeZone})`.execute(database);
}

/** A task of a locked application. */
export interface StoredTask {
  readonly admin_id: number;
  readonly given_by: number | null;
  readonly state: TaskState;
}

/** A task of a locked application; null if there is none with this id. */
export async function findTask(
  database: DatabaseTransaction,
  applicationId: number,
  taskId: number,
): Promise<StoredTask | null> {
  const { rows } = await sql<StoredTask>`
    select admin_id, given_by, state from application_tasks
    where id = ${taskId} and application_id = ${applicationId}`.execute(database);
  return rows[0] ?? null;
}

/** Ends an open task with a timeline step. */
export async function endTask(
  database: DatabaseTransaction,
  taskId: number,
  {
    state,
    actionId,
    adminId,
  }: { readonly state: 'done' | 'returned'; readonly actionId: number; readonly adminId: number },
): Promise<void> {
  await sql`
    update application_tasks set state = ${state}, result_action_id = ${actionId}, ended_at = now(), ended_by = ${adminId}
    where id = ${taskId}`.execute(database);
}

/** Returns the names of the other admins who still have tasks with a due day in an application. */
export async function holdersOfTasks(
  database: DatabaseTransaction,
  applicationId: number,
  exceptAdminId: number,
): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct coalesce(admin.last_name || ' ' || admin.first_name, '—') as name
    from application_tasks as task left join kernel_v1_admins as admin on admin.id = task.admin_id
    where task.application_id = ${applicationId} and task.state = 'open' and task.due_at is not null
      and task.admin_id <> ${exceptAdminId} order by name`.execute(database);
  return rows.map(({ name }) => name);
}

/** Ends the tasks of an application with the step that answers it: for its author's tasks, the answer is the result. */
export async function endTasksWith(
  database: DatabaseTransaction,
  { application, action }: WrittenAction,
  adminId: number,
): Promise<void> {
  await sql`
    update application_tasks set state = case when admin_id = ${adminId} then 'done' else 'closed' end,
      result_action_id = ${action.id}, ended_at = now(), ended_by = ${adminId}
    where application_id = ${application.id} and state = 'open'`.execute(database);
}
