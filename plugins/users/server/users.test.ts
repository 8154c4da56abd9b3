import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkJshshir } from '#kernel/contract/text/index.ts';
import { testServer, type ApiClient, type TestServer } from '#kernel/testing/server.ts';
import type { Citizen } from '../contract.ts';

let server: TestServer;
let receiver: ApiClient;
let numbers: string[];

beforeAll(async () => {
  server = await testServer({ plugins: ['users'], demo: true });
  receiver = await server.signIn({ permissions: ['application_receiver'] });
  const { rows } = await sql<{ personal_number: string }>`
    select personal_number from users order by id`.execute(server.database);
  numbers = rows.map((row) => row.personal_number);
});
afterAll(() => server.close());

test('the register holds five hundred citizens, each with a valid number of his own', () => {
  expect(new Set(numbers).size).toBe(500);
  for (const number of numbers) expect(checkJshshir(number)).toMatchObject({ ok: true });
});

test('a citizen is found by his number, with the fields of the form alone', async () => {
  const { status, body } = await receiver.get<Citizen>(`users/lookup?personal_number=${numbers[0]}`);
  expect(status).toBe(200);
  expect(Object.keys(body).toSorted()).toEqual([
    'birthday',
    'father_name',
    'first_name',
    'id',
    'last_name',
    'passport_number',
    'passport_series',
    'personal_number',
    'phone',
  ]);
  const facts = checkJshshir(body.personal_number);
  expect(facts).toMatchObject({ birthday: body.birthday });
});

test('whoever looked stands in the audit log, with the names of the fields and no value', async () => {
  const { body } = await receiver.get<Citizen>(`users/lookup?personal_number=${numbers[1]}`);
  const { rows } = await sql<{ action: string; admin_id: number; details: { fields: string[] } }>`
    select action, admin_id, details from audit_log where subject_id = ${body.id}`.execute(server.database);
  expect(rows).toEqual([
    { action: 'users.lookup', admin_id: expect.any(Number), details: { fields: expect.any(Array) } },
  ]);
  expect(JSON.stringify(rows)).not.toContain(body.personal_number);
});

test('an unknown number is a 404, and what is no number a 422', async () => {
  expect((await receiver.get('users/lookup?personal_number=31210632040244')).status).toBe(404);
  for (const wrong of ['', '123', 'abcdefghijklmn', `${numbers[0]}1`]) {
    expect((await receiver.get(`users/lookup?personal_number=${wrong}`)).status).toBe(422);
  }
  expect((await receiver.get('users/lookup')).status).toBe(422);
});

test('only receivers of applications may look', async () => {
  const path = `users/lookup?personal_number=${numbers[0]}`;
  expect((await server.api().get(path)).status).toBe(401);
  expect((await (await server.signIn({ permissions: ['street_add'] })).get(path)).status).toBe(403);
  expect((await (await server.signIn({ role: 'super_admin' })).get(path)).status).toBe(403);
});
