/** The audit log and the reveals that it records, requested by unauthorized callers and in unusual ways. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Page, Revealed } from '#kernel/plugin-api/contract.ts';
import { testServer, type ApiClient, type TestServer } from '#kernel/testing/server.ts';
import type { AuditEntry } from '#plugins/audit/contract.ts';

const person = {
  first_name: 'Anvar',
  last_name: 'Kanareyev',
  passport_series: 'AC',
  passport_number: '1234567',
  personal_number: '31210632040244',
};

let server: TestServer;
let chief: ApiClient;
let reader: ApiClient;
let clerk: ApiClient;
let citizenId: number;

beforeAll(async () => {
  server = await testServer();
  chief = await server.signIn({ role: 'super_admin' });
  reader = await server.signIn({ permissions: ['audit_read'] });
  clerk = await server.signIn({ permissions: ['application_receiver', 'household_add', 'street_add'] });
  citizenId = (await chief.post<{ id: number }>('users', person)).body.id;
});
afterAll(() => server?.close());

async function entriesOf(action: string): Promise<{ details: object }[]> {
  const { rows } = await sql<{ details: object }>`
    select details from audit_log where action = ${action} order by id`.execute(server.database);
  return rows;
}

test('only readers may read the log, and it names no citizen to readers who may not open them', async () => {
  for (const [api, expected] of [[server.api(), 401], [clerk, 403], [await server.signIn({ role: 'super_admin' }), 403]] as const) {
    for (const path of ['audit', `audit?citizen=${citizenId}`, 'audit/facets', 'audit/export', 'audit/export?format=csv']) {
      expect((await api.get(path)).status, path).toBe(expected);
    }
    expect((await api.post('audit/verifications')).status).toBe(expected);
  }
  const listed = await reader.get<Page<AuditEntry>>(`audit?citizen=${citizenId}`);
  expect(listed.body.items[0]?.subjects).toEqual([{ id: citizenId, title: null, path: null }]);
  const file = await reader.get<string>(`audit/export?format=csv&citizen=${citizenId}`);
  expect(file.status).toBe(200);
  for (const { body } of [listed, file]) expect(JSON.stringify(body)).not.toContain(person.last_name);
}); // prettier-ignore

test('accepts only its own filters and orders, and treats a text as a value', async () => {
  const wrong = ['sort_by=admin', 'sort_order=desc;select', 'search=Kanareyev', 'action=users.read%27%20or%201=1', 'action=%25', 'plugin=Users', 'subject_type=user%00', 'subject_id=1%20or%201', 'subject_id=0', 'citizen=-1', 'citizen=1e9', 'admin=nobody', 'date_from=2026-13-01', 'date_to=now()', 'page=-1', 'limit=1000000', 'address=127.0.0.1', 'citizen=1&citizen=2'];
  for (const query of wrong) expect((await reader.get(`audit?${query}`)).status, query).toBe(422);
  for (const query of ['format=exe', 'citizen=0', 'limit=5', ...wrong.filter((one) => !/^(page|limit)/.test(one))]) {
    expect((await reader.get(`audit/export?${query}`)).status, query).toBe(422);
  }
  // An id without its type matches nothing, and a missing citizen matches nothing of others.
  for (const query of [`subject_id=${citizenId}`, 'citizen=999999999', 'page=999']) {
    const { status, body } = await reader.get<Page<AuditEntry>>(`audit?${query}`);
    expect({ status, items: body.items }, query).toEqual({ status: 200, items: [] });
  }
}); // prettier-ignore

test('no call writes or deletes entries of the log, and its export and verification are audited', async () => {
  const count = async () => (await entriesOf('users.create')).length;
  const before = await count();
  for (const method of ['post', 'put', 'del'] as const) {
    for (const path of ['audit', 'audit/1', 'audit/export', 'audit/facets']) {
      expect([404, 405], `${method} ${path}`).toContain((await reader[method](path)).status);
    }
  }
  expect(await count()).toBe(before);
  const [exports, verifications] = [await entriesOf('audit.export'), await entriesOf('audit.verify')];
  await reader.get(`audit/export?format=csv&citizen=${citizenId}`);
  expect((await reader.post('audit/verifications')).status).toBe(200);
  expect((await entriesOf('audit.export')).slice(exports.length)).toMatchObject([{ details: { format: 'csv', fields: ['citizen'] } }]);
  expect(await entriesOf('audit.verify')).toHaveLength(verifications.length + 1);
}); // prettier-ignore

test('revealing data of a citizen requires permission, with one value and one entry at a time', async () => {
  const path = `users/${citizenId}/reveal`;
  for (const [api, expected] of [[server.api(), 401], [clerk, 403], [reader, 403]] as const) {
    expect((await api.post(path, { field: 'passport' })).status).toBe(expected);
  }
  for (const body of [{}, { field: 'phone' }, { field: ['passport', 'birthday'] }, { field: 'passport', id: 1 }, { field: '__proto__' }]) {
    expect((await chief.post(path, body)).status, JSON.stringify(body)).toBe(422);
  }
  expect((await chief.post('users/999999999/reveal', { field: 'passport' })).status).toBe(404);
  expect(await entriesOf('users.reveal')).toEqual([]);
  const values = { personal_number: person.personal_number, passport: 'AC 1234567', birthday: '1963-10-12' };
  for (const [field, value] of Object.entries(values)) {
    expect((await chief.post<Revealed>(path, { field })).body).toEqual({ value });
  }
  const fields = Object.keys(values).map((field) => ({ details: { fields: [field] } }));
  expect(await entriesOf('users.reveal')).toEqual(fields);
}); // prettier-ignore
