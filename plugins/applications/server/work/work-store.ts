import { sql } from 'kysely';
import {
  type Database,
  type DatabaseTransaction,
  execute,
  startOfDay,
  timestampToIso,
  within,
} from '#kernel/plugin-api/server.ts';
import type { Area } from '#kernel/plugin-api/contract.ts';
import type { WorkGroup, WorkGroupPage, WorkItem } from '../../contract/work.ts';
import { isOpen } from '../store/counts.ts';

/** The admin whose work is read, and the limits of the groups. */
export interface WorkRequest {
  readonly adminId: number;
  readonly area: Area;
  readonly limit: number;
  /** Deadlines before the start of this day (`YYYY-MM-DD`) are near. */
  readonly nearUntil: string;
  readonly timeZone: string;
}

/** The number of characters shown of each text. */
const excerpt = sql`200`;

/**
 * The applications of an admin, as receiver or through a task, and the pending work of each; at most a few
 * hundred.
 */
const ownWork = ({ adminId, area, nearUntil, timeZone }: WorkRequest) => sql`
  select application.id, case when task.id is null then application.cancel_time else task.due_at end as until,
    coalesce(task.action_id, step.id) as step_id, task.id as task_id,
    case
      when task.id is not null then 'tasks'
      when application.cancel_time < now() then 'late'
      when application.cancel_time < ${startOfDay(nearUntil, timeZone)} then 'due'
      when step.type in ('message', 'forward') and step.sender_id is distinct from ${adminId}::bigint then 'waiting'
      else 'open'
    end as key
  from applications as application
  left join lateral (
    select id, type, sender_id from application_actions
    where application_id = application.id order by id desc limit 1
  ) as step on true
  left join lateral (
    select id, action_id, due_at from application_tasks
    where application_id = application.id and state = 'open' and admin_id = ${adminId}::bigint
    order by due_at nulls last, id limit 1
  ) as task on true
  where application.id = any(array(
      select id from applications where ${isOpen} and receiver_id = ${adminId}::bigint
      union select application_id from application_tasks where state = 'open' and admin_id = ${adminId}::bigint
    )) and ${isOpen} and ${within(area)}`;

const untaken = (area: Area) =>
  sql`from applications where ${isOpen} and receiver_id is null and ${within(area)}`;

/** Returns an admin's work in one statement, so that its counts and items are consistent. */
export async function readWork(
  database: Database | DatabaseTransaction,
  request: WorkRequest,
): Promise<readonly WorkGroupPage[]> {
  const { area, limit } = request;
  const [row] = await execute(
    database,
    sql<{
      counts: Partial<Record<WorkGroup, number>>;
      items: readonly (WorkItem & { key: WorkGroup })[] | null;
    }>`
      with own as materialized (${ownWork(request)}),
      ranked as (
        select own.*, row_number() over (partition by key order by until nulls last, id) as line from own
      ), shown as (
        select key, line, id, step_id, task_id from ranked where line <= ${limit}
        union all
        (select 'new', row_number() over (order by cancel_time, id), id, null, null ${untaken(area)}
         order by cancel_time, id limit ${limit})
      )
      select (
        select json_object_agg(key, count) from (
          select key, count(*)::int as count from own group by key
          union all select 'new', count(*)::int ${untaken(area)}
        ) as counted
      ) as counts, (
        select json_agg(json_build_object(
          'key', key, 'id', application.id, 'first_name', application.first_name, 'last_name', application.last_name,
          'father_name', application.father_name,
          'neighborhood', json_build_object('id', place.id, 'uz', json_build_object('name', place.name_uz),
            'ru', json_build_object('name', place.name_ru)),
          'status', application.status, 'planned_assistance', left(application.planned_assistance, ${excerpt}),
          'cancel_time', application.cancel_time, 'createdAt', application.created_at,
          'task', case when task.id is not null then json_build_object('id', task.id, 'due_at', task.due_at,
            'instead_of', case when intended.id is not null then json_build_object('id', intended.id,
              'first_name', intended.first_name, 'last_name', intended.last_name) end) end,
          'step', case when key in ('waiting', 'tasks') then json_build_object('createdAt', step.created_at,
            'message', left(coalesce(step.message, ''), ${excerpt}),
            'sender', case when sender.id is not null then json_build_object('id', sender.id,
              'first_name', sender.first_name, 'last_name', sender.last_name) end) end
        ) order by line)
        from shown
        join applications as application on application.id = shown.id
        join neighborhoods_v1_neighborhoods as place on place.id = application.neighborhood_id
        left join application_actions as step on step.id = shown.step_id
        left join kernel_v1_admins as sender on sender.id = step.sender_id
        left join application_tasks as task on task.id = shown.task_id
        left join kernel_v1_admins as intended on intended.id = task.instead_of
      ) as items`,
  );
  return presentWork(row?.counts ?? {}, row?.items ?? []);
}

/** The order of the groups on the page. */
const order: readonly WorkGroup[] = ['late', 'tasks', 'due', 'waiting', 'new', 'open'];

function presentWork(
  counts: Partial<Record<WorkGroup, number>>,
  items: readonly (WorkItem & { key: WorkGroup })[],
): readonly WorkGroupPage[] {
  const byKey = Map.groupBy(items, ({ key }) => key);
  return order.map((key) => ({
    key,
    count: counts[key] ?? 0,
    items: (byKey.get(key) ?? []).map((item) => ({
      ...item,
      cancel_time: item.cancel_time && timestampToIso(item.cancel_time),
      createdAt: timestampToIso(item.createdAt),
      task: item.task && { ...item.task, due_at: item.task.due_at && timestampToIso(item.task.due_at) },
      step: item.step && { ...item.step, createdAt: timestampToIso(item.step.createdAt) },
    })),
  }));
}
