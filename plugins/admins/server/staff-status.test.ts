import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { ErrorBody, Page } from '#kernel/plugin-api/contract.ts';
import { type ApiClient, listenAs, testServer, type TestServer } from '#kernel/plugin-api/testing.ts';
import type { SignIn } from '#kernel/plugin-api/contract.ts';
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

describe('blocking and removing', () => {
  test('blocking ends the sessions at once and rejects a sign-in until it is undone', async () => {
    const admin = await staff.create();
    const worker = await server.signIn(admin.login);
    const ends = await listenAs(server, worker, 'session_end');
    const { body } = await chief.put<Admin>(`admins/${admin.id}/block?blocked=true`);
    expect(body.blocked).toBe(true);
    await vi.waitFor(() => expect(ends.received).toEqual([{ reason: 'closed' }]));
    ends.stop();
    const signIn = () => server.api().post('admins/login', { login: admin.login, password: goodPassword });
    expect((await signIn()).status).toBe(401);
    await chief.put(`admins/${admin.id}/block?blocked=false`);
    expect((await signIn()).status).toBe(200);
    expect((await chief.put(`admins/${admin.id}/block?blocked=maybe`)).status).toBe(422);
  });

  test('a removed admin leaves the list and frees the login, and the name stays on earlier actions', async () => {
    const admin = await staff.create({ role_id: staff.role('Bosh administrator') });
    const worker = await server.signIn(admin.login);
    const category = { uz: { name: 'Uning toifasi' }, ru: { name: 'Его роль' } };
    const { body: made1 } = await worker.post<{ id: number }>('admins/roles', {
      role: 'admin',
      permissions: [],
      ...category,
    });
    expect(await chief.del(`admins/${admin.id}`)).toMatchObject({ status: 200, body: { id: admin.id } });
    expect((await worker.get('admins/admin')).status).toBe(401);
    expect((await chief.del(`admins/${admin.id}`)).status).toBe(404);
    expect((await chief.get<Page<Admin>>(`admins?search=${admin.login}`)).body.items).toEqual([]);
    const { body } = await chief.get<Page<{ id: number; author: object }>>('admins/roles?limit=100');
    expect(body.items.find(({ id }) => id === made1.id)?.author).toMatchObject({ last_name: 'Ergasheva' });
    expect((await staff.create({ login: admin.login })).id).not.toBe(admin.id);
    expect(await staff.auditOf('admins.delete', admin.id)).toHaveLength(1);
  });

  test('rejects removing or blocking oneself', async () => {
    const { body } = await chief.get<{ id: number }>('admins/admin');
    for (const response of [
      await chief.del<ErrorBody>(`admins/${body.id}`),
      await chief.put<ErrorBody>(`admins/${body.id}/block?blocked=true`),
      await chief.put<ErrorBody>(`admins/${body.id}/password`),
    ]) {
      expect([response.status, response.body.code]).toEqual([409, 'own_account']);
      expect(response.body.err).toMatch(/oʻzingiz/);
    }
  });

  test('two super admins who remove each other at once leave one', async () => {
    const own = await testServer({ plugins: ['admins'] });
    try {
      await sql`update admins set blocked = true`.execute(own.database);
      const one = await own.createAdmin({ role: 'super_admin' });
      const other = await own.createAdmin({ role: 'super_admin' });
      const [a, b] = [await own.signIn(one.login), await own.signIn(other.login)];
      const responses = await Promise.all([
        a.del(`admins/${other.id}`),
        b.del<ErrorBody>(`admins/${one.id}`),
      ]);
      const statuses = responses.map(({ status }) => status);
      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
      const left = statuses[0] === 200 ? { api: a, ...one } : { api: b, ...other };
      const { body: me } = await left.api.get<Page<Admin>>(`admins?search=${left.login}`);
      const plain = await own.createAdmin();
      const demoted = await left.api.put(
        `admins/${left.id}`,
        bodyOf(me.items[0] as Admin, { role_id: plain.roleId }),
      );
      expect(demoted).toMatchObject({ status: 409, body: { code: 'last_super_admin' } });
      const role = { role: 'admin', permissions: [], uz: { name: 'Pasaygan' }, ru: { name: 'Понижен' } };
      const lowered = await left.api.put(`admins/roles/${left.roleId}`, role);
      expect(lowered).toMatchObject({ status: 409, body: { code: 'last_super_admin' } });
    } finally {
      await own.close();
    }
  });

  test('a neighbourhood that is assigned to an admin cannot be removed', async () => {
    const { body } = await chief.post<{ id: number }>('neighborhoods', {
      uz: { name: 'Bogʻlangan' },
      ru: { name: 'Связанная' },
      color: '#112233',
      coords: [
        [41.1, 60.1],
        [41.1, 60.2],
        [41.2, 60.2],
      ],
    });
    await staff.create({ neighborhoods: [body.id] });
    const rejected = await chief.del<ErrorBody>(`neighborhoods/${body.id}`);
    expect([rejected.status, rejected.body.code]).toEqual([409, 'in_use']);
    expect(rejected.body.err).toContain('1 ta admin');
  });
});

async function signInFrom(login: string, userAgent: string): Promise<ApiClient> {
  const { body } = await server
    .api()
    .post<{ data: { token: string } }>(
      'admins/login',
      { login, password: goodPassword },
      { headers: { 'user-agent': userAgent } },
    );
  return server.api({ token: body.data.token });
}
const phone =
  'Mozilla/5.0 (Linux; Android 14; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';

describe('sessions and initial passwords', () => {
  test("lists one's sessions, ends one, and ends all others", async () => {
    const { login } = await staff.create();
    const here = await signInFrom(login, 'curl/8.5.0');
    const onPhone = await signInFrom(login, phone);
    const third = await signInFrom(login, '');
    const { body } = await here.get<{ items: SignIn[] }>('admins/admin/sessions');
    expect(body.items).toHaveLength(3);
    expect(body.items.find(({ device }) => device.kind === 'phone')).toEqual({
      id: expect.any(Number),
      address: '127.0.0.1',
      device: { browser: 'Chrome 140', system: 'Android 14', kind: 'phone' },
      createdAt: expect.any(String),
      lastSeenAt: expect.any(String),
      current: false,
    });
    expect(body.items.filter(({ current }) => current)).toHaveLength(1);
    const id = body.items.find(({ device }) => device.kind === 'phone')?.id;
    expect(await here.del(`admins/admin/sessions/${id}`)).toMatchObject({ status: 200, body: { ended: 1 } });
    expect((await onPhone.get('admins/admin')).status).toBe(401);
    expect((await here.del(`admins/admin/sessions/${id}`)).status).toBe(404);
    expect((await here.del('admins/admin/sessions')).body).toEqual({ ended: 1 });
    expect((await third.get('admins/admin')).status).toBe(401);
    expect((await here.get('admins/admin')).status).toBe(200);
  });

  test("rejects ending another admin's session by its number", async () => {
    const [one, other] = [await staff.create(), await staff.create()];
    const [mine, theirs] = [await signInFrom(one.login, ''), await signInFrom(other.login, '')];
    const { body } = await theirs.get<{ items: SignIn[] }>('admins/admin/sessions');
    expect((await mine.del(`admins/admin/sessions/${body.items[0]?.id}`)).status).toBe(404);
    expect((await chief.del(`admins/${one.id}/sessions/${body.items[0]?.id}`)).status).toBe(404);
    expect((await theirs.get('admins/admin')).status).toBe(200);
  });

  test('a super admin lists and ends the sessions of another admin, one or all', async () => {
    const { id, login } = await staff.create();
    const [first, second] = [await signInFrom(login, phone), await signInFrom(login, '')];
    const { body } = await chief.get<{ items: SignIn[] }>(`admins/${id}/sessions`);
    expect(body.items.map(({ current }) => current)).toEqual([false, false]);
    expect((await chief.del(`admins/${id}/sessions/${body.items[0]?.id}`)).status).toBe(200);
    expect((await chief.del(`admins/${id}/sessions`)).body).toEqual({ ended: 1 });
    for (const api of [first, second]) expect((await api.get('admins/admin')).status).toBe(401);
    expect((await chief.get('admins/999999/sessions')).status).toBe(404);
    expect((await chief.del('admins/999999/sessions')).status).toBe(404);
  });

  test('an initial password is shown once, ends every session, and must be replaced', async () => {
    const { id, login } = await staff.create();
    const worker = await server.signIn(login);
    const { status, body } = await chief.put<{ password: string }>(`admins/${id}/password`);
    expect(status).toBe(200);
    expect(body.password).toMatch(/^([a-z2-9]{5}-){3}[a-z2-9]{5}$/);
    expect((await worker.get('admins/admin')).status).toBe(401);
    const old = await server.api().post('admins/login', { login, password: goodPassword });
    expect(old.status).toBe(401);
    const fresh = await server
      .api()
      .post<{ data: { token: string; admin: object } }>('admins/login', { login, password: body.password });
    expect(fresh.body.data.admin).toMatchObject({ must_change_password: true });
    const entries =
      await sql`select answer from idempotency_records where answer like ${`%${body.password}%`}`.execute(
        server.database,
      );
    expect(entries.rows).toEqual([]);
    expect((await chief.put('admins/999999/password')).status).toBe(404);
  });
});

describe('rights', () => {
  const calls = (api: ApiClient): Record<string, () => Promise<{ status: number }>> => ({
    list: () => api.get('admins'),
    register: () => api.post('admins/register', staff.draft()),
    update: () => api.put('admins/1', staff.draft()),
    block: () => api.put('admins/1/block?blocked=true'),
    remove: () => api.del('admins/1'),
    sessions: () => api.get('admins/1/sessions'),
    endSession: () => api.del('admins/1/sessions/1'),
    endSessions: () => api.del('admins/1/sessions'),
    reset: () => api.put('admins/1/password'),
    roles: () => api.get('admins/roles'),
    addRole: () => api.post('admins/roles', {}),
    changeRole: () => api.put('admins/roles/1', {}),
    removeRole: () => api.del('admins/roles/1'),
  });

  test('rejects callers without a session, and callers below super admin', async () => {
    const all = ['application_receiver', 'household_add', 'street_add'];
    for (const [name, call] of Object.entries(calls(server.api())))
      expect((await call()).status, name).toBe(401);
    const admin = await server.signIn({ role: 'admin', permissions: all, neighborhoodIds: [1] });
    for (const [name, call] of Object.entries(calls(admin))) expect((await call()).status, name).toBe(403);
    expect((await admin.get('admins/roles?pagination=false')).status).toBe(200);
    expect((await admin.get('admins/admin/sessions')).status).toBe(200);
  });

  test('a change appears on the screens of super admins only', async () => {
    const inside = await listenAs(server, chief, 'admin_change');
    const outside = await listenAs(server, await server.signIn('operator'), 'admin_change');
    const { id } = await staff.create();
    await vi.waitFor(() => expect(inside.received).toEqual([{ id, change: 'created' }]));
    expect(outside.received).toEqual([]);
    for (const { stop } of [inside, outside]) stop();
  });
});

test('the demonstration password does not open an account that was reset', async () => {
  const { body } = await chief.get<Page<Admin>>('admins?search=rais1');
  await chief.put(`admins/${body.items[0]?.id}/password`);
  expect(
    (await server.api().post('admins/login', { login: 'rais1', password: 'komak-demo-2026' })).status,
  ).toBe(401);
});
