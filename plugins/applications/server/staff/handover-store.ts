import { sql } from 'kysely';
import type { Area } from '#kernel/plugin-api/contract.ts';
import { type Database, type DatabaseTransaction, within } from '#kernel/plugin-api/server.ts';
import type { HandoverPlan } from '../../contract/staff.ts';
import { isOpen } from '../store/counts.ts';
import { canOpen, canOpenWithAccess, lockAdminAccess } from '../store/access.ts';
import { findReceiver } from './find-receiver.ts';

/** An application, or tasks in it, that goes from an admin to a successor; `successor_id` is null if nobody can take it. */
export interface HandoverItem {
  readonly application_id: number;
  readonly neighborhood_id: number;
  readonly successor_id: number | null;
  /** Whether the application itself moves, or only tasks in it. */
  readonly is_case: boolean;
}

/** An open application whose receiver could not open it. */
export interface InaccessibleApplication {
  readonly id: number;
  readonly receiver_id: number;
  readonly neighborhood_id: number;
}

/** Open applications whose receiver could not open them, locked: of some admins, or of all. */
export async function findInaccessibleApplications(
  database: DatabaseTransaction,
  adminIds: readonly number[] | null,
): Promise<readonly InaccessibleApplication[]> {
  const { rows } = await sql<InaccessibleApplication>`
    select id, receiver_id, neighborhood_id from applications
    where ${isOpen} and receiver_id is not null and ${adminIds === null ? sql`true` : sql`receiver_id = any(${[...adminIds]}::bigint[])`}
      and not ${canOpen(sql`applications.receiver_id`, sql`applications.neighborhood_id`)}
    order by id for no key update`.execute(database);
  return rows;
}

/** Assigns pending items to the chosen successors, before others are searched for. */
export async function applyChosen(
  database: DatabaseTransaction,
  adminIds: readonly number[] | null,
): Promise<void> {
  const waiting = sql`item.done_at is null and item.is_case
    and ${adminIds === null ? sql`true` : sql`handover.admin_id = any(${[...adminIds]}::bigint[])`}`;
  const { rows } = await sql<{ id: number }>`
    select distinct item.successor_id as id
    from application_handover_items as item join application_handovers as handover on handover.id = item.handover_id
    where ${waiting} and item.successor_id is not null`.execute(database);
  if (rows.length === 0) return;
  await lockAdminAccess(
    database,
    rows.map(({ id }) => id),
  );
  await sql`
    update applications set receiver_id = item.successor_id
    from application_handover_items as item join application_handovers as handover on handover.id = item.handover_id
    where ${waiting} and item.application_id = applications.id and ${isOpen}
      and applications.receiver_id = handover.admin_id
      and ${canOpen(sql`item.successor_id`, sql`applications.neighborhood_id`)}`.execute(database);
}

/**
 * Returns successors if none was chosen: the substitute of an absent admin, otherwise the present admin with
 * the fewest open applications, super admins last. Keyed by `<admin> <neighbourhood>`; null if nobody may
 * receive there.
 */
export async function suggestSuccessors(
  database: DatabaseTransaction,
  pairs: readonly { readonly adminId: number; readonly neighborhoodId: number }[],
  today: string,
): Promise<ReadonlyMap<string, number | null>> {
  const { rows } = await sql<{ admin_id: number; place_id: number; successor_id: number | null }>`
    select pair.admin_id, pair.place_id, (
      select successor.id from kernel_v1_admins as successor join kernel_v1_admin_roles as role on role.id = successor.role_id
      where successor.id <> pair.admin_id and ${canOpen(sql`successor.id`, sql`pair.place_id`)}
      order by not exists (
          select from application_absences as absence where absence.admin_id = pair.admin_id
            and absence.substitute_id = successor.id and ${today}::date between absence.from_day and absence.until_day),
        exists (
          select from application_absences as absence where absence.admin_id = successor.id
            and ${today}::date between absence.from_day and absence.until_day),
        role.role = 'super_admin',
        (select count(*) from applications where ${isOpen} and receiver_id = successor.id), successor.id
      limit 1) as successor_id
    from (
      select distinct * from unnest(${pairs.map(({ adminId }) => adminId)}::bigint[],
        ${pairs.map(({ neighborhoodId }) => neighborhoodId)}::bigint[]) as given (admin_id, place_id)
    ) as pair`.execute(database);
  return new Map(
    rows.map(({ admin_id, place_id, successor_id }) => [`${admin_id} ${place_id}`, successor_id]),
  );
}

/** Changes the responsible admins immediately; the timeline steps follow. */
export async function reassign(
  database: DatabaseTransaction,
  items: readonly Pick<HandoverItem, 'application_id' | 'successor_id'>[],
): Promise<void> {
  await sql`
    update applications set receiver_id = given.successor_id
    from unnest(${items.map(({ application_id }) => application_id)}::bigint[],
      ${items.map(({ successor_id }) => successor_id)}::bigint[]) as given (id, successor_id)
    where applications.id = given.id`.execute(database);
}

/** A task that went to the receiver of its application, or their substitute; `admin_id` is null if it ended, since there was none. */
export interface ReassignedTask {
  readonly application_id: number;
  readonly neighborhood_id: number;
  readonly admin_id: number | null;
}

interface LostTask {
  readonly id: number;
  readonly application_id: number;
  readonly neighborhood_id: number;
  readonly receiver_id: number | null;
}

/**
 * Open tasks whose admin could not open the application go to its receiver or, while they are away, to their
 * substitute, as a forward would; they end if there is no receiver.
 */
export async function reassignTasks(
  database: DatabaseTransaction,
  of: { readonly adminIds: readonly number[] } | { readonly applicationIds: readonly number[] } | 'all',
  timeZone: string,
): Promise<readonly ReassignedTask[]> {
  const lost = await findLostTasks(database, of);
  if (lost.length === 0) return [];
  const groups = Map.groupBy(lost, ({ receiver_id, neighborhood_id }) => `${receiver_id} ${neighborhood_id}`);
  const given: { id: number; adminId: number | null; insteadOf: number | null }[] = [];
  for (const group of groups.values()) {
    const [{ receiver_id: adminId, neighborhood_id: neighborhoodId } = { receiver_id: null, neighborhood_id: 0 }] = group; // prettier-ignore
    const found =
      adminId === null ? null : await findReceiver(database, { adminId, neighborhoodId }, timeZone);
    // A receiver who could not open it either keeps it with the application, until both are reassigned.
    const receiver = { adminId: found?.receiverId ?? adminId, insteadOf: found?.insteadOf ?? null };
    given.push(...group.map(({ id }) => ({ id, ...receiver })));
  }
  // They were not locked, since this could deadlock with a change of the receiver's access: so they are compared again.
  const { rows } = await sql<ReassignedTask>`
    update application_tasks as task set admin_id = coalesce(given.admin_id, task.admin_id),
      instead_of = coalesce(given.instead_of, task.instead_of),
      state = case when given.admin_id is null then 'closed' else 'open' end,
      ended_at = case when given.admin_id is null then now() end
    from unnest(${given.map(({ id }) => id)}::bigint[], ${given.map(({ adminId }) => adminId)}::bigint[],
        ${given.map(({ insteadOf }) => insteadOf)}::bigint[]) as given (id, admin_id, instead_of),
      applications as application
    where task.id = given.id and application.id = task.application_id
      and task.state = 'open' and not ${canOpen(sql`task.admin_id`, sql`application.neighborhood_id`)}
    returning task.application_id, application.neighborhood_id, given.admin_id`.execute(database);
  return rows;
}

/** Open tasks whose admin could not open the application: of some admins, of some applications, or all. */
async function findLostTasks(
  database: DatabaseTransaction,
  of: Parameters<typeof reassignTasks>[1],
): Promise<readonly LostTask[]> {
  const chosen =
    of === 'all'
      ? sql`true`
      : 'adminIds' in of
        ? sql`task.admin_id = any(${[...of.adminIds]}::bigint[])`
        : sql`task.application_id = any(${[...of.applicationIds]}::bigint[])`;
  const { rows } = await sql<LostTask>`
    select task.id, task.application_id, application.neighborhood_id, application.receiver_id
    from application_tasks as task join applications as application on application.id = task.application_id
    where task.state = 'open' and ${chosen} and not ${canOpen(sql`task.admin_id`, sql`application.neighborhood_id`)}
    order by task.id`.execute(database);
  return rows;
}

/** Records an admin's handover for the job; it replaces pending earlier decisions about the same items. */
export async function insertHandover(
  database: DatabaseTransaction,
  {
    adminId,
    authorId,
    message,
    items,
  }: {
    readonly adminId: number;
    readonly authorId: number | null;
    readonly message: string;
    readonly items: readonly Omit<HandoverItem, 'neighborhood_id'>[];
  },
): Promise<number> {
  await sql`
    update application_handover_items as item set done_at = now() from application_handovers as earlier
    where earlier.id = item.handover_id and earlier.admin_id = ${adminId} and item.done_at is null
      and item.application_id = any(${items.map(({ application_id }) => application_id)}::bigint[])`.execute(
    database,
  );
  const { rows } = await sql<{ id: number }>`
    with handover as (
      insert into application_handovers (admin_id, author_id, message)
      values (${adminId}, ${authorId}::bigint, ${message}) returning id
    ), item as (
      insert into application_handover_items (handover_id, application_id, successor_id, is_case)
      select handover.id, given.application_id, given.successor_id, given.is_case from handover, unnest(
        ${items.map(({ application_id }) => application_id)}::bigint[],
        ${items.map(({ successor_id }) => successor_id)}::bigint[],
        ${items.map(({ is_case }) => is_case)}::boolean[]) as given (application_id, successor_id, is_case)
    )
    select id from handover`.execute(database);
  return rows[0]?.id ?? 0;
}

/** Returns an admin's holdings in some neighbourhoods: open applications, and open tasks in applications of others. */
export async function listHoldings(
  database: DatabaseTransaction,
  adminId: number,
  area: Area,
): Promise<readonly Omit<HandoverItem, 'successor_id'>[]> {
  const { rows } = await sql<Omit<HandoverItem, 'successor_id'>>`
    select id as application_id, neighborhood_id, receiver_id is not distinct from ${adminId}::bigint as is_case
    from applications
    where ${isOpen} and ${within(area)} and (receiver_id = ${adminId} or id = any(array(
      select application_id from application_tasks where state = 'open' and admin_id = ${adminId})))
    order by id`.execute(database);
  return rows;
}

/** The criteria of a handover plan. */
interface PlanCriteria {
  readonly adminId: number;
  readonly area: Area;
  readonly today: string;
  /**
   * The admin's role and area after the change: the plan has the items that they could then no longer open. `null`: all items.
   */
  readonly future: { readonly roleId: number; readonly neighborhoods: readonly number[] } | null;
}

/** Returns an admin's applications and tasks by neighbourhood, with possible successors. */
export async function readPlan(
  database: Database,
  { adminId, area, today, future }: PlanCriteria,
): Promise<HandoverPlan['places']> {
  const isGiven = future === null ? sql`true` : sql`not ${canOpenWithAccess(future, sql`neighborhood_id`)}`;
  const { rows } = await sql<HandoverPlan['places'][number]>`
    with held as (
      select id, neighborhood_id, receiver_id is not distinct from ${adminId}::bigint as is_case,
        (select count(*) from application_tasks as task
         where task.application_id = applications.id and task.state = 'open' and task.admin_id = ${adminId})::int as tasks
      from applications
      where ${isOpen} and ${within(area)} and ${isGiven} and (receiver_id = ${adminId} or id = any(array(
        select application_id from application_tasks where state = 'open' and admin_id = ${adminId})))
    ), place as (
      select neighborhood_id as id, count(*) filter (where is_case)::int as cases, sum(tasks)::int as tasks
      from held group by neighborhood_id
    )
    select json_build_object('id', place.id, 'uz', json_build_object('name', named.name_uz),
        'ru', json_build_object('name', named.name_ru)) as neighborhood, place.cases, place.tasks,
      coalesce((
        select json_agg(candidate order by is_away, open, last_name, id) from (
          select successor.id, successor.first_name, successor.last_name, json_build_object('uz', json_build_object('name', role.name_uz),
              'ru', json_build_object('name', role.name_ru)) as role,
            (select count(*)::int from applications where ${isOpen} and receiver_id = successor.id) as open,
            exists (select from application_absences as absence where absence.admin_id = successor.id
              and ${today}::date between absence.from_day and absence.until_day) as is_away
          from kernel_v1_admins as successor join kernel_v1_admin_roles as role on role.id = successor.role_id
          where successor.id <> ${adminId} and ${canOpen(sql`successor.id`, sql`place.id`)}
        ) as candidate), '[]') as candidates
    from place join neighborhoods_v1_neighborhoods as named on named.id = place.id
    order by place.cases desc, place.id`.execute(database);
  return rows;
}

/** The progress of an admin's handovers. */
export async function readProgress(
  database: Database,
  adminId: number,
): Promise<{ readonly total: number; readonly done: number }> {
  const { rows } = await sql<{ total: number; done: number }>`
    select count(*)::int as total, count(item.done_at)::int as done
    from application_handovers as handover join application_handover_items as item on item.handover_id = handover.id
    where handover.id = (select max(id) from application_handovers where admin_id = ${adminId})`.execute(
    database,
  );
  return rows[0] ?? { total: 0, done: 0 };
}
