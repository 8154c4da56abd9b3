import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { ErrorBody, Page } from '#kernel/plugin-api/contract.ts';
import { type ApiClient, listenAs, testServer, type TestServer } from '#kernel/plugin-api/testing.ts';
import type { Admin } from '../contract.ts';
import { bodyOf, goodPassword, staffOf, type Staff } from '../../../tests/support/staff.ts';

let server: TestServer;
let chief: ApiClient;
let staff: Staff;

beforeAll(async () => {
  server = await testServer({ plugins: ['admins', 'neighborhoods', 'streets'], demo: true });
  staff = await staffOf(server);
  chief = staff.chief;
});
afterAll(() => server.close());

const at = (version: string) => ({ headers: { 'if-match': `"${version}"` } });

describe('adding an admin', () => {
  test('returns the admin as the list shows them, without the password, and they can sign in', async () => {
    const admin = await staff.create({ login: 'Yangi.Xodim' });
    expect(admin).toEqual({
      id: expect.any(Number),
      login: 'Yangi.Xodim',
      first_name: 'Zulfiya',
      last_name: 'Ergasheva',
      phone: '998901234567',
      role_id: staff.role('Operator'),
      role: { role: 'admin', uz: { name: 'Operator' }, ru: { name: 'Оператор' } },
      neighborhoods: [
        { id: expect.any(Number), uz: { name: expect.any(String) }, ru: { name: expect.any(String) } },
        { id: expect.any(Number), uz: { name: expect.any(String) }, ru: { name: expect.any(String) } },
      ],
      blocked: false,
      must_change_password: false,
      second_factor: false,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    const listed = await chief.get<Page<Admin>>('admins?search=yangi.xodim');
    expect(listed.body.items).toEqual([admin]);
    const signedIn = await server
      .api()
      .post('admins/login', { login: 'yangi.xodim', password: goodPassword });
    expect(signedIn.status).toBe(200);
    expect(await staff.auditOf('admins.create', admin.id)).toEqual([
      { fields: expect.arrayContaining(['login', 'password', 'role_id']) },
    ]);
  });

  test('an admin who must change the password can do nothing else before', async () => {
    const { login } = await staff.create({ must_change_password: true });
    const api = await server.signIn(login);
    expect((await api.get('admins/admin')).body).toMatchObject({ must_change_password: true });
    expect((await api.get('streets')).status).toBe(403);
  });

  test.each([
    ['login', ''],
    ['login', '   '],
    ['login', 'ikki soʻz'],
    ['login', 'a'.repeat(101)],
    ['password', ''],
    ['password', 'qisqa'],
    ['password', 'password1234'],
    ['first_name', ''],
    ['first_name', null],
    ['last_name', ' '],
    ['phone', '12345'],
    ['phone', '+7 912 123-45-67'],
    ['role_id', 999_999],
    ['role_id', '1'],
    ['neighborhoods', [999_999]],
    ['neighborhoods', ['1']],
    ['neighborhoods', null],
    ['blocked', true],
    ['id', 7],
  ])('rejects %s %j, and names the field', async (field, value) => {
    const { status, body } = await chief.post<ErrorBody>('admins/register', staff.draft({ [field]: value }));
    expect([status, body.code]).toEqual([422, 'invalid']);
    expect(Object.keys(body.fields ?? {}).some((path) => path.startsWith(field))).toBe(true);
  });

  test('accepts a missing or empty phone', async () => {
    expect((await staff.create({ phone: '' })).phone).toBeNull();
    expect((await staff.create({ phone: undefined })).phone).toBeNull();
  });

  test('rejects a login in use in any case, and three of four concurrent requests for one login', async () => {
    const { login } = await staff.create();
    const taken = await chief.post<ErrorBody>('admins/register', staff.draft({ login: login.toUpperCase() }));
    expect(taken).toMatchObject({
      status: 409,
      body: { code: 'login_taken', fields: { login: expect.any(String) } },
    });
    // JavaScript lowers İ to two characters, the unique index to one.
    await staff.create({ login: 'iskandar' });
    const dotted = await chief.post<ErrorBody>('admins/register', staff.draft({ login: 'İskandar' }));
    expect(dotted.body).toMatchObject({ code: 'login_taken', fields: { login: expect.any(String) } });
    const body = staff.draft();
    const responses = await Promise.all([1, 2, 3, 4].map(() => chief.post('admins/register', body)));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409]);
  });

  test('a repeated request with one key creates one admin, and stores no quick hash of the password', async () => {
    const body = staff.draft();
    const options = { idempotencyKey: 'register-once' };
    const first = await chief.post<Admin>('admins/register', body, options);
    const again = await chief.post<Admin>('admins/register', body, options);
    expect([again.status, again.body]).toEqual([201, first.body]);
    const other = { ...body, password: 'boshqa-parol-2026' };
    expect((await chief.post<Admin>('admins/register', other, options)).body).toEqual(first.body);
    expect((await chief.post('admins/register', staff.draft(), options)).status).toBe(422);
  });

  test('locks nothing while the password is hashed', async () => {
    const { passwords } = server.services;
    const { hash } = passwords;
    const unlocked: unknown[] = [];
    vi.spyOn(passwords, 'hash').mockImplementationOnce(async (password) => {
      const { rows } = await sql`select from neighborhoods where id in (1, 2) for update skip locked`.execute(
        server.database,
      );
      unlocked.push(...rows);
      return hash(password);
    });
    await staff.create({ neighborhoods: [1, 2] });
    expect(unlocked).toHaveLength(2);
  });

  test.each([`'; drop table admins; --`, '<img src=x onerror=alert(1)>', '%_\\', '😀'])(
    'stores and finds the name %s',
    async (name) => {
      const admin = await staff.create({ last_name: name });
      expect(admin.last_name).toBe(name);
      const { status, body } = await chief.get<Page<Admin>>(
        `admins?search=${encodeURIComponent(admin.login)}`,
      );
      expect([status, body.items.map(({ id }) => id)]).toEqual([200, [admin.id]]);
    },
  );

  test('rejects zero bytes and unpaired surrogates', async () => {
    for (const broken of ['a\0b', 'a\ud800']) {
      for (const field of ['login', 'first_name', 'password']) {
        expect([400, 422]).toContain(
          (await chief.post('admins/register', staff.draft({ [field]: broken }))).status,
        );
      }
    }
  });
});

describe('the list', () => {
  const read = async (query: string) => (await chief.get<Page<Admin>>(`admins?limit=100&${query}`)).body;

  test('is paged and sorted in either direction', async () => {
    const all = await read('');
    expect(all.items).toHaveLength(all.length);
    const names = all.items.map(({ last_name }) => last_name.toLowerCase());
    expect(names.length).toBeGreaterThan(10);
    const second = await chief.get<Page<Admin>>('admins?limit=5&page=2');
    expect(second.body.items).toEqual(all.items.slice(5, 10));
    for (const sort of ['name', 'login', 'role', 'createdAt', 'updatedAt']) {
      const up = await read(`sort_by=${sort}&sort_order=asc`);
      const down = await read(`sort_by=${sort}&sort_order=desc`);
      expect(down.items).toEqual(up.items.toReversed());
    }
    const logins = (await read('sort_by=login')).items.map(({ login }) => login.toLowerCase());
    expect(logins).toEqual(logins.toSorted());
  });

  test('filters by role, neighbourhood and state', async () => {
    const operators = await read(`role=${staff.role('Operator')}`);
    expect(operators.items.length).toBeGreaterThan(2);
    expect(operators.items.every(({ role_id }) => role_id === staff.role('Operator'))).toBe(true);
    const there = await read('neighborhood=1');
    expect(there.items.length).toBeGreaterThan(1);
    expect(there.items.every(({ neighborhoods }) => neighborhoods.some(({ id }) => id === 1))).toBe(true);
    expect((await read('blocked=true')).items.map(({ login }) => login)).toContain('sobiqxodim');
    expect((await read('blocked=false')).items.map(({ login }) => login)).not.toContain('sobiqxodim');
  });

  test('finds by name in either script, by login and by phone', async () => {
    const { id } = await staff.create({ last_name: 'Oʻrinboyeva', phone: '998712345678' });
    for (const text of ['ўринбоева', "O'RINBOYEVA zulfiya", '71 234', '+998 (71) 234-56-78']) {
      expect(
        (await read(`search=${encodeURIComponent(text)}`)).items.map((one) => one.id),
        text,
      ).toContain(id);
    }
    const hits = await chief.get<{ groups: { plugin: string }[] }>('search?q=ўринбоева');
    expect(hits.body.groups.map(({ plugin }) => plugin)).toContain('admins');
  });

  test.each([
    'sort_by=phone',
    'role=x',
    'neighborhood=-1',
    'blocked=1',
    'unknown=1',
    'limit=101',
    'pagination=false',
  ])('rejects %s', async (query) => {
    expect((await chief.get(`admins?${query}`)).status).toBe(422);
  });
});

describe('changing an admin', () => {
  test('new rights apply at once: open sessions end with a message', async () => {
    const admin = await staff.create();
    const worker = await server.signIn(admin.login);
    const ends = await listenAs<{ reason: string }>(server, worker, 'session_end');
    const changed = await chief.put<Admin>(`admins/${admin.id}`, bodyOf(admin, { neighborhoods: [2, 3, 3] }));
    expect(changed.body.neighborhoods.map(({ id }) => id).toSorted()).toEqual([2, 3]);
    await vi.waitFor(() => expect(ends.received).toEqual([{ reason: 'rights' }]));
    expect((await worker.get('admins/admin')).status).toBe(401);
    ends.stop();
    const again = await server.signIn(admin.login);
    await chief.put(`admins/${admin.id}`, bodyOf(changed.body, { role_id: staff.role('Kuzatuvchi') }));
    expect((await again.get('admins/admin')).status).toBe(401);
    expect(await staff.auditOf('admins.update', admin.id)).toEqual([
      { fields: ['neighborhoods'] },
      { fields: ['role_id'] },
    ]);
  });

  test('renaming keeps the session and updates the open screens', async () => {
    const admin = await staff.create();
    const worker = await server.signIn(admin.login);
    const changes = await listenAs(server, worker, 'session_change');
    const { body } = await chief.put<Admin>(`admins/${admin.id}`, bodyOf(admin, { first_name: 'Zuhra' }));
    expect(body).toEqual({ ...admin, first_name: 'Zuhra', updatedAt: body.updatedAt });
    expect(body.updatedAt > admin.updatedAt).toBe(true);
    await vi.waitFor(() => expect(changes.received).toHaveLength(1));
    expect((await worker.get('admins/admin')).body).toMatchObject({ first_name: 'Zuhra' });
    changes.stop();
  });

  test("changing one's own rights keeps the present session and ends the others", async () => {
    const admin = await staff.create({ role_id: staff.role('Bosh administrator') });
    const [here, there] = [await server.signIn(admin.login), await server.signIn(admin.login)];
    const { status } = await here.put(
      `admins/${admin.id}`,
      bodyOf(admin, { role_id: staff.role('Kuzatuvchi') }),
    );
    expect(status).toBe(200);
    expect((await here.get('admins')).status).toBe(403);
    expect((await there.get('admins/admin')).status).toBe(401);
  });

  test('with an old version is rejected with the newer one', async () => {
    const admin = await staff.create();
    const second = await chief.put<Admin>(
      `admins/${admin.id}`,
      bodyOf(admin, { last_name: 'B' }),
      at(admin.updatedAt),
    );
    const late = await chief.put(
      `admins/${admin.id}`,
      bodyOf(admin, { last_name: 'C' }),
      at(admin.updatedAt),
    );
    expect(late).toMatchObject({ status: 409, body: { code: 'edit_conflict', current: second.body } });
  });

  test("rejects a password, another admin's login, and an absent admin", async () => {
    const [one, other] = [await staff.create(), await staff.create()];
    expect((await chief.put(`admins/${one.id}`, bodyOf(one, { password: goodPassword }))).status).toBe(422);
    expect(await chief.put(`admins/${one.id}`, bodyOf(one, { login: other.login }))).toMatchObject({
      status: 409,
      body: { code: 'login_taken' },
    });
    expect((await chief.put(`admins/${one.id}`, bodyOf(one))).status).toBe(200);
    for (const id of ['999999', '0', 'x'])
      expect((await chief.put(`admins/${id}`, bodyOf(one))).status).toBe(404);
  });
});
