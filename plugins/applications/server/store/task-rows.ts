import { sql } from 'kysely';
import type { Fragment } from '#kernel/plugin-api/server.ts';
import type { Task, TaskState } from '../../contract/tasks.ts';

type Person = Task['admin'];

/** A task as read with its application; timestamps are in PostgreSQL's JSON format. */
export interface TaskRow {
  readonly id: number;
  readonly action_id: number;
  readonly result_action_id: number | null;
  readonly state: TaskState;
  readonly due_at: string | null;
  readonly ended_at: string | null;
  readonly admin: Person;
  readonly given_by: Person | null;
  readonly instead_of: Person | null;
}

const personOf = (id: Fragment): Fragment => sql`(
  select json_build_object('id', admin.id, 'first_name', admin.first_name, 'last_name', admin.last_name)
  from kernel_v1_admins as admin where admin.id = ${id})`;

/** The tasks of some applications, in order of creation; one JSON value. */
export function tasksOf(ids: Fragment): Fragment {
  return sql`
    select json_agg(json_build_object('id', task.id, 'action_id', task.action_id,
      'result_action_id', task.result_action_id, 'state', task.state, 'due_at', task.due_at, 'ended_at', task.ended_at,
      'admin', coalesce(${personOf(sql`task.admin_id`)},
        json_build_object('id', task.admin_id, 'first_name', '—', 'last_name', '—')),
      'given_by', ${personOf(sql`task.given_by`)}, 'instead_of', ${personOf(sql`task.instead_of`)}) order by task.id)
    from application_tasks as task where task.application_id = any(array(${ids}))`;
}

/** A task as sent to clients. */
export function presentTask(row: TaskRow): Task {
  return {
    id: row.id,
    action_id: row.action_id,
    result_action_id: row.result_action_id,
    state: row.state,
    due_at: row.due_at && new Date(row.due_at).toISOString(),
    ended_at: row.ended_at && new Date(row.ended_at).toISOString(),
    admin: row.admin,
    given_by: row.given_by,
    instead_of: row.instead_of,
  };
}
