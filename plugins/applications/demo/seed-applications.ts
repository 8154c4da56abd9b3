import { sql } from 'kysely';
import { noticeHook } from '#kernel/plugin-api/contract.ts';
import type { DatabaseTransaction, ServerContext } from '#kernel/plugin-api/server.ts';
import type { applications } from '../manifest.ts';
import { drawFiles } from './sample-files.ts';
import { createHistories, type DemoApplication, type DemoReceiver } from './application-histories.ts';

const applicationCount = 412;

/** Seeds applications of the last two months, with their histories. */
export async function seedApplications(context: ServerContext<typeof applications>): Promise<void> {
  const files = await drawFiles();
  await context.transaction(async ({ database, hooks }) => {
    const { neighborhoodIds, receivers } = await readStaff(database);
    if (neighborhoodIds.length === 0 || receivers.length === 0) return;
    const { deadlineDays } = context.config;
    const histories = createHistories(applicationCount, {
      now: Date.now(),
      neighborhoodIds,
      receivers,
      deadlineDays,
    });
    const ids = await insertApplications(database, histories, context.timeZone);
    const actionIds = await insertActions(database, histories, ids);
    await attach(context, database, { ids, actionIds, files, adminId: receivers[0]?.id ?? 0 });
    for (const { number: place, row } of histories
      .filter(({ row: { status } }) => status === 'created')
      .slice(-5)) {
      await hooks.call(noticeHook, {
        type: 'application',
        payload: { id: ids.get(place), first_name: row['first_name'], last_name: row['last_name'] },
        audience: { permission: 'application_receiver', neighborhoodId: Number(row['neighborhood_id']) },
      });
    }
  });
}

async function readStaff(
  database: DatabaseTransaction,
): Promise<{ neighborhoodIds: number[]; receivers: DemoReceiver[] }> {
  const neighborhoods = await sql<{
    id: number;
  }>`select id from neighborhoods_v1_neighborhoods order by id`.execute(database);
  const receivers = await sql<DemoReceiver>`
    select admin.id, array(
      select id from neighborhoods_v1_neighborhoods where role.role = 'super_admin'
      union select neighborhood_id from kernel_v1_admin_neighborhoods where admin_id = admin.id
    ) as "neighborhoodIds"
    from kernel_v1_admins as admin join kernel_v1_admin_roles as role on role.id = admin.role_id
    where not admin.blocked and 'application_receiver' = any(role.permissions) order by role.role, admin.id
  `.execute(database);
  return { neighborhoodIds: neighborhoods.rows.map(({ id }) => id), receivers: receivers.rows };
}

async function insertApplications(
  database: DatabaseTransaction,
  histories: readonly DemoApplication[],
  timeZone: string,
): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number }>`
    insert into applications (day, neighborhood_id, status, status_at, status_note, first_name, last_name, father_name,
      phone, birthday, passport_series, passport_number, personal_number, address, author_neighborhood_id,
      employment_status, salary, planned_assistance, cancel_time, receiver_id, created_by, created_at, updated_at, search_key,
      citizen_id)
    select (created_at at time zone ${timeZone})::date, neighborhood_id, status, status_at, status_note, first_name,
      last_name, father_name, phone, birthday, passport_series, passport_number, personal_number, address, neighborhood_id,
      employment_status, salary, planned_assistance, cancel_time, receiver_id, created_by, created_at, updated_at, search_key,
      (select citizen.id from users_v1_citizens as citizen where citizen.personal_number = history.personal_number)
    from jsonb_to_recordset(${JSON.stringify(histories.map(({ row }) => row))}::jsonb) as history (number int,
      neighborhood_id bigint, status text, status_at timestamptz, status_note text, first_name text, last_name text,
      father_name text, phone text, birthday date, passport_series text, passport_number text, personal_number text,
      address text, employment_status text, salary text, planned_assistance text, cancel_time timestamptz,
      receiver_id bigint, created_by bigint, created_at timestamptz, updated_at timestamptz, search_key text)
    order by number returning id`.execute(database);
  return new Map(histories.map(({ number }, index) => [number, rows[index]?.id ?? 0]));
}

async function insertActions(
  database: DatabaseTransaction,
  histories: readonly DemoApplication[],
  ids: ReadonlyMap<number, number>,
): Promise<{ id: number; application_id: number }[]> {
  const actions = histories.flatMap((history) =>
    history.actions.map((action) => ({ ...action, application_id: ids.get(history.number) })),
  );
  const { rows } = await sql<{ id: number; application_id: number }>`
    insert into application_actions (application_id, type, status, note, message, receiver_id, sender_id, created_at)
    select application_id, type, status, note, message, receiver_id, sender_id, created_at
    from jsonb_to_recordset(${JSON.stringify(actions)}::jsonb) as action (application_id bigint, type text, status text,
      note text, message text, receiver_id bigint, sender_id bigint, created_at timestamptz)
    order by created_at
    returning id, case when type = 'message' then application_id end as application_id`.execute(database);
  return rows.filter(({ application_id }) => application_id !== null);
}

/** Attaches files to some of the newest applications and to some messages. */
async function attach(
  context: ServerContext,
  database: DatabaseTransaction,
  given: {
    ids: ReadonlyMap<number, number>;
    actionIds: readonly { id: number; application_id: number }[];
    files: Awaited<ReturnType<typeof drawFiles>>;
    adminId: number;
  },
): Promise<void> {
  const newest = [...given.ids.values()].toReversed();
  const targets = [
    ...newest
      .filter((_, index) => index % 4 === 1)
      .slice(0, 16)
      .map((id) => ({ application: id, action: null })),
    ...given.actionIds
      .slice(-8)
      .map(({ id, application_id }) => ({ application: application_id, action: id })),
  ];
  for (const [index, { application, action }] of targets.entries()) {
    const file = given.files[index % given.files.length];
    if (!file) return;
    const { id } = await context.keepFile(file, given.adminId, database);
    await sql`
      insert into application_files (file_id, application_id, action_id)
      values (${id}, ${application}, ${action})`.execute(database);
  }
}
