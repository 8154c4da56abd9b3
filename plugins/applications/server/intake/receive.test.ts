import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { definePlugin, runQuery, signedIn } from '#kernel/plugin-api/contract.ts';
import { defineServer, routesOf } from '#kernel/plugin-api/server.ts';
import { type ApiClient, listenAs, testServer, type TestServer } from '#kernel/plugin-api/testing.ts';
import { makeJshshir } from '#kernel/plugin-api/demo.ts';
import { citizenBodySchema } from '#plugins/users/contract.ts';
import { receiveApplicationQuery, type Application, type Receipt } from '../../contract.ts';

/** A plugin that submits external applications, as the widget's does. */
const outside = definePlugin({ id: 'outside', version: '1.0.0', requires: ['applications', 'users'] });
const externalServer = defineServer(outside, {
  routes: [
    routesOf(outside)({
      method: 'POST',
      path: 'outside',
      summary: 'Submits an application',
      access: signedIn,
      body: z.strictObject({ citizen: citizenBodySchema, neighborhood_id: z.int() }),
      response: z.unknown(),
      handle: ({ hooks, body }) =>
        runQuery(hooks, receiveApplicationQuery, {
          ...body,
          employment_status: 'unemployed',
          salary: null,
          planned_assistance: 'Tomni taʼmirlash',
          fileIds: [],
          source: 'widget',
        }),
    }),
  ],
});

const person = { first_name: 'Anvar', last_name: 'Oʻrinboyev', phone: '+998 (90) 123-45-67' };
const numberOf = (serial: number) => makeJshshir({ birthday: '1980-05-06', sex: 'male', serial });

let server: TestServer;
let bringer: ApiClient;

beforeAll(async () => {
  server = await testServer({
    plugins: ['applications', 'users', externalServer],
  });
  await sql`
    insert into neighborhoods (name_uz, name_ru, coords, color)
    values ('Mahalla', 'Махалля', '[[41,60],[41,61],[42,61]]', '#0b7480')`.execute(server.database);
  bringer = await server.signIn();
}, 60_000);
afterAll(() => server?.close());

const bring = (citizen: object, neighborhood_id = 1) =>
  bringer.post<Receipt>('outside', { citizen: { ...person, ...citizen }, neighborhood_id });

async function receiveOne(citizen: object): Promise<Exclude<Receipt, { rejected: string }>> {
  const { status, body } = await bring(citizen);
  if (status !== 200 || 'rejected' in body) throw new Error(JSON.stringify(body));
  return body;
}

async function count(table: 'users' | 'applications'): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(
    server.database,
  );
  return rows[0]?.count ?? 0;
}

test('an application that is submitted online names its citizen, and stores the data as submitted', async () => {
  const receiver = await server.signIn({ permissions: ['application_receiver'], neighborhoodIds: [1] });
  const listener = await listenAs<Application>(server, receiver, 'application_receive');
  const { id, citizenId, cancelTime } = await receiveOne({ personal_number: numberOf(1) });
  expect(cancelTime).toMatch(/Z$/);
  await vi.waitFor(() => expect(listener.received.map((application) => application.id)).toEqual([id]));
  listener.stop();
  const { rows } = await sql`
    select citizen_id, source, created_by, last_name, phone, birthday::text from applications where id = ${id}`.execute(
    server.database,
  );
  expect(rows).toEqual([
    {
      citizen_id: citizenId,
      source: 'widget',
      created_by: null,
      last_name: 'Oʻrinboyev',
      phone: '998901234567',
      birthday: '1980-05-06',
    },
  ]);
});

test('the same JSHSHIR is one citizen, also when two arrive at once', async () => {
  const before = await count('users');
  const both = await Promise.all([1, 2, 3, 4].map(() => receiveOne({ personal_number: numberOf(2) })));
  expect(new Set(both.map(({ citizenId }) => citizenId)).size).toBe(1);
  expect(await count('users')).toBe(before + 1);
});

test('a passport finds a citizen who has no JSHSHIR, and nobody who has one', async () => {
  const passport = { passport_series: 'ас', passport_number: '1234567' };
  const first = await receiveOne(passport);
  expect((await receiveOne(passport)).citizenId).toBe(first.citizenId);
  const numbered = await receiveOne({ ...passport, personal_number: numberOf(3) });
  expect(numbered.citizenId).not.toBe(first.citizenId);
});

test('rejects the passport of a blocked citizen, with another JSHSHIR or without one', async () => {
  const passport = { passport_series: 'AD', passport_number: '7654321' };
  const { citizenId } = await receiveOne({ ...passport, personal_number: numberOf(6) });
  await receiveOne({ ...passport, personal_number: null });
  await sql`update users set blocked = true where id = ${citizenId}`.execute(server.database);
  const before = [await count('users'), await count('applications')];
  for (const personal_number of [numberOf(6), numberOf(7), null]) {
    const { body } = await bring({ ...passport, personal_number });
    expect(body, String(personal_number)).toEqual({ rejected: 'citizen_blocked' });
  }
  expect([await count('users'), await count('applications')]).toEqual(before);
  await sql`update users set blocked = false where id = ${citizenId}`.execute(server.database);
  expect((await receiveOne({ ...passport, personal_number: null })).citizenId).not.toBe(citizenId);
});

test('rejects a blocked citizen and an unknown neighbourhood, and writes nothing', async () => {
  const { citizenId } = await receiveOne({ personal_number: numberOf(4) });
  await sql`update users set blocked = true where id = ${citizenId}`.execute(server.database);
  const before = [await count('users'), await count('applications')];
  expect((await bring({ personal_number: numberOf(4) })).body).toEqual({ rejected: 'citizen_blocked' });
  expect((await bring({ personal_number: numberOf(5) }, 999)).body).toEqual({
    rejected: 'neighborhood_unknown',
  });
  expect([await count('users'), await count('applications')]).toEqual(before);
});
