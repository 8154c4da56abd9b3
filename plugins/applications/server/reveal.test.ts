import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ErrorBody, Page, Revealed } from '#kernel/plugin-api/contract.ts';
import { type ApiClient, listenAs, testServer, type TestServer } from '#kernel/plugin-api/testing.ts';
import type { Application, ApplicationDetail } from '../contract.ts';

let server: TestServer;
let clerk: ApiClient;
let stranger: ApiClient;
let neighborhoodId: number;

const person = {
  first_name: 'Anvar',
  last_name: 'Oʻrinboyev',
  passport_series: 'AC',
  passport_number: '1234567',
  personal_number: '31210632040244',
};
const masked = {
  birthday: '1963',
  passport_series: 'AC',
  passport_number: '••••67',
  personal_number: '••••••••••0244',
};

beforeAll(async () => {
  server = await testServer({ plugins: ['applications', 'neighborhoods', 'users', 'notifications'] });
  const { rows } = await sql<{ id: number }>`
    insert into neighborhoods (name_uz, name_ru, coords, color)
    values ('Mahalla', 'Махалля', '[[41,60],[41,61],[42,61]]', '#0b7480'),
      ('Boshqa', 'Другая', '[[41,62],[41,63],[42,63]]', '#0b7480') returning id`.execute(server.database);
  neighborhoodId = rows[0]?.id ?? 0;
  const permissions = ['application_receiver'];
  clerk = await server.signIn({ permissions, neighborhoodIds: [neighborhoodId] });
  stranger = await server.signIn({ permissions, neighborhoodIds: [rows[1]?.id ?? 0] });
});
afterAll(() => server.close());

async function accept(): Promise<Application> {
  const { status, body } = await clerk.upload<Application>('applications', {
    neighborhood_id: neighborhoodId,
    employment_status: 'unemployed',
    planned_assistance: 'Singlisi 41704833310018, pasporti AB 7654321 bilan yashaydi',
    intake_reason: 'Yana kelgan',
    ...person,
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}

const revealsOf = async (id: number) =>
  (
    await sql<{ admin_id: number; details: object }>`
      select admin_id, details - 'reason_id' || coalesce(
        (select jsonb_build_object('reason', reason) from audit_reasons where id = details ->> 'reason_id'), '{}') as details
      from audit_log where action = 'applications.reveal' and subject_id = ${id} order by id`.execute(
      server.database,
    )
  ).rows;

test('masks lists, events and responses of changes, including numbers in texts of users', async () => {
  const listener = await listenAs<Application>(server, clerk, 'application_receive');
  const made = await accept();
  await expect.poll(() => listener.received, { timeout: 30_000 }).toHaveLength(1);
  listener.stop();
  const { body: page } = await clerk.get<Page<Application>>(`applications?search=${person.personal_number}`);
  const [listed] = page.items;
  for (const shown of [made, listener.received[0], listed]) {
    expect(shown?.author).toMatchObject(masked);
    expect(shown?.planned_assistance).toBe('Singlisi ••••••••••0018, pasporti AB ••••21 bilan yashaydi');
  }
  // A complete number is still found; a masked one finds nothing.
  expect(listed?.id).toBe(made.id);
  const dots = await clerk.get<Page<Application>>(`applications?search=${masked.personal_number}`);
  expect(dots.body.items).toEqual([]);
  const { body: detail } = await clerk.get<ApplicationDetail>(`applications/${made.id}`);
  expect(detail.author).toMatchObject({ ...person, birthday: '1963-10-12' });
  expect(detail.planned_assistance).toContain('41704833310018');
});

test('reveals one value at a time, each with an entry of its own, within the area', async () => {
  const { id } = await accept();
  const path = `applications/${id}/reveal`;
  const values = { personal_number: '31210632040244', passport: 'AC 1234567', birthday: '1963-10-12' };
  for (const [field, value] of Object.entries(values)) {
    const { status, body } = await clerk.post<Revealed>(path, { field });
    expect({ status, body }).toEqual({ status: 200, body: { value } });
  }
  // Also for a repeated request with the same key.
  const options = { idempotencyKey: 'bir-xil' };
  await clerk.post(path, { field: 'passport' }, options);
  await clerk.post(path, { field: 'passport', reason: 'Asli bilan, 31210632040244' }, options);
  const entries = await revealsOf(id);
  expect(entries.map(({ details }) => details)).toEqual([
    { fields: ['personal_number'] },
    { fields: ['passport'] },
    { fields: ['birthday'] },
    { fields: ['passport'] },
    { fields: ['passport'], reason: 'Asli bilan, ••••••••••0244' },
  ]);
  expect(new Set(entries.map(({ admin_id }) => admin_id)).size).toBe(1);
  const { rows } = await sql<{ text: string }>`
    select to_jsonb(stored)::text as text from idempotency_records as stored`.execute(server.database);
  expect(JSON.stringify(rows)).not.toContain(person.personal_number);

  expect((await stranger.post(path, { field: 'passport' })).status).toBe(404);
  expect((await clerk.post('applications/999999/reveal', { field: 'passport' })).status).toBe(404);
  for (const body of [
    {},
    { field: 'phone' },
    { field: 'passport', more: 1 },
    { field: 'passport', reason: ' ' },
  ]) {
    expect((await clerk.post<ErrorBody>(path, body)).status).toBe(422);
  }
  expect(await revealsOf(id)).toHaveLength(entries.length);
});

test('requires a reason when the deployment does, and reveals nothing without one', async () => {
  const strict = await testServer({
    plugins: ['applications', 'neighborhoods', 'users', 'audit'],
    deployment: { privacy: { revealReason: true } },
  });
  try {
    const { rows } = await sql<{ id: number }>`
      with place as (
        insert into neighborhoods (name_uz, name_ru, coords, color)
        values ('Mahalla', 'Махалля', '[[41,60],[41,61],[42,61]]', '#0b7480') returning id)
      insert into applications (day, neighborhood_id, first_name, last_name, personal_number, employment_status,
        planned_assistance, search_key)
      select current_date, id, 'A', 'B', ${person.personal_number}, 'unemployed', 'Yordam', '' from place
      returning id`.execute(strict.database);
    const path = `applications/${rows[0]?.id}/reveal`;
    const api = await strict.signIn({
      role: 'super_admin',
      permissions: ['application_receiver', 'audit_read'],
    });
    const rejected = await api.post<ErrorBody>(path, { field: 'personal_number' });
    expect(rejected.status).toBe(422);
    expect(rejected.body.fields).toEqual({ reason: 'Sababni yozing.' });
    expect(JSON.stringify(rejected.body)).not.toContain(person.personal_number);
    const { body } = await api.post<Revealed>(path, { field: 'personal_number', reason: 'Asli bilan' });
    expect(body).toEqual({ value: person.personal_number });
    const { body: log } = await api.get<Page<{ details: object[] }>>('audit?action=applications.reveal');
    expect(log.items.map(({ details }) => details)).toEqual([
      [
        { name: 'fields', value: 'personal_number' },
        { name: 'reason', value: 'Asli bilan' },
      ],
    ]);
  } finally {
    await strict.close();
  }
});
