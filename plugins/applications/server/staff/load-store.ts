import { sql } from 'kysely';
import type { Area } from '#kernel/plugin-api/contract.ts';
import { type Database, type DatabaseTransaction, startOfDay, within } from '#kernel/plugin-api/server.ts';
import type { Load, LoadRow } from '../../contract/load.ts';
import { isOpen } from '../store/counts.ts';
import { canOpen } from '../store/access.ts';

/** The number of past days whose answers count. */
export const loadDays = 30;

/** The name of an admin; null if there is none. */
export async function readPerson(
  database: Database | DatabaseTransaction,
  id: number,
): Promise<LoadRow['admin'] | null> {
  const { rows } = await sql<LoadRow['admin']>`
    select id, first_name, last_name from kernel_v1_admins where id = ${id}`.execute(database);
  return rows[0] ?? null;
}

/**
 * The workload of each receiver in an area, with recently answered applications and those without a receiver.
 */
export async function readLoad(
  database: Database,
  { area, today, nearUntil, timeZone }: { area: Area; today: string; nearUntil: string; timeZone: string },
): Promise<Pick<Load, 'people' | 'nobody' | 'inaccessible' | 'moving'>> {
  const isNear = sql`cancel_time >= now() and cancel_time < ${startOfDay(nearUntil, timeZone)}`;
  const { rows } = await sql<Pick<Load, 'people' | 'nobody' | 'inaccessible' | 'moving'>>`
    with held as (
      select receiver_id as id, count(*)::int as open, (count(*) filter (where ${isNear}))::int as due,
        (count(*) filter (where cancel_time < now()))::int as late
      from applications where ${isOpen} and ${within(area)} group by receiver_id
    ), task as (
      select task.admin_id as id, count(*)::int as tasks
      from application_tasks as task join applications on applications.id = task.application_id
      where task.state = 'open' and ${within(area, 'applications.neighborhood_id')} group by task.admin_id
    ), answered as (
      select receiver_id as id, count(*)::int as done,
        round(percentile_cont(0.5) within group (order by extract(epoch from status_at - created_at)))::float8 as median
      from applications
      where status in ('completed', 'rejected') and status_at >= now() - ${loadDays} * interval '1 day' and ${within(area)}
      group by receiver_id
    ), staff as (
      select person.id, person.first_name, person.last_name, person.blocked, role.name_uz, role.name_ru
      from kernel_v1_admins as person join kernel_v1_admin_roles as role on role.id = person.role_id
      where (not person.blocked and 'application_receiver' = any(role.permissions) and (role.role = 'super_admin' or exists (
          select from kernel_v1_admin_neighborhoods as own where own.admin_id = person.id
            and ${within(area, 'own.neighborhood_id')})))
        or person.id in (select id from held) or person.id in (select id from task)
    )
    select coalesce((
      select json_agg(json_build_object(
        'admin', json_build_object('id', staff.id, 'first_name', staff.first_name, 'last_name', staff.last_name),
        'role', json_build_object('uz', json_build_object('name', staff.name_uz), 'ru', json_build_object('name', staff.name_ru)),
        'blocked', staff.blocked, 'open', coalesce(held.open, 0), 'due', coalesce(held.due, 0),
        'late', coalesce(held.late, 0), 'tasks', coalesce(task.tasks, 0), 'done', coalesce(answered.done, 0),
        'median', answered.median, 'away', (
          select json_build_object('until', absence.until_day, 'substitute', json_build_object('id', substitute.id,
            'first_name', substitute.first_name, 'last_name', substitute.last_name))
          from application_absences as absence join kernel_v1_admins as substitute on substitute.id = absence.substitute_id
          where absence.admin_id = staff.id and ${today}::date between absence.from_day and absence.until_day limit 1
        )) order by coalesce(held.late, 0) desc, coalesce(held.open, 0) desc, staff.last_name, staff.id)
      from staff left join held on held.id = staff.id left join task on task.id = staff.id
        left join answered on answered.id = staff.id
    ), '[]') as people,
    coalesce((select json_build_object('open', open, 'due', due, 'late', late) from held where id is null),
      '{"open":0,"due":0,"late":0}') as nobody,
    (select count(*)::int from applications
      where ${isOpen} and receiver_id is not null and ${within(area)}
        and not ${canOpen(sql`applications.receiver_id`, sql`applications.neighborhood_id`)}) as inaccessible,
    (select count(*)::int from application_handover_items as item
      join applications on applications.id = item.application_id
      where item.done_at is null and ${within(area, 'applications.neighborhood_id')}) as moving`.execute(
    database,
  );
  return rows[0] ?? { people: [], nobody: { open: 0, due: 0, late: 0 }, inaccessible: 0, moving: 0 };
}
