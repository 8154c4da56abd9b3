import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { Secret } from 'otpauth';
import { hashPassword } from '#kernel/plugin-api/server.ts';
import {
  type ApiClient,
  type ApiResponse,
  codeAt,
  testServer,
  type TestServer,
} from '#kernel/plugin-api/testing.ts';

const password = 'qirqta-tuya-besh';
/** The period of a code, in milliseconds. */
const step = 30_000;

interface Pending {
  data: { second_factor: { ticket: string; expires_in: number } };
}
interface Whole {
  data: { token: string; admin: { id: number; must_add_factor?: boolean } };
}
interface Enrolled {
  readonly id: number;
  readonly login: string;
  readonly secret: Buffer;
  readonly codes: readonly string[];
  readonly api: ApiClient;
}

let server: TestServer;
let passwordHash: string;
let ahead = 0;

beforeAll(async () => {
  server = await testServer({ plugins: ['admins'], deployment: { branding: { name: 'Shahar' } } });
  passwordHash = await hashPassword(password);
});
afterAll(() => server.close());
beforeEach(async () => {
  const now = Date.now.bind(Date);
  ahead = 0;
  vi.spyOn(Date, 'now').mockImplementation(() => now() + ahead);
  await sql`delete from login_attempts`.execute(server.database);
  await sql`delete from known_addresses`.execute(server.database);
  await sql`delete from installation where key = 'second_factor'`.execute(server.database);
});
afterEach(() => vi.restoreAllMocks());

const logIn = <Body>(login: string) => server.api().post<Body>('admins/login', { login, password });
const bring = (ticket: string, code: string) =>
  server.api().post<Whole>('admins/login/code', { ticket, code });
const ticketOf = async (login: string) => (await logIn<Pending>(login)).body.data.second_factor.ticket;
/** The code that the authenticator shows, `steps` periods away. */
const shown = (secret: Buffer, steps = 0) => codeAt(secret, Date.now() + steps * step);
const codeOf = (response: ApiResponse) => (response.body as { code?: string }).code;

async function enrol(role: 'admin' | 'super_admin' = 'admin'): Promise<Enrolled> {
  const { id, login } = await server.createAdmin({ role, passwordHash });
  const { body } = await logIn<Whole>(login);
  const api = server.api({ token: body.data.token });
  const begun = await api.post<{ address: string; secret: string }>('admins/admin/second-factor', {
    password,
  });
  const secret = Buffer.from(Secret.fromBase32(begun.body.secret).bytes);
  const done = await api.put<{ recovery_codes: string[] }>('admins/admin/second-factor', {
    code: shown(secret),
  });
  expect(done.status).toBe(200);
  // The first code is used up: the next sign-in needs the code of the next period.
  ahead += step;
  return { id, login, secret, codes: done.body.recovery_codes, api };
}

test('an admin without a second factor signs in as the contract says', async () => {
  const { login } = await server.createAdmin({ passwordHash });
  const { status, body } = await logIn<Whole>(login);
  expect(status).toBe(200);
  expect(Object.keys(body.data).toSorted()).toEqual(['admin', 'token']);
});

test('is added with the password and a first code, and required from then on', async () => {
  const { id, login } = await server.createAdmin({ passwordHash });
  const { token } = (await logIn<Whole>(login)).body.data;
  const other = server.api({ token: (await logIn<Whole>(login)).body.data.token });
  const api = server.api({ token });
  const path = 'admins/admin/second-factor';
  expect((await api.post(path, { password: 'wrong' })).body).toMatchObject({
    code: 'invalid',
    fields: { password: 'Parol notoʻgʻri.' },
  });
  const begun = await api.post<{ address: string; secret: string }>(path, { password });
  expect(begun.body.address).toContain(`otpauth://totp/Shahar:${login}?`);
  const secret = Buffer.from(Secret.fromBase32(begun.body.secret).bytes);
  expect((await api.put(path, { code: '000000' })).body).toMatchObject({
    fields: { code: expect.any(String) },
  });
  // A code is required only after the first correct one.
  expect((await logIn<Whole>(login)).body.data.token).toBeDefined();
  const done = await api.put<{ recovery_codes: string[] }>(path, { code: shown(secret) });
  expect(done.body.recovery_codes).toHaveLength(10);
  expect((await api.get(path)).body).toMatchObject({ enabledAt: expect.any(String), recovery_left: 10 });
  expect((await api.post(path, { password })).status).toBe(409);
  expect((await api.put(path, { code: shown(secret, 1) })).status).toBe(409);
  // Sessions opened without it end, except the one that entered both codes.
  expect((await other.get('admins/admin')).status).toBe(401);

  const { body } = await logIn<Pending>(login);
  expect(body).toEqual({ data: { second_factor: { ticket: expect.any(String), expires_in: 300 } } });
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from sessions where admin_id = ${id}`.execute(server.database);
  expect(rows[0]?.count).toBe(1);
  ahead += step;
  const whole = await bring(body.data.second_factor.ticket, shown(secret));
  expect(whole.body.data.admin.id).toBe(id);
  expect((await server.api({ token: whole.body.data.token }).get('admins/admin')).status).toBe(200);
});

test('a ticket is not a session', async () => {
  const { login } = await enrol();
  const ticket = await ticketOf(login);
  expect((await server.api({ token: ticket }).get('admins/admin')).status).toBe(401);
  expect((await bring('x'.repeat(43), '123456')).body).toMatchObject({ code: 'sign_in_expired' });
  await sql`update pending_sign_ins set expires_at = now()`.execute(server.database);
  expect(codeOf(await bring(ticket, '123456'))).toBe('sign_in_expired');
});

test('a code opens one session, and older codes open none', async () => {
  const { login, secret } = await enrol();
  const tickets = await Promise.all(Array.from({ length: 5 }, () => ticketOf(login)));
  const code = shown(secret);
  const responses = await Promise.all(tickets.map((ticket) => bring(ticket, code)));
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(responses.filter((response) => codeOf(response) === 'wrong_code')).toHaveLength(4);
  await sql`delete from login_attempts`.execute(server.database);
  // Within the window, but older than the last one used.
  expect(codeOf(await bring(await ticketOf(login), shown(secret, -1)))).toBe('wrong_code');
  expect((await bring(await ticketOf(login), shown(secret, 1))).status).toBe(200);
});

test('a ticket opens one session', async () => {
  const { login, secret, codes } = await enrol();
  const ticket = await ticketOf(login);
  const responses = await Promise.all([bring(ticket, shown(secret)), bring(ticket, codes[0] ?? '')]);
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 401]);
});

test('a ticket expires after five wrong codes, and an admin is locked after ten in a quarter of an hour', async () => {
  const { login, secret } = await enrol();
  await sql`delete from known_addresses`.execute(server.database);
  const first = await ticketOf(login);
  for (let round = 0; round < 5; round++) expect(codeOf(await bring(first, '000000'))).toBe('wrong_code');
  expect(codeOf(await bring(first, shown(secret)))).toBe('sign_in_expired');
  const second = await ticketOf(login);
  for (let round = 0; round < 5; round++) await bring(second, '000000');
  const third = await ticketOf(login);
  const rejected = await bring(third, shown(secret));
  expect(codeOf(rejected)).toBe('too_many_attempts');
  expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(800);
});

test('recovery codes are hashed, valid once in any notation, and renewable', async () => {
  const { id, login, secret, codes, api } = await enrol();
  const [first = '', second = ''] = codes;
  expect(first).toMatch(/^[a-z2-9]{5}(-[a-z2-9]{5}){4}$/);
  const { rows } = await sql<{ all: string }>`
    select string_agg(r::text, ' ') as all from recovery_codes r where admin_id = ${id}`.execute(
    server.database,
  );
  expect(rows[0]?.all).not.toContain(first);
  expect((await bring(await ticketOf(login), first.toUpperCase().replaceAll('-', ' '))).status).toBe(200);
  expect(codeOf(await bring(await ticketOf(login), first))).toBe('wrong_code');
  expect((await api.get('admins/admin/second-factor')).body).toMatchObject({ recovery_left: 9 });

  const renew = (code: string, tried = password) =>
    api.post<{ recovery_codes: string[] }>('admins/admin/second-factor/recovery', { password: tried, code });
  expect((await renew(shown(secret), 'wrong')).status).toBe(422);
  expect((await renew('000000')).body).toMatchObject({ fields: { code: expect.any(String) } });
  const fresh = (await renew(shown(secret))).body.recovery_codes;
  expect(codeOf(await bring(await ticketOf(login), second))).toBe('wrong_code');
  expect((await bring(await ticketOf(login), fresh[0] ?? '')).status).toBe(200);
});

test('is removed with password and code, except where it is required', async () => {
  const { login, secret, api } = await enrol('super_admin');
  const remove = (code: string) => api.post('admins/admin/second-factor/removal', { password, code });
  await api.put('admins/second-factor', { required: 'super_admins' });
  expect(codeOf(await remove(shown(secret)))).toBe('factor_required');
  await api.put('admins/second-factor', { required: 'nobody' });
  expect((await remove('111111')).status).toBe(422);
  expect((await remove(shown(secret))).status).toBe(200);
  expect((await logIn<Whole>(login)).body.data.token).toBeDefined();
});

test("two super admins reset another's, which ends the sessions, but not their own", async () => {
  const [boss, second] = [await enrol('super_admin'), await enrol('super_admin')];
  const { id, login, api } = await enrol();
  const ticket = await ticketOf(login);
  const requestReset = (by: ApiClient, of: number) =>
    by.post(`admins/${of}/factor-reset`, { reason: 'Telefoni yoʻqolgan' });
  const confirm = (code = '') =>
    second.api.post(`admins/${id}/factor-reset/confirmation`, { password, code });
  expect(codeOf(await requestReset(boss.api, boss.id))).toBe('own_account');
  expect((await requestReset(api, boss.id)).status).toBe(403);
  const listed = await boss.api.get<{ items: { id: number; second_factor: boolean }[] }>('admins?limit=100');
  expect(listed.body.items.find((one) => one.id === id)?.second_factor).toBe(true);
  expect((await requestReset(boss.api, id)).status).toBe(200);
  for (const code of ['', '000000']) {
    expect((await confirm(code)).body).toMatchObject({ fields: { code: expect.any(String) } });
  }
  expect((await api.get('admins/admin')).status).toBe(200);
  expect((await confirm(second.codes[0])).status).toBe(200);
  expect(codeOf(await requestReset(boss.api, id))).toBe('factor_off');
  expect((await api.get('admins/admin')).status).toBe(401);
  // Sign-ins that wait for their second step end too.
  expect(codeOf(await bring(ticket, '123456'))).toBe('sign_in_expired');
  expect((await logIn<Whole>(login)).body.data.token).toBeDefined();
  const { rows } = await sql<{ action: string; admin_id: number }>`
    select action, admin_id from audit_log where subject_id = ${id} and action like 'admins.second_factor.%'
    order by id`.execute(server.database);
  expect(rows).toEqual([
    { action: 'admins.second_factor.add', admin_id: id },
    { action: 'admins.second_factor.reset', admin_id: second.id },
  ]);
});

test('where it is required, an admin without one can only add it', async () => {
  const boss = await enrol('super_admin');
  const { login } = await server.createAdmin({ role: 'super_admin', passwordHash });
  const clerk = server.api({
    token: (await logIn<Whole>((await server.createAdmin({ passwordHash })).login)).body.data.token,
  });
  const api = server.api({ token: (await logIn<Whole>(login)).body.data.token });
  expect((await api.get('admins')).status).toBe(200);
  const policy = await boss.api.put('admins/second-factor', { required: 'super_admins' });
  expect(policy.body).toMatchObject({
    required: 'super_admins',
    without: { super_admins: expect.any(Number) },
  });
  // The open session continues, but may do nothing that needs a permission.
  expect((await api.get<Whole['data']['admin']>('admins/admin')).body.must_add_factor).toBe(true);
  expect((await api.get('admins')).status).toBe(403);
  expect((await api.put('admins/second-factor', { required: 'nobody' })).status).toBe(403);
  expect((await clerk.get<Whole['data']['admin']>('admins/admin')).body.must_add_factor).toBeUndefined();
  expect((await boss.api.get('admins')).status).toBe(200);

  const begun = await api.post<{ secret: string }>('admins/admin/second-factor', { password });
  const secret = Buffer.from(Secret.fromBase32(begun.body.secret).bytes);
  expect((await api.put('admins/admin/second-factor', { code: shown(secret) })).status).toBe(200);
  expect((await api.get('admins')).status).toBe(200);

  await boss.api.put('admins/second-factor', { required: 'everyone' });
  expect((await clerk.get<Whole['data']['admin']>('admins/admin')).body.must_add_factor).toBe(true);
});

test('a new password invalidates pending sign-ins', async () => {
  const { login, secret, api } = await enrol();
  const ticket = await ticketOf(login);
  const next = { old_password: password, password: `${password}-2` };
  // With a second factor, changing the password needs a code.
  for (const code of [undefined, '000000']) {
    expect((await api.put('admins/admin/password', { ...next, code })).body).toMatchObject({
      fields: { code: expect.any(String) },
    });
  }
  expect((await api.put('admins/admin/password', { ...next, code: shown(secret) })).status).toBe(200);
  expect(codeOf(await bring(ticket, '123456'))).toBe('sign_in_expired');
});

test('the database stores no readable secret, and another key does not decrypt it', async () => {
  const { id, login, secret, codes } = await enrol();
  const { rows } = await sql<{ secret: Buffer }>`
    select secret from second_factors where admin_id = ${id}`.execute(server.database);
  expect(rows[0]?.secret.includes(secret)).toBe(false);
  await sql`update installation set value = 'another' || value where key = 'secret'`.execute(server.database);
  const node = await testServer({ plugins: ['admins'], databaseUrl: server.databaseUrl });
  try {
    const ticket = await ticketOf(login);
    const response = await node.api().post('admins/login/code', { ticket, code: shown(secret) });
    expect(response.status).toBe(500);
    // Recovery codes need no key.
    expect((await node.api().post('admins/login/code', { ticket, code: codes[3] })).status).toBe(200);
  } finally {
    await node.close();
    await sql`update installation set value = substr(value, 8) where key = 'secret'`.execute(server.database);
  }
});
