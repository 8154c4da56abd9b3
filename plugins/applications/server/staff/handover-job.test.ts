import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addDays, dayAt } from '#kernel/domain/text/index.ts';
import { type ApiClient, testServer, type TestServer } from '#kernel/plugin-api/testing.ts';
import type { Application, ApplicationDetail } from '../../contract.ts';
import { addNeighborhoods } from '../../../../tests/support/neighborhoods.ts';
import { findReceiver } from './find-receiver.ts';
import { runPendingHandovers } from './handover-job.ts';

const receiver = ['application_receiver'];

let server: TestServer;
let chief: ApiClient;
let head: ApiClient;
let clerk: ApiClient;
let clerkId: number;
let colleagueId: number;
let spareId: number;

beforeAll(async () => {
  server = await testServer({ plugins: ['applications', 'admins', 'notifications'] });
  await addNeighborhoods(server, 1);
  // The tests run the jobs themselves.
  await server.services.jobs.stop('applications.');
  chief = await server.signIn({ role: 'super_admin' });
}, 60_000);
afterAll(() => server?.close());

/** Each test has new admins. */
beforeEach(async () => {
  await sql`update admins set blocked = true where role_id in (select id from admin_roles where role = 'admin') or login = 'superadmin'`.execute(
    server.database,
  );
  const made = await Promise.all([
    server.createAdmin({ permissions: receiver, neighborhoodIds: [1] }),
    server.createAdmin({ permissions: receiver, neighborhoodIds: [1] }),
  ]);
  [clerkId, colleagueId] = made.map(({ id }) => id) as [number, number];
  // Suggested last: among equals, the admin with the smaller id comes first.
  spareId = (await server.createAdmin({ permissions: receiver, neighborhoodIds: [1] })).id;
  clerk = await server.signIn(made[0]?.login ?? '');
  head = await server.signIn({ permissions: [...receiver, 'application_head'], neighborhoodIds: [1] });
});

/** Creates an application of an admin, the clerk by default. */
async function create(client = clerk): Promise<number> {
  const { body } = await client.upload<Application>('applications', {
    neighborhood_id: 1,
    employment_status: 'unemployed',
    planned_assistance: 'Tom',
  });
  await client.post(`applications/${body.id}/actions/statuses`, { status: 'accepted' });
  return body.id;
}

const read = async (id: number) => (await head.get<ApplicationDetail>(`applications/${id}`)).body;

async function handOver(successorId = colleagueId, adminId = clerkId): Promise<void> {
  const successors = [{ neighborhood_id: 1, successor_id: successorId }];
  const sent = await head.post('applications/handovers', { admin_id: adminId, successors });
  expect(sent.status).toBe(201);
}

function move(): Promise<void> {
  const applications = server.services.plugins.find('applications');
  if (!applications) throw new Error('the plugin is not there');
  // Sound: this is the plugin's own context, whose type the list of plugins erases.
  return runPendingHandovers(applications.context as never);
}

async function countWaiting(): Promise<number> {
  const { rows } = await sql`
    select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(
    server.database,
  );
  return rows.length;
}

/** Runs work while another transaction blocks an admin; returns once the work waits for that, or is done. */
async function whileBlocking(adminId: number, work: () => Promise<unknown>): Promise<void> {
  let working: Promise<unknown> = Promise.resolve();
  await server.database.transaction().execute(async (transaction) => {
    await sql`update admins set blocked = true where id = ${adminId}`.execute(transaction);
    await sql`select pg_advisory_xact_lock(4607011, ${adminId})`.execute(transaction);
    let isDone = false;
    working = work().then(() => void (isDone = true));
    await expect.poll(async () => isDone || (await countWaiting()) > 0, { timeout: 20_000 }).toBe(true);
  });
  await working;
}

test('two nodes that move the same handover write one step and one audit entry', async () => {
  const id = await create();
  await handOver();
  let moves: Promise<unknown> = Promise.resolve();
  await server.database.transaction().execute(async (transaction) => {
    await sql`select from applications where id = ${id} for update`.execute(transaction);
    moves = Promise.all([move(), move()]);
    await expect.poll(countWaiting, { timeout: 20_000 }).toBe(2);
  });
  await moves;
  const { receiver: now, actions } = await read(id);
  expect(now?.id).toBe(colleagueId);
  expect(actions.filter(({ action_type: type }) => type === 'forward')).toHaveLength(1);
  expect(await auditedMoves([id])).toMatchObject([{ from: clerkId, ids: [id] }]);
});

/** The audit log's entries about moves of some applications. */
async function auditedMoves(ids: readonly number[]): Promise<readonly object[]> {
  const { rows } = await sql<{ details: object }>`
    select details || jsonb_build_object('by', admin_id) as details from audit_log where action = 'applications.handover.move'
      and exists (select from jsonb_array_elements(details -> 'ids') as moved where moved::bigint = any(${[...ids]}::bigint[]))
    order by id`.execute(server.database);
  return rows.map(({ details }) => details);
}

test('the handovers of two admins, moved together, are audited each with its applications and as work of the head', async () => {
  const [first, second] = [await create(), await create(head)];
  const { rows } = await sql<{ id: number }>`
    select receiver_id as id from applications where id = ${second}`.execute(server.database);
  const headId = rows[0]?.id ?? 0;
  await handOver(colleagueId, clerkId);
  await handOver(colleagueId, headId);
  await move();
  expect(await auditedMoves([first, second])).toEqual([
    { from: clerkId, ids: [first], by: headId },
    { from: headId, ids: [second], by: headId },
  ]);
});

test('an application that cannot be moved delays neither the others of its handover nor later handovers', async () => {
  const [broken, other, later] = [await create(), await create(), await create(head)];
  const { rows } = await sql<{ id: number }>`
    select receiver_id as id from applications where id = ${later}`.execute(server.database);
  await handOver(colleagueId, clerkId);
  await handOver(colleagueId, rows[0]?.id);
  await sql`
    create function refuse_step() returns trigger language plpgsql as $$ begin raise 'on purpose'; end $$`.execute(
    server.database,
  );
  await sql`
    create trigger refuse_step before insert on application_actions for each row
      when (new.application_id = ${sql.lit(broken)}) execute function refuse_step()`.execute(server.database);
  await move();
  const receivers = async () =>
    Promise.all([broken, other, later].map(async (id) => (await read(id)).receiver?.id));
  expect(await receivers()).toEqual([clerkId, colleagueId, colleagueId]);
  await sql`drop trigger refuse_step on application_actions`.execute(server.database);
  await move();
  expect(await receivers()).toEqual([colleagueId, colleagueId, colleagueId]);
});

test('a second handover before the job runs replaces the first one', async () => {
  const id = await create();
  await handOver(colleagueId);
  await handOver(spareId);
  await move();
  const { receiver: now, actions } = await read(id);
  expect(now?.id).toBe(spareId);
  const steps = actions.filter(({ action_type: type }) => type === 'forward');
  expect(steps).toMatchObject([{ forward: { receiver: { id: spareId } } }]);
});

test('a successor who is being blocked gets nothing: it stays where it is', async () => {
  const id = await create();
  await handOver();
  await whileBlocking(colleagueId, move);
  expect((await read(id)).receiver?.id).toBe(clerkId);
});

test('the applications of a blocked admin go to no colleague who is being blocked at the same time', async () => {
  const id = await create();
  // The head already has one, so that the colleague is suggested first, and then the spare one.
  await create(head);
  await whileBlocking(colleagueId, () => chief.put(`admins/${clerkId}/block?blocked=true`, {}));
  expect((await read(id)).receiver?.id).toBe(spareId);
});

test('a chosen successor who is being blocked gets nothing of an admin who is blocked', async () => {
  const id = await create();
  await handOver();
  await whileBlocking(colleagueId, () => chief.put(`admins/${clerkId}/block?blocked=true`, {}));
  expect((await read(id)).receiver?.id).not.toBe(colleagueId);
});

test('an application goes to no substitute who is being blocked, also not to one who was named just now', async () => {
  const today = dayAt(Date.now(), 'Asia/Tashkent');
  const named = { adminId: colleagueId, neighborhoodId: 1 };
  let isDone = false;
  const { finding } = await server.database.transaction().execute(async (blocking) => {
    await sql`update admins set blocked = true where id = ${spareId}`.execute(blocking);
    await sql`select pg_advisory_xact_lock(4607011, ${spareId})`.execute(blocking);
    const started = await server.database.transaction().execute(async (changing) => {
      await sql`select pg_advisory_xact_lock(4607011, ${colleagueId})`.execute(changing);
      const search = server.database
        .transaction()
        .execute((database) => findReceiver(database, named, 'Asia/Tashkent'))
        .finally(() => void (isDone = true));
      await expect.poll(countWaiting, { timeout: 20_000 }).toBe(1);
      // They leave while the lock on their access is waited for.
      await sql`
        insert into application_absences (admin_id, from_day, until_day, substitute_id, created_by)
        values (${colleagueId}, ${today}, ${addDays(today, 1)}, ${spareId}, ${colleagueId})`.execute(
        server.database,
      );
      return { search };
    });
    const isWaiting = async () => isDone || (await countWaiting()) > 0;
    await expect.poll(isWaiting, { timeout: 20_000 }).toBe(true);
    return { finding: started.search };
  });
  expect(await finding).toEqual({ receiverId: colleagueId, insteadOf: null });
});
