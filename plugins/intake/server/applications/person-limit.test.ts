import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ErrorBody } from '#kernel/plugin-api/contract.ts';
import { type ApiClient, testServer, type TestServer } from '#kernel/plugin-api/testing.ts';
import { makeJshshir } from '#kernel/plugin-api/demo.ts';
import type { Receipt, SiteSecrets } from '../../contract.ts';

const limits = { site: 60, address: 12, person: 2, phone: 2, status: 10 };
let server: TestServer;
let chief: ApiClient;
beforeAll(async () => {
  server = await testServer({ plugins: ['intake'], config: { intake: { limits } } });
  await sql`
    insert into neighborhoods (name_uz, name_ru, coords, color)
    values ('Mahalla', 'Махалля', '[[41,60],[41,61],[42,61]]', '#0b7480')`.execute(server.database);
  chief = await server.signIn({ role: 'super_admin', permissions: ['application_receiver'] });
});
afterAll(() => server?.close());

let serial = 0;
const application = () => ({
  citizen: {
    first_name: 'Anvar',
    last_name: 'Oʻrinboyev',
    phone: '+998 90 123 45 67',
    personal_number: makeJshshir({ birthday: '1980-05-06', sex: 'male', area: 1, serial: ++serial }),
  },
  neighborhood_id: 1,
  employment_status: 'unemployed',
  planned_assistance: 'Tomni taʼmirlash',
});

async function makeSite(): Promise<SiteSecrets> {
  const body = { name: 'Eski tizim', origins: [], rate: 1000, webhook: '' };
  return (await chief.post<SiteSecrets>('intake/sites', body)).body;
}

const sendByKey = (key: string, body: object, idempotencyKey: string) =>
  server.api().post<Receipt & ErrorBody>('intake/applications', body, {
    idempotencyKey,
    headers: { 'x-komak-key': key },
  });

test('a person beyond the daily quota is rejected without a transaction, and still gets earlier responses', async () => {
  const { key } = await makeSite();
  const body = application();
  const sent = await sendByKey(key, body, 'first');
  expect((await sendByKey(key, body, 'second')).status).toBe(201);
  expect((await sendByKey(key, body, 'third')).body.code).toBe('too_many');
  // Inserts fail: a call that attempts one fails.
  await sql`alter table intake_requests add constraint closed check (false) not valid`.execute(
    server.database,
  );
  try {
    const rejected = await sendByKey(key, body, 'third');
    expect([rejected.status, rejected.body.code]).toEqual([429, 'too_many']);
  } finally {
    await sql`alter table intake_requests drop constraint closed`.execute(server.database);
  }
  expect((await sendByKey(key, body, 'first')).body).toEqual(sent.body);
  const other = await sendByKey(key, { ...body, planned_assistance: 'Boshqa' }, 'first');
  expect([other.status, other.body.code]).toEqual([422, 'repeated_differently']);
  expect((await sendByKey(key, application(), 'of another')).status).toBe(201);
});
