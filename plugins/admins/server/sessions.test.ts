import { sql } from 'kysely';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { testServer, type TestServer } from '#kernel/plugin-api/testing.ts';

const password = 'komak-demo-2026';
interface SignedIn {
  data: { token: string; admin: { login: string; neighborhoods: { id: number }[] } };
}

let server: TestServer;
beforeAll(async () => {
  server = await testServer({ plugins: ['admins'], demo: true });
});
afterAll(() => server.close());

function signIn(login: string, tried = password) {
  return server.api().post<SignedIn>('admins/login', { login, password: tried });
}

test('the demo logins sign in, and see their own permissions and neighbourhoods', async () => {
  const expected: Record<string, [string, string[], number]> = {
    superadmin: [
      'super_admin',
      ['application_receiver', 'application_head', 'household_add', 'street_add', 'audit_read'],
      0,
    ],
    operator: ['admin', ['application_receiver'], 5],
    operator2: ['admin', ['application_receiver'], 5],
    registrar: ['admin', ['household_add', 'street_add'], 5],
    guest: ['admin', [], 2],
  };
  for (const [login, [role, permissions, count]] of Object.entries(expected)) {
    const { status, body } = await signIn(login.toUpperCase());
    expect(status).toBe(200);
    expect(body.data.admin).toMatchObject({ login, user_type: 'admin', role: { role, permissions } });
    expect(body.data.admin.neighborhoods).toHaveLength(count);
    const own = await server.api({ token: body.data.token }).get('admins/admin');
    expect(own.body).toEqual(body.data.admin);
  }
});

test('operator and operator2 share exactly two neighbourhoods', async () => {
  const ids = async (login: string) =>
    (await signIn(login)).body.data.admin.neighborhoods.map(({ id }) => id);
  const [first, second] = [await ids('operator'), await ids('operator2')];
  expect(first.filter((id) => second.includes(id))).toHaveLength(2);
});

test('a wrong login, a wrong password and a blocked admin get the same response', async () => {
  const responses = [await signIn('nobody-here'), await signIn('guest', 'wrong'), await signIn('sobiqxodim')];
  for (const { status, body } of responses) {
    expect(status).toBe(401);
    expect(body).toEqual(responses[0]?.body);
    expect(body).toMatchObject({ code: 'wrong_login' });
  }
});

test('rejects a body with unknown keys or without a password, and names the fields', async () => {
  const { status, body } = await server.api().post('admins/login', { login: 'guest', extra: 1 });
  expect(status).toBe(422);
  expect(body).toMatchObject({ fields: { password: expect.any(String), extra: expect.any(String) } });
});

test('logout ends the session at once', async () => {
  const { body } = await signIn('guest');
  const api = server.api({ token: body.data.token });
  expect((await api.get('admins/admin')).status).toBe(200);
  expect((await api.post('admins/logout')).status).toBe(200);
  expect((await api.get('admins/admin')).status).toBe(401);
});

test('a new password ends every other session and keeps the present one', async () => {
  const here = server.api({ token: (await signIn('rais1')).body.data.token });
  const there = server.api({ token: (await signIn('rais1')).body.data.token });
  expect((await there.get('admins/admin')).status).toBe(200);

  const change = (old_password: string, next: string) =>
    here.put('admins/admin/password', { old_password, password: next });
  expect((await change('wrong old one', 'qirqta-tuya-ikki')).body).toMatchObject({
    code: 'invalid',
    fields: { old_password: expect.any(String) },
  });
  for (const bad of ['short', 'x'.repeat(129), 'password1234', 'rais1-rais1-rais1', password]) {
    const { status, body } = await change(password, bad);
    expect([bad, status]).toEqual([bad, 422]);
    expect(body).toMatchObject({ fields: { password: expect.any(String) } });
  }
  expect((await there.get('admins/admin')).status).toBe(200);

  expect((await change(password, 'qirqta-tuya-ikki')).status).toBe(200);
  expect((await here.get('admins/admin')).status).toBe(200);
  expect((await there.get('admins/admin')).status).toBe(401);
  expect((await signIn('rais1')).status).toBe(401);
  expect((await signIn('rais1', 'qirqta-tuya-ikki')).status).toBe(200);
});

test('a new password disconnects the sockets of the other sessions', async () => {
  const here = server.api({ token: (await signIn('rais3')).body.data.token });
  const sockets = [here.token, (await signIn('rais3')).body.data.token].map((token) =>
    io(server.url, { auth: { token }, forceNew: true, reconnection: false }),
  );
  const [mine, other] = sockets as [Socket, Socket];
  try {
    await vi.waitFor(() => expect(sockets.every(({ connected }) => connected)).toBe(true));
    const notified = new Promise((resolve) => other.once('session_end', resolve));
    const cut = new Promise((resolve) => other.once('disconnect', resolve));
    const body = { old_password: password, password: 'qirqta-tuya-besh' };
    expect((await here.put('admins/admin/password', body)).status).toBe(200);
    await Promise.all([notified, cut]);
    expect(mine.connected).toBe(true);
  } finally {
    for (const socket of sockets) socket.disconnect();
  }
});

test('locks a login after repeated failures, and says until when', async () => {
  for (let round = 0; round < 10; round++) expect((await signIn('unknown-login', 'wrong')).status).toBe(401);
  const { status, body, headers } = await signIn('unknown-login', 'wrong');
  expect([status, body]).toMatchObject([429, { code: 'too_many_attempts' }]);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(800);
});

test('audits sign-ins, rejections and password changes, without what was typed', async () => {
  const { rows } = await sql<{ action: string; admin_id: number | null; details: unknown; address: string }>`
    select action, admin_id, details, address from audit_log`.execute(server.database);
  const actions = rows.map((row) => row.action);
  expect(actions).toEqual(
    expect.arrayContaining([
      'admins.login',
      'admins.login.refuse',
      'admins.logout',
      'admins.password.change',
    ]),
  );
  expect(rows.find((row) => row.action === 'admins.login')).toMatchObject({
    admin_id: expect.any(Number),
    address: '127.0.0.1',
  });
  expect(JSON.stringify(rows)).not.toContain('komak-demo');
});

test('an admin with an initial password can change it, and then continue', async () => {
  await sql`update admins set must_change_password = true where login = 'rais2'`.execute(server.database);
  const { body } = await signIn('rais2');
  expect(body.data.admin).toMatchObject({ must_change_password: true });
  const api = server.api({ token: body.data.token });
  await api.put('admins/admin/password', { old_password: password, password: 'qirqta-tuya-uch' });
  expect((await api.get('admins/admin')).body).not.toHaveProperty('must_change_password');
});
