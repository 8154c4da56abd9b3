import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { hashPassword } from '#kernel/identity/server/index.ts';
import { createLogger } from '#kernel/app/server/boot/logger.ts';
import { createRejectionLog } from '#kernel/server/http/responses/rejection-log.ts';
import { samplePlugin } from '#kernel/testing/sample-plugin.ts';
import { testServer, type ApiClient, type TestServer } from '#kernel/testing/server.ts';

const password = 'toʻgʻri-ot-batareya-9731';
const lines: string[] = [];
let server: TestServer;
let clerk: ApiClient;
let clerkId: number;

beforeAll(async () => {
  server = await testServer({
    plugins: ['admins', 'audit', samplePlugin],
    logLevel: 'info',
    logTo: { write: (line) => void lines.push(line) },
  });
  const made = await server.createAdmin({ passwordHash: await hashPassword(password) });
  clerkId = made.id;
  clerk = await server.signIn(made.login);
});
afterAll(() => server?.close());
beforeEach(() => void lines.splice(0));

type Line = Readonly<Record<string, unknown>>;
const logged = (): Line[] => lines.map((line) => JSON.parse(line) as Line);
const rejected = () => vi.waitFor(() => {
  const found = logged().filter(({ msg }) => msg === 'a call was rejected');
  expect(found.length).toBeGreaterThan(0);
  return found;
}); // prettier-ignore

test('logs a call without permission with user, address and subject', async () => {
  expect((await clerk.get('audit?page=1')).status).toBe(403);
  const [line] = await rejected();
  expect(line).toMatchObject({ status: 403, code: 'forbidden', admin: clerkId, address: '127.0.0.1', method: 'GET', route: '/api/uz/audit' }); // prettier-ignore
});

test('logs calls without a session, with invalid input, to unknown addresses, and beyond the rate limit', async () => {
  await server.api().get('admins/admin');
  await clerk.post('sample/notes', { text: '' });
  await clerk.get('sample/none');
  await server.api().post('admins/login', '{');
  const statuses = (await rejected()).map(({ status }) => status);
  expect(statuses).toEqual([401, 422, 404, 422]);
  for (let attempt = 0; attempt < 11; attempt++) {
    await server.api().post('admins/login', { login: 'nobody-here', password: 'x' });
  }
  await sql`delete from login_attempts`.execute(server.database);
  expect((await rejected()).some(({ status, code }) => status === 429 && code === 'too_many_attempts')).toBe(true); // prettier-ignore
});

test('no log line contains input: no value, password, token or address with a query', async () => {
  const { token = '' } = clerk;
  await clerk.post('sample/notes', { text: 'x', 'maxfiy-nom': 'maxfiy-qiymat' });
  await clerk.get('audit?search=maxfiy-qidiruv');
  await server.api({ token: `${token.slice(0, -1)}_` }).get('admins/admin?x=maxfiy-soʻrov');
  await server.api().post('admins/login', { login: 'maxfiy-login', password: 'maxfiy-parol' });
  await server.api().get('nothing/maxfiy-manzil');
  await rejected();
  expect(lines.join('')).not.toMatch(/maxfiy/);
  expect(lines.join('')).not.toContain(token.slice(0, 20));
});

test('each line is one JSON object with its level and the time in UTC, for any content', async () => {
  const written: string[] = [];
  const log = createLogger('info', { write: (line) => void written.push(line) });
  log.info({ name: 'a\n{"level":60,"msg":"forged"}\r\u2028\u0000' }, 'one\nline');
  log.error({ err: new Error('first\nsecond') }, 'failed');
  await clerk.get('audit');
  for (const line of [...written, ...lines]) {
    expect(line.trimEnd()).not.toMatch(/[\n\r\0]/);
    const { level, time, msg } = JSON.parse(line) as Line;
    expect(typeof level).toBe('number');
    expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(msg).not.toBe('forged');
  }
  expect(written).toHaveLength(2);
});

test('counts a flood of rejections, and does not fill the disk', () => {
  const written: Line[] = [];
  let now = 0;
  const write = createRejectionLog(() => now);
  const log = { info: (line: unknown) => void written.push(line as Line) };
  for (let round = 0; round < 5000; round++) write(log, { round }, 'refused');
  expect(written).toHaveLength(50);
  now = 1000;
  write(log, { round: 'next' }, 'refused');
  expect(written.at(-1)).toEqual({ round: 'next', omitted: 4950 });
});

test('every sign-in, rejection and sign-out is in the audit log, with its address and its second step', async () => {
  const anyone = server.api();
  const { rows: [admin] } = await sql<{ login: string }>`select login from admins where id = ${clerkId}`.execute(server.database); // prettier-ignore
  const login = admin?.login ?? '';
  await anyone.post('admins/login', { login, password: 'notoʻgʻri-parol-yana' });
  const { body } = await anyone.post<{ data: { token: string } }>('admins/login', { login, password });
  await server.api({ token: body.data.token }).post('admins/logout');
  const { rows } = await sql<{ action: string; address: string | null; admin_id: number | null }>`
    select action, address, admin_id from audit_log
    where action like 'admins.log%' order by id desc limit 3`.execute(server.database);
  expect(rows.toReversed()).toEqual([
    { action: 'admins.login.refuse', address: '127.0.0.1', admin_id: null },
    { action: 'admins.login', address: '127.0.0.1', admin_id: clerkId },
    { action: 'admins.logout', address: '127.0.0.1', admin_id: clerkId },
  ]);
});

test('an unexpected error is logged with its cause, reported in general words, and changes nothing', async () => {
  const before = await sql<{ count: number }>`select count(*)::int as count from audit_log`.execute(server.database);
  const response = await clerk.upload<{ code: string }>('sample/uploads', { text: 'fail' });
  expect([response.status, response.body.code]).toEqual([500, 'internal']);
  expect(JSON.stringify(response.body)).not.toMatch(/on purpose|\.ts|stack/);
  const failure = await vi.waitFor(() => {
    const found = logged().find(({ msg }) => msg === 'a call failed');
    expect(found).toBeDefined();
    return found;
  });
  expect(failure).toMatchObject({ level: 50, err: { message: 'on purpose', stack: expect.any(String) } });
  const after = await sql<{ count: number }>`select count(*)::int as count from audit_log`.execute(server.database);
  expect(after.rows).toEqual(before.rows);
  expect((await clerk.get('sample/notes')).status).toBe(200);
}); // prettier-ignore
