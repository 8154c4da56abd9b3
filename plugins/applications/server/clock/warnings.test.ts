import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { testServer, type TestServer } from '#kernel/plugin-api/testing.ts';
import { applications } from '../../manifest.ts';
import { createApplicationsServer } from '../index.ts';

const migrations = new URL('../migrations/', import.meta.url);
const calendar = { holidays: ['2026-12-08'] };

/** Tashkent, five hours ahead of Greenwich. */
let now = '2026-11-23T10:00+05:00';
const clock = { now: () => Date.parse(now), periodMs: 15 };

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

/** Each test has a neighbourhood of its own, a receiver and a head there. */
beforeEach(async () => {
  now = '2026-11-21T10:00+05:00';
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
    where admin_id in (${receiverId}, ${headId}) and type in ('deadline', 'deadline_over', 'late_in_area') order by id`.execute(
    server.database,
  );
  return rows;
}

const nearTo = (id: number, days: number) => ({
  admin_id: receiverId,
  type: 'deadline',
  payload: { application_id: id, days },
});

/** Moves the clock, and waits until both nodes have looked at it several times. */
async function at(moment: string): Promise<Warning[]> {
  now = moment;
  let before = -1;
  await vi.waitFor(
    async () => {
      const found = (await warnings()).length;
      const settled = found === before;
      before = found;
      expect(settled).toBe(true);
    },
    { interval: 150, timeout: 10_000 },
  );
  return warnings();
}

test('the receiver is warned three days and a day before and at the deadline, the heads each working day after it', async () => {
  // Wednesday 2 December at 15:00; three days before is a Sunday, so that the warning comes on Friday.
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

test('whoever was not warned in time is warned on the next working day, and of the nearest only', async () => {
  const late = await insert('2026-11-30T09:30+05:00');
  const later = await insert('2026-12-02T15:00+05:00');
  expect(await at('2026-11-28T10:00+05:00')).toEqual([]);
  expect(await at('2026-11-30T09:00+05:00')).toEqual([nearTo(late, 0), nearTo(later, 2)]);
  expect(await at('2026-11-30T09:20+05:00')).toHaveLength(2);
});

test('what nobody has taken concerns all who could, and a new deadline is warned of anew', async () => {
  const id = await insert('2026-12-03T12:00+05:00', null);
  const told = await at('2026-12-02T12:00+05:00');
  expect(told.map(({ admin_id }) => admin_id).toSorted()).toEqual([receiverId, headId].toSorted());
  await sql`update applications set cancel_time = '2026-12-04T12:00+05:00', receiver_id = ${receiverId} where id = ${id}`.execute(
    server.database,
  );
  expect((await at('2026-12-02T12:05+05:00')).slice(2)).toEqual([nearTo(id, 2)]);
  expect((await at('2026-12-03T12:01+05:00')).slice(3)).toEqual([nearTo(id, 1)]);
});

test('two nodes warn of hundreds of applications once each', async () => {
  const ids: number[] = [];
  for (let count = 0; count < 450; count++) ids.push(await insert('2026-12-03T12:00+05:00'));
  now = '2026-12-02T12:00+05:00';
  await vi.waitFor(async () => expect((await warnings()).length).toBeGreaterThanOrEqual(450), {
    timeout: 20_000,
  });
  const told = await at('2026-12-02T12:05+05:00');
  expect(told.map(({ payload }) => payload.application_id).toSorted((a, b) => a - b)).toEqual(ids);
});
