import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashPassword } from '#kernel/identity/server/index.ts';
import { checkPassword } from '#kernel/identity/contract/check-password.ts';
import { createPasswords } from '#kernel/identity/server/session/password.ts';
import { makeToken, randomCode } from '#kernel/server/installation/token.ts';
import { testServer, type TestServer } from '#kernel/testing/server.ts';

const password = 'toʻgʻri-ot-batareya-9731';
let server: TestServer;
let login: string;

beforeAll(async () => {
  server = await testServer({ plugins: ['admins'] });
  login = (await server.createAdmin({ passwordHash: await hashPassword(password) })).login;
});
afterAll(() => server?.close());

async function signIn(): Promise<string> {
  const { body } = await server.api().post<{ data: { token: string } }>('admins/login', { login, password });
  return body.data.token;
}

const statusOf = async (token: string) => (await server.api({ token }).get('admins/admin')).status;

/** Lets time pass for all sessions, by the database's clock. */
const pass = (interval: string) =>
  sql`update sessions set created_at = created_at - ${interval}::interval,
    last_seen_at = last_seen_at - ${interval}::interval, active_at = active_at - ${interval}::interval,
    expires_at = expires_at - ${interval}::interval`.execute(server.database);

/** Nodes cache a session for seconds; a new node has no cached session. */
async function onFreshNode<Result>(work: (node: TestServer) => Promise<Result>): Promise<Result> {
  const node = await testServer({ plugins: ['admins'], databaseUrl: server.databaseUrl });
  try {
    return await work(node);
  } finally {
    await node.close();
  }
}

test('a session ends after half an hour without use, and after twelve hours with use', async () => {
  const token = await signIn();
  await pass('29 minutes');
  const request = (node: TestServer) => node.api({ token }).get('admins/admin');
  expect((await onFreshNode(request)).status).toBe(200);
  await pass('31 minutes');
  expect((await onFreshNode(request)).status).toBe(401);
  const other = await signIn();
  await sql`update sessions set created_at = now() - interval '11 hours 50 minutes', last_seen_at = now() - interval '2 minutes'`.execute(server.database); // prettier-ignore
  expect((await onFreshNode((node) => node.api({ token: other }).get('admins/admin'))).status).toBe(200);
  const { rows } = await sql<{ minutes: number }>`
    select extract(epoch from expires_at - now()) / 60 as minutes from sessions`.execute(server.database);
  expect(Number(rows[0]?.minutes)).toBeLessThanOrEqual(10);
});

/** A background read by a page, on a node that has not seen the session. */
const readByItself = (token: string) =>
  onFreshNode(async (node) => (await node.api({ token }).get('admins/admin')).status);

interface Times {
  readonly expires_in: number;
  readonly lifetime_left: number;
}

const reportActivity = (token: string, active: boolean) =>
  server.api({ token }).post<Times>('admins/admin/activity', { active });

test('a session whose client reports activity ends half an hour after it, regardless of background reads', async () => {
  const token = await signIn();
  const first = await reportActivity(token, false);
  expect(first.status).toBe(200);
  for (let minutes = 0; minutes < 20; minutes += 10) {
    await pass('10 minutes');
    expect(await readByItself(token)).toBe(200);
  }
  const expiresIn = (await reportActivity(token, false)).body.expires_in;
  expect(expiresIn).toBeGreaterThan(9 * 60);
  expect(expiresIn).toBeLessThanOrEqual(10 * 60);
  await pass('11 minutes');
  expect(await readByItself(token)).toBe(401);
  expect((await reportActivity(token, true)).status).toBe(401);
});

test('a session of a user who types for hours without a call continues, and still ends after twelve hours', async () => {
  const token = await signIn();
  await reportActivity(token, true);
  for (let minutes = 29; minutes < 23.5 * 29; minutes += 29) {
    await pass('29 minutes');
    expect((await reportActivity(token, true)).body.expires_in).toBeGreaterThan(29 * 60);
  }
  await pass('29 minutes');
  const { expires_in: left, lifetime_left: longest } = (await reportActivity(token, true)).body;
  expect([left, left > 23 * 60, left <= 24 * 60]).toEqual([longest, true, true]);
  await pass('25 minutes');
  expect((await reportActivity(token, true)).status).toBe(401);
});

test('each sign-in gets its own token of 256 random bits, of which only the digest is stored', async () => {
  const tokens = [await signIn(), await signIn(), ...Array.from({ length: 500 }, makeToken)];
  expect(new Set(tokens).size).toBe(tokens.length);
  for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  const { rows } = await sql<{ text: string }>`select sessions::text as text from sessions`.execute(server.database);
  for (const token of tokens.slice(0, 2)) expect(JSON.stringify(rows)).not.toContain(token);
  expect(await statusOf(tokens[0] ?? '')).toBe(200);
}); // prettier-ignore

test('signing in again ends the session whose token was sent, and no other', async () => {
  const [former, elsewhere] = [await signIn(), await signIn()];
  const again = (given: object) =>
    server.api({ token: former }).post<{ data?: { token: string } }>('admins/login', { login, ...given });
  expect((await again({ password: 'notoʻgʻri-parol-bu' })).status).toBe(401);
  expect(await statusOf(former)).toBe(200);
  const { body } = await again({ password });
  const token = body.data?.token ?? '';
  expect([await statusOf(former), await statusOf(elsewhere), await statusOf(token)]).toEqual([401, 200, 200]);
  await server.api({ token }).post('admins/logout');
  expect(await statusOf(token)).toBe(401);
});

test('a password may have any characters, is used unchanged, and does not expire', async () => {
  const any = ['faqatkichikharflarbilan', '　　бўш жой ҳам бўлади　　', '😀😃😄😁😆😅😂🤣😊😇🙂🙃😉', `${'x9Q-vb7'.repeat(18)}yz`];
  for (const one of any) expect(checkPassword(one, { login }), one).toBe('ok');
  expect(checkPassword('x9Q-vb7'.repeat(19))).toBe('too_long');
  const passwords = createPasswords();
  for (const one of [any[1] ?? '', any[3] ?? '']) {
    const hash = await passwords.hash(one);
    expect(await passwords.verify(hash, one)).toBe(true);
    for (const other of [one.trim(), one.toLowerCase(), one.slice(0, 72), `${one} `]) {
      if (other !== one) expect(await passwords.verify(hash, other), other).toBe(false);
    }
  }
  const columns = await sql<{ name: string }>`
    select column_name as name from information_schema.columns where table_name = 'admins'`.execute(server.database);
  expect(columns.rows.map(({ name }) => name).filter((name) => /hint|question|expire|password_at/.test(name))).toEqual([]);
}); // prettier-ignore

test('rejects names of the product, the city and the office, and the login, as passwords', () => {
  for (const word of ['komak', 'superadmin', 'toshkent', 'mahalla', 'parol', 'hokimiyat']) {
    expect(checkPassword(`${word}${word}-2026!`), word).not.toBe('ok');
  }
  expect(checkPassword(`${login}-9731-xkq`, { login })).toBe('contains_login');
});

test('hashes passwords by Argon2id with the parameters of OWASP and a unique salt', async () => {
  const [one, other] = await Promise.all([hashPassword(password), hashPassword(password)]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22,}\$[\w+/]{43}$/);
  expect(one).not.toBe(other);
});

test('recovery codes have more than 112 random bits', () => {
  const code = randomCode(5);
  expect(code).toMatch(/^[a-hj-km-np-z2-9]{5}(-[a-hj-km-np-z2-9]{5}){4}$/);
  expect(25 * Math.log2(31)).toBeGreaterThan(112);
  expect(new Set(Array.from({ length: 500 }, () => randomCode(5))).size).toBe(500);
});
