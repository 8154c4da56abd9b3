import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { testServer, type TestServer } from '#kernel/plugin-api/testing.ts';
import { applications } from '../../manifest.ts';
import { createApplicationsServer } from '../index.ts';

const migrations = new URL('../migrations/', import.meta.url);
const calendar = { holidays: ['2026-12-08'] };

/** Tashkent is UTC+5. */
let now = '2026-11-23T10:00+05:00';
let reads = 0;
const clock = {
  now() {
    reads += 1;
    return Date.parse(now);
  },
  periodMs: 15,
};

let server: TestServer;
let secondNode: TestServer;
let receiverId: number;
let headId: number;
let neighborhoods = 0;

beforeAll(async () => {
  const plugins = () => [
    { ...createApplicationsServer(clock), manifest: applications, migrations },
    'notifications',
  ];
  const config = { applications: { calendar } };
  server = await testServer({ plugins: plugins(), config });
  secondNode = await testServer({ plugins: plugins(), config, databaseUrl: server.databaseUrl });
}, 90_000);
afterAll(async () => {
  await secondNode?.close();
  await server?.close();
});

/** Each test has its own neighbourhood, with a receiver and a head. */
beforeEach(async () => {
  // The previous test's pending work ends before new work starts.
  await at('2026-11-21T10:00+05:00');
  neighborhoods += 1;
  await sql`
    insert into neighborhoods (name_uz, name_ru, coords, color)
    values (${`Mahalla ${neighborhoods}`}, ${`Махалля ${neighborhoods}`}, '[[41,60],[41,61],[42,61]]', '#0b7480')`.execute(
    server.database,
  );
  const neighborhoodIds = [neighborhoods];
  await sql`update applications set status = 'canceled'`.execute(server.database);
  await sql`update admins set blocked = true`.execute(server.database);
  await sql`truncate application_head_warnings`.execute(server.database);
  receiverId = (await server.createAdmin({ permissions: ['application_receiver'], neighborhoodIds })).id;
  headId = (
    await server.createAdmin({ permissions: ['application_receiver', 'application_head'], neighborhoodIds })
  ).id;
});

async function insert(deadline: string, receiver: number | null = receiverId): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into applications (day, neighborhood_id, first_name, last_name, employment_status, planned_assistance,
      cancel_time, receiver_id, search_key)
    values ('2026-11-01', ${neighborhoods}, 'Anvar', 'Karimov', 'unemployed', 'Tom', ${deadline}, ${receiver}, '')
    returning id`.execute(server.database);
  return rows[0]?.id ?? 0;
}

interface Warning {
  readonly admin_id: number;
  readonly type: string;
  readonly payload: { readonly application_id: number; readonly days?: number; readonly count?: number };
}

async function warnings(): Promise<Warning[]> {
  const { rows } = await sql<Warning>`
    select admin_id, type, payload from notifications
    where admin_id in (select id from kernel_v1_admins where not blocked) and type <> 'application' order by id`.execute(
    server.database,
  );
  return rows;
}

const nearTo = (id: number, days: number) => ({
  admin_id: receiverId,
  type: 'deadline',
  payload: { application_id: id, days },
});

/**
 * Sets the clock, and waits until a node has handled the new time: it reads the clock again only after that.
 */
async function at(moment: string): Promise<Warning[]> {
  now = moment;
  reads = 0;
  // One node works at a time: after three reads of the new time, the first run has ended on every node.
  await vi.waitFor(() => expect(reads).toBeGreaterThanOrEqual(3), { interval: 10, timeout: 60_000 });
  return warnings();
}

test('the receiver is warned three days and a day before and at the deadline, the heads each working day after it', async () => {
  // Wednesday 2 December at 15:00; three days before is a Sunday, so that the warning is sent on Friday.
  const id = await insert('2026-12-02T15:00+05:00');
  expect(await at('2026-11-26T17:59+05:00')).toEqual([]);
  expect(await at('2026-11-27T08:59+05:00')).toEqual([]);
  expect(await at('2026-11-27T09:00+05:00')).toEqual([nearTo(id, 5)]);
  expect(await at('2026-11-29T12:00+05:00')).toHaveLength(1);
  expect(await at('2026-12-01T09:00+05:00')).toEqual([nearTo(id, 5), nearTo(id, 1)]);
  expect(await at('2026-12-02T14:59+05:00')).toHaveLength(2);
  const over = { admin_id: receiverId, type: 'deadline_over', payload: { application_id: id } };
  expect((await at('2026-12-02T15:00+05:00')).slice(2)).toEqual([over]);
  expect(await at('2026-12-02T17:00+05:00')).toHaveLength(3);
  const forHead = { admin_id: headId, type: 'late_in_area', payload: { application_id: id, count: 1 } };
  expect((await at('2026-12-03T09:00+05:00')).slice(3)).toEqual([forHead]);
  expect(await at('2026-12-03T12:00+05:00')).toHaveLength(4);
  expect((await at('2026-12-04T09:00+05:00')).slice(4)).toEqual([forHead]);
  // Saturday and Sunday; the 8th is a holiday.
  expect(await at('2026-12-06T12:00+05:00')).toHaveLength(5);
  expect(await at('2026-12-07T12:00+05:00')).toHaveLength(6);
  expect(await at('2026-12-08T12:00+05:00')).toHaveLength(6);
  expect(await at('2026-12-09T12:00+05:00')).toHaveLength(7);
  await sql`update applications set status = 'completed' where id = ${id}`.execute(server.database);
  expect(await at('2026-12-10T12:00+05:00')).toHaveLength(7);
});

test('a missed warning is sent on the next working day, only for the nearest deadline', async () => {
  const late = await insert('2026-11-30T09:30+05:00');
  const later = await insert('2026-12-02T15:00+05:00');
  expect(await at('2026-11-28T10:00+05:00')).toEqual([]);
  expect(await at('2026-11-30T09:00+05:00')).toEqual([nearTo(late, 0), nearTo(later, 2)]);
  expect(await at('2026-11-30T09:20+05:00')).toHaveLength(2);
});

test('an application without a receiver warns all who could accept it, and a new deadline warns again', async () => {
  const id = await insert('2026-12-03T12:00+05:00', null);
  const notified = await at('2026-12-02T12:00+05:00');
  expect(notified.map(({ admin_id }) => admin_id).toSorted()).toEqual([receiverId, headId].toSorted());
  await sql`update applications set cancel_time = '2026-12-04T12:00+05:00', receiver_id = ${receiverId} where id = ${id}`.execute(
    server.database,
  );
  expect((await at('2026-12-02T12:05+05:00')).slice(2)).toEqual([nearTo(id, 2)]);
  expect((await at('2026-12-03T12:01+05:00')).slice(3)).toEqual([nearTo(id, 1)]);
});

test('several deadlines of a day are one notice, and two nodes send each once', async () => {
  const nearest = await insert('2026-12-03T11:00+05:00');
  for (let count = 0; count < 449; count++) await insert('2026-12-03T12:00+05:00');
  const together = { application_id: nearest, days: 1, count: 450 };
  expect(await at('2026-12-02T12:05+05:00')).toEqual([
    { admin_id: receiverId, type: 'deadlines', payload: together },
  ]);
  const over = { application_id: nearest, count: 450 };
  expect((await at('2026-12-03T12:00+05:00')).slice(1)).toEqual([
    { admin_id: receiverId, type: 'deadlines_over', payload: over },
  ]);
});

test('a super admin gets one notice about all applications without a receiver', async () => {
  const { id } = await server.createAdmin({ role: 'super_admin', permissions: ['application_receiver'] });
  const nearest = await insert('2026-12-03T10:00+05:00', null);
  neighborhoods += 1;
  await sql`
    insert into neighborhoods (name_uz, name_ru, coords, color)
    values (${`Mahalla ${neighborhoods}`}, ${`Махалля ${neighborhoods}`}, '[[41,60],[41,61],[42,61]]', '#0b7480')`.execute(
    server.database,
  );
  await insert('2026-12-03T12:00+05:00', null);
  const notified = await at('2026-12-02T12:00+05:00');
  expect(notified.filter(({ admin_id }) => admin_id === id)).toEqual([
    { admin_id: id, type: 'deadlines', payload: { application_id: nearest, days: 1, count: 2 } },
  ]);
});

test('sends no warnings out of office hours', async () => {
  await insert('2026-12-03T12:00+05:00');
  // Wednesday before nine and at six, Saturday at noon.
  for (const closed of ['2026-12-02T08:59+05:00', '2026-12-02T18:00+05:00', '2026-11-28T12:00+05:00']) {
    expect(await at(closed)).toEqual([]);
  }
});

test('the holder of a task is warned the day before and when it is due, once for all tasks of a day', async () => {
  for (let index = 0; index < 2; index++) {
    const id = await insert('2027-02-01T12:00+05:00');
    await sql`
      with step as (
        insert into application_actions (application_id, type, message, receiver_id) values (${id}, 'forward', '', ${headId}) returning id
      )
      insert into application_tasks (application_id, action_id, admin_id, due_at)
      select ${id}, id, ${headId}, '2026-12-02T18:00+05:00' from step`.execute(server.database);
  }
  const tasks = async (moment: string) =>
    (await at(moment)).filter(({ type }) => type.startsWith('tasks')).map(({ admin_id, type, payload }) => [admin_id, type, payload.days, payload.count]); // prettier-ignore
  expect(await tasks('2026-11-30T12:00+05:00')).toEqual([]);
  const near = [headId, 'tasks_due', 1, 2];
  expect(await tasks('2026-12-01T10:00+05:00')).toEqual([near]);
  expect(await tasks('2026-12-02T17:59+05:00')).toEqual([near]);
  const over = [headId, 'tasks_over', undefined, 2];
  expect(await tasks('2026-12-03T09:00+05:00')).toEqual([near, over]);
  expect(await tasks('2026-12-04T09:00+05:00')).toEqual([near, over]);
});
