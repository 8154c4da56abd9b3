import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DeploymentResponse, ErrorBody } from '#kernel/plugin-api/contract.ts';
import { testServer, type ApiClient, type TestServer } from '#kernel/plugin-api/testing.ts';
import type { Application } from '../contract.ts';

const fiveFields = {
  neighborhood_id: 1,
  employment_status: 'unemployed',
  planned_assistance: 'Tomni taʼmirlash',
};
const named = { ...fiveFields, first_name: 'Anvar', last_name: 'Oʻrinboyev' };

let server: TestServer;
let strict: TestServer;
beforeAll(async () => {
  server = await startServer({});
  strict = await startServer({ requireApplicant: true });
});
afterAll(async () => {
  await server?.close();
  await strict?.close();
});

async function startServer(config: Record<string, unknown>): Promise<TestServer> {
  const started = await testServer({
    plugins: ['applications', 'households', 'users'],
    config: { applications: config },
  });
  await sql`
    insert into neighborhoods (name_uz, name_ru, coords, color)
    values ('Mahalla', 'Махалля', '[[41,60],[41,61],[42,61]]', '#0b7480')`.execute(started.database);
  return started;
}

const signIn = (to = server) => to.signIn({ permissions: ['application_receiver'], neighborhoodIds: [1] });

async function announcedTo(api: ApiClient): Promise<readonly string[]> {
  const { body } = await api.get<DeploymentResponse>('plugins');
  return body.plugins.find(({ id }) => id === 'applications')?.capabilities ?? [];
}

async function expectRejection(api: ApiClient, fields: Readonly<Record<string, string | number>>) {
  const rejected = await api.upload<ErrorBody>('applications', fields);
  expect(rejected).toMatchObject({ status: 422, body: { code: 'invalid' } });
  expect(Object.keys(rejected.body.fields ?? {})).toEqual(['first_name', 'last_name']);
}

test('requires an applicant of every session to which intake is announced, and stores nothing without one', async () => {
  const clerk = await signIn();
  expect(await announcedTo(clerk)).toContain('applications.intake');
  const { rows: before } = await sql`select from applications`.execute(server.database);
  await expectRejection(clerk, fiveFields);
  // The announcement to a session is remembered, whatever it requests later.
  await expectRejection(clerk, fiveFields);
  const { rows: after } = await sql`select from applications`.execute(server.database);
  expect(after).toHaveLength(before.length);
  const taken = await clerk.upload<Application>('applications', named);
  expect(taken).toMatchObject({ status: 201, body: { author: { first_name: 'Anvar' } } });
});

test('announces intake only to sessions, and follows the specification for other clients', async () => {
  expect(await announcedTo(server.api())).not.toContain('applications.intake');
  expect(await announcedTo(server.api())).toContain('applications.check');
  const clerk = await signIn();
  const taken = await clerk.upload<Application>('applications', fiveFields);
  expect(taken).toMatchObject({ status: 201, body: { author: { first_name: '', last_name: '' } } });
  // The applicant stays empty: the clerk is neither receiver nor applicant.
  const { rows } = await sql<{ citizen_id: number | null; last_name: string }>`
    select citizen_id, last_name from applications where id = ${taken.body.id}`.execute(server.database);
  expect(rows).toEqual([{ citizen_id: null, last_name: '' }]);
  // An announcement to another session does not affect this one.
  await announcedTo(await signIn());
  expect((await clerk.upload('applications', fiveFields)).status).toBe(201);
});

test('accepts empty fields of the person from a form that has them', async () => {
  await expectRejection(await signIn(), { ...fiveFields, first_name: '', last_name: '', phone: '' });
});

test('requires an applicant of every caller if the deployment says so', async () => {
  const clerk = await signIn(strict);
  await expectRejection(clerk, fiveFields);
  expect((await clerk.upload('applications', named)).status).toBe(201);
});
