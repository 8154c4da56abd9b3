import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { ErrorBody, Page, RecordChange, SearchGroup } from '#kernel/plugin-api/contract.ts';
import { type ApiClient, listenAs, testServer, type TestServer } from '#kernel/plugin-api/testing.ts';
import { checkJshshir } from '#kernel/domain/text/index.ts';
import type { Citizen, User } from '../contract.ts';

let server: TestServer;
let receiver: ApiClient;
let chief: ApiClient;
let numbers: string[];

beforeAll(async () => {
  server = await testServer({ plugins: ['users'], demo: true });
  receiver = await server.signIn({ permissions: ['application_receiver'] });
  chief = await server.signIn({ role: 'super_admin' });
  const { rows } = await sql<{ personal_number: string }>`
    select personal_number from users where personal_number is not null order by id`.execute(server.database);
  numbers = rows.map((row) => row.personal_number);
});
afterAll(() => server.close());

test('the register has five hundred citizens, each with a valid number of their own', () => {
  expect(new Set(numbers).size).toBe(500);
  for (const number of numbers) expect(checkJshshir(number)).toMatchObject({ ok: true });
});

test('returns a citizen by the number, with the fields of the form only', async () => {
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
  const facts = checkJshshir(body.personal_number ?? '');
  expect(facts).toMatchObject({ birthday: body.birthday });
});

test('audits a lookup with the names of the fields and no value', async () => {
  const { body } = await receiver.get<Citizen>(`users/lookup?personal_number=${numbers[1]}`);
  const { rows } = await sql<{ action: string; admin_id: number; details: { fields: string[] } }>`
    select action, admin_id, details from audit_log where subject_id = ${body.id}`.execute(server.database);
  expect(rows).toEqual([
    { action: 'users.lookup', admin_id: expect.any(Number), details: { fields: expect.any(Array) } },
  ]);
  expect(JSON.stringify(rows)).not.toContain(body.personal_number);
});

test('responds 404 to an unknown number, and 422 to an invalid one', async () => {
  expect((await receiver.get('users/lookup?personal_number=31210632040244')).status).toBe(404);
  for (const wrong of ['', '123', 'abcdefghijklmn', `${numbers[0]}1`]) {
    expect((await receiver.get(`users/lookup?personal_number=${wrong}`)).status).toBe(422);
  }
  expect((await receiver.get('users/lookup')).status).toBe(422);
});

test('only receivers of applications may look up citizens', async () => {
  const path = `users/lookup?personal_number=${numbers[0]}`;
  expect((await server.api().get(path)).status).toBe(401);
  expect((await (await server.signIn({ permissions: ['street_add'] })).get(path)).status).toBe(403);
  expect((await (await server.signIn({ role: 'super_admin' })).get(path)).status).toBe(403);
});

const listOf = async (query: string) => (await chief.get<Page<User>>(`users?${query}`)).body;

async function someone(): Promise<User> {
  const [user] = (await listOf('limit=1&blocked=false&is_fully_filled=true')).items;
  if (!user) throw new Error('the demonstration has nobody');
  return user;
}

/** The stored row. */
async function stored(id: number): Promise<Citizen & { personal_number: string }> {
  const { rows } = await sql<Citizen>`select * from users where id = ${id}`.execute(server.database);
  const [citizen] = rows;
  if (!citizen?.personal_number) throw new Error(`the demonstration gave ${id} no JSHSHIR`);
  return { ...citizen, personal_number: citizen.personal_number };
}

async function auditOf(id: number, action: string): Promise<{ fields: string[] }[]> {
  const { rows } = await sql<{ details: { fields: string[] } }>`
    select details from audit_log where subject_type = 'user' and subject_id = ${id} and action = ${action}
    order by id`.execute(server.database);
  return rows.map(({ details }) => details);
}

describe('the list', () => {
  test('contains everybody, newest first, with exact totals and masked numbers', async () => {
    const page = await listOf('limit=50');
    // Six of them are entered twice.
    expect(page).toMatchObject({ page: 1, limit: 50, length: 506, total_pages: 11 });
    const days = page.items.map(({ createdAt }) => createdAt.slice(0, 10));
    expect(days).toEqual(days.toSorted().toReversed());
    for (const user of page.items.filter(({ personal_number }) => personal_number !== null)) {
      const { personal_number, passport_number } = await stored(user.id);
      expect(user.personal_number).toBe(`••••••••••${personal_number.slice(-4)}`);
      expect(user.passport_number).toBe(passport_number && `••••${passport_number.slice(-2)}`);
      expect(JSON.stringify(user)).not.toContain(personal_number);
    }
  });

  test('sorts by name in either direction, and filters by blocked and by filled fields', async () => {
    const up = await listOf('sort_by=name&limit=46');
    const down = await listOf('sort_by=name&sort_order=desc&limit=46&page=11');
    expect(down.items.map(({ id }) => id)).toEqual(up.items.map(({ id }) => id).toReversed());
    const blocked = await listOf('blocked=true&limit=100');
    expect(blocked.length).toBeGreaterThan(3);
    expect(blocked.items.every((user) => user.blocked)).toBe(true);
    const filled = await listOf('is_fully_filled=true');
    expect(filled.length + (await listOf('is_fully_filled=false')).length).toBe(506);
  });

  test('finds by name in any script, phone, passport and JSHSHIR in any notation', async () => {
    const { id } = await someone();
    const user = await stored(id);
    const phone = user.phone ?? '';
    for (const text of [
      `${user.last_name} ${user.first_name}`,
      `${user.first_name.replaceAll('ʻ', "'")} ${user.last_name.toUpperCase()}`,
      `+998 (${phone.slice(3, 5)}) ${phone.slice(5, 8)}-${phone.slice(8, 10)}-${phone.slice(10)}`,
      `${user.passport_series}${user.passport_number}`,
      `${user.passport_series?.toLowerCase()} ${user.passport_number}`,
      user.personal_number,
      `${user.personal_number.slice(0, 7)} ${user.personal_number.slice(7)}`,
    ]) {
      const { items } = await listOf(`limit=100&search=${encodeURIComponent(text)}`);
      expect(
        items.map((item) => item.id),
        text,
      ).toContain(id);
    }
    expect(await listOf('search=hech%20kim%20yo%CA%BBq')).toMatchObject({ items: [], length: 0 });
  });

  test.each([
    'sort_by=phone',
    'sort_order=up',
    'blocked=1',
    'blocked=yes',
    'is_fully_filled=',
    'page=0',
    'limit=101',
    'personal_number=1',
  ])('rejects %s', async (query) => {
    expect((await chief.get(`users?${query}`)).status).toBe(422);
  });

  test('the top bar finds a name, for super admins only', async () => {
    const { id, last_name, first_name, father_name } = await someone();
    const q = `search?q=${encodeURIComponent(`${last_name} ${first_name}`)}`;
    const groupOf = async (api: ApiClient) =>
      (await api.get<{ groups: SearchGroup[] }>(q)).body.groups.find(({ plugin }) => plugin === 'users');
    const hit = (await groupOf(chief))?.items.find((item) => item.id === id);
    expect(hit?.title).toBe(`${last_name} ${first_name} ${father_name}`);
    expect(await groupOf(receiver)).toBeUndefined();
  });
});

describe('one citizen', () => {
  test('is shown unmasked, and the read is audited', async () => {
    const { id } = await someone();
    const { status, body } = await chief.get<User>(`users/${id}`);
    expect(status).toBe(200);
    const { personal_number, passport_number, phone, birthday } = await stored(id);
    expect(body).toMatchObject({ id, personal_number, passport_number, phone, birthday });
    const [entry] = await auditOf(id, 'users.read');
    expect(entry?.fields).toContain('personal_number');
    expect(JSON.stringify(entry)).not.toContain(body.personal_number);
  });

  test('responds 404 when absent', async () => {
    for (const id of ['999999', '0', '-1', 'x', '9'.repeat(20)]) {
      expect((await chief.get(`users/${id}`)).status, id).toBe(404);
      expect((await chief.put(`users/user/${id}/block?blocked=true`)).status, id).toBe(404);
    }
  });
});

describe('blocking', () => {
  const put = (id: number, blocked: string, options = {}) =>
    chief.put<User>(`users/user/${id}/block?blocked=${blocked}`, undefined, options);

  test('blocks and unblocks, returns the citizen as the list shows them, and is audited', async () => {
    const before = await someone();
    const blocked = await put(before.id, 'true');
    expect(blocked.body).toEqual({ ...before, blocked: true, updatedAt: blocked.body.updatedAt });
    expect(blocked.body.updatedAt > before.updatedAt).toBe(true);
    expect((await listOf('blocked=true&limit=100')).items.map(({ id }) => id)).toContain(before.id);
    const again = await put(before.id, 'true');
    expect([again.status, again.body]).toEqual([200, blocked.body]);
    expect((await put(before.id, 'false')).body.blocked).toBe(false);
    expect(await auditOf(before.id, 'users.block')).toEqual([{ fields: ['blocked'] }]);
    expect(await auditOf(before.id, 'users.unblock')).toEqual([{ fields: ['blocked'] }]);
  });

  test('accepts a body without a field, and only true and false in it', async () => {
    const { id } = await someone();
    expect((await chief.put(`users/user/${id}/block?blocked=false`, {})).status).toBe(200);
    expect((await chief.put(`users/user/${id}/block?blocked=false`, { blocked: true })).status).toBe(422);
    for (const query of ['', '?blocked=', '?blocked=1', '?blocked=TRUE', '?blocked=true&x=1']) {
      expect((await chief.put(`users/user/${id}/block${query}`)).status, query).toBe(422);
    }
  });

  test('with an old version is rejected with the newer one; a retry gets its first response', async () => {
    const before = await someone();
    const options = { headers: { 'if-match': `"${before.updatedAt}"` }, idempotencyKey: 'block-1' };
    const first = await put(before.id, 'true', options);
    const retried = await put(before.id, 'true', options);
    expect([first.status, retried.status, retried.body]).toEqual([200, 200, first.body]);
    const late = await chief.put<ErrorBody & { current: User }>(
      `users/user/${before.id}/block?blocked=false`,
      undefined,
      { headers: options.headers },
    );
    expect(late).toMatchObject({ status: 409, body: { code: 'edit_conflict', current: first.body } });
    await put(before.id, 'false');
  });

  test('notifies super admins only, without a name', async () => {
    const { id } = await someone();
    const inside = await listenAs<RecordChange>(server, chief, 'user_change');
    const outside = await listenAs<RecordChange>(server, receiver, 'user_change');
    await put(id, 'true');
    await put(id, 'true');
    await put(id, 'false');
    const change = { id, change: 'updated' };
    await vi.waitFor(() => expect(inside.received).toEqual([change, change]));
    expect(outside.received).toEqual([]);
    for (const { stop } of [inside, outside]) stop();
  });
});

test('the register requires a super admin', async () => {
  const { id } = await someone();
  const calls = (api: ApiClient) => [
    api.get('users'),
    api.get(`users/${id}`),
    api.put(`users/user/${id}/block?blocked=true`),
  ];
  const statuses = async (api: ApiClient) => (await Promise.all(calls(api))).map(({ status }) => status);
  expect(await statuses(server.api())).toEqual([401, 401, 401]);
  const everything = ['application_receiver', 'household_add', 'street_add'];
  expect(await statuses(await server.signIn({ permissions: everything }))).toEqual([403, 403, 403]);
  expect((await listOf(`search=${(await stored(id)).personal_number}`)).items[0]?.blocked).toBe(false);
});
