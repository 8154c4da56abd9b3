import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { testServer, type TestServer } from '#kernel/testing/server.ts';
import { reserveAttempt } from '#kernel/server/limits/attempts.ts';
import { hashPassword } from './password.ts';
import { checkLogin } from './sign-in.ts';

const hashes = vi.hoisted(() => ({ count: 0, gate: Promise.resolve() }));
vi.mock(import('@node-rs/argon2'), async (load) => {
  const real = await load();
  return {
    ...real,
    verify: async (...args: Parameters<typeof real.verify>) => {
      hashes.count++;
      await hashes.gate;
      return real.verify(...args);
    },
  };
});

const password = 'tuya-karvoni-keladi';
let server: TestServer;

beforeAll(async () => {
  server = await testServer({ plugins: [] });
  const passwordHash = await hashPassword(password);
  for (const login of ['owner', 'blocked']) await server.createAdmin({ login, passwordHash });
  await sql`update admins set blocked = true where login = 'blocked'`.execute(server.database);
});
afterAll(() => server.close());
beforeEach(async () => {
  // `truncate` would wait for all uses of the table by the server, and block them.
  await sql`delete from login_attempts`.execute(server.database);
  await sql`delete from known_addresses`.execute(server.database);
  hashes.count = 0;
});

function attempt(login: string, tried: string, address = '203.0.113.7') {
  return checkLogin(server.services, { login, password: tried, address }).then(
    () => 'in',
    (error: { code?: string }) => error.code,
  );
}

async function failTenTimes(login: string): Promise<void> {
  for (let round = 0; round < 10; round++) {
    expect(await attempt(login, 'wrong', `198.51.100.${round}`)).toBe('wrong_login');
  }
}

test('an unknown login, a blocked admin and a wrong password cost one hash each', async () => {
  for (const login of ['owner', 'nobody', 'blocked']) {
    hashes.count = 0;
    expect(await attempt(login, 'wrong')).toBe('wrong_login');
    expect(hashes.count).toBe(1);
  }
  expect(await attempt('blocked', password)).toBe('wrong_login');
});

test('a letter that JavaScript and PostgreSQL lower differently makes no other login', async () => {
  await server.createAdmin({ login: 'İbrohim', passwordHash: await hashPassword(password) });
  const spellings = ['İbrohim', 'ibrohim'];
  for (const login of spellings) expect(await attempt(login, password), login).toBe('in');
  await sql`delete from known_addresses`.execute(server.database);
  for (let round = 0; round < 5; round++)
    for (const login of spellings) expect(await attempt(login, 'wrong')).toBe('wrong_login');
  for (const login of spellings) expect(await attempt(login, password), login).toBe('too_many_attempts');
});

test('during a flood two passwords are hashed at once and a few queue; the others are rejected first', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  hashes.gate = promise;
  const outcomes: unknown[] = [];
  const flood = Array.from({ length: 40 }, async (_, round) => {
    outcomes.push(await attempt(`login${round}`, 'wrong', `198.51.${round}.1`));
  });
  await expect.poll(() => outcomes).toEqual(Array.from({ length: 6 }, () => 'too_many_attempts'));
  expect(hashes.count).toBe(2);
  resolve();
  await Promise.all(flood);
  expect(outcomes.slice(6)).toEqual(Array.from({ length: 34 }, () => 'wrong_login'));
});

test.each(['owner', 'nobody'])('after ten failures %s is locked, without another hash', async (login) => {
  await failTenTimes(login);
  hashes.count = 0;
  expect(await attempt(login, password, '192.0.2.99')).toBe('too_many_attempts');
  expect(hashes.count).toBe(0);
});

test('a locked login still opens where its owner has signed in before', async () => {
  await sql`insert into known_addresses (admin_id, network)
    select id, '192.0.2.1' from admins where login = 'owner'`.execute(server.database);
  await failTenTimes('owner');
  expect(await attempt('owner', password, '192.0.2.2')).toBe('too_many_attempts');
  expect(await attempt('owner', password, '192.0.2.1')).toBe('in');
});

test('a network may fail fifty times, with any logins', async () => {
  const left = Array.from({ length: 48 }, () => reserveAttempt(server.database, 'network 203.0.113.7', 50));
  await Promise.all(left);
  expect(await attempt('one', 'wrong')).toBe('wrong_login');
  expect(await attempt('two', 'wrong')).toBe('wrong_login');
  expect(await attempt('owner', password)).toBe('too_many_attempts');
  expect(await attempt('owner', password, '203.0.113.8')).toBe('in');
});

describe('behind one address with fifty failures', () => {
  const office = '203.0.113.50';
  beforeEach(async () => {
    await Promise.all(
      Array.from({ length: 50 }, () => reserveAttempt(server.database, `network ${office}`, 50)),
    );
    await sql`insert into known_addresses (admin_id, network)
      select id, ${office} from admins where login = 'owner'`.execute(server.database);
  });

  test('a login that has signed in there before gets through', async () => {
    expect(await attempt('owner', password, office)).toBe('in');
    expect(await attempt('owner', password, office)).toBe('in');
  });

  test('a wrong password does not reveal which logins have', async () => {
    const outcomes = [];
    for (const login of ['owner', 'nobody', 'blocked']) {
      hashes.count = 0;
      outcomes.push([await attempt(login, 'wrong', office), hashes.count]);
    }
    expect(outcomes).toEqual(Array.from({ length: 3 }, () => ['too_many_attempts', 1]));
  });

  test('other logins wait with a growing delay, and are not locked out', async () => {
    const passTime = (seconds: number) =>
      sql`update login_attempts set moments = array(
        select moment - make_interval(secs => ${seconds}) from unnest(moments) as moment)`.execute(
        server.database,
      );
    const login = async (tried: string) => attempt('blocked', tried, office);
    // Attempts in the future allow for a slow machine.
    await passTime(-60);
    expect(await login('wrong')).toBe('too_many_attempts');
    await passTime(63);
    expect(await login('wrong')).toBe('wrong_login');
    await passTime(-60);
    expect(await login('wrong')).toBe('too_many_attempts');
    await passTime(124);
    expect(await login('wrong')).toBe('wrong_login');
  });
});

test('lets ten of many concurrent attempts through', async () => {
  const name = 'login of a crowd';
  const outcomes = await Promise.allSettled(
    Array.from({ length: 40 }, () => reserveAttempt(server.database, name, 10)),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
  const rejected = outcomes.find(({ status }) => status === 'rejected') as PromiseRejectedResult;
  expect(rejected.reason.retryAfter).toBeGreaterThan(890);
  expect(rejected.reason.retryAfter).toBeLessThanOrEqual(900);
});

test('clears attempts after fifteen minutes, and at once after a success', async () => {
  await failTenTimes('owner');
  await sql`update login_attempts set moments = array(
    select moment - interval '16 minutes' from unnest(moments) as moment)`.execute(server.database);
  for (let round = 0; round < 12; round++) expect(await attempt('owner', password)).toBe('in');
});

test('does not store the login that was typed', async () => {
  await attempt('my-secret-typed-in-the-wrong-field', 'x');
  const { rows } = await sql`select encode(key, 'escape') as key, * from login_attempts`.execute(
    server.database,
  );
  expect(JSON.stringify(rows)).not.toContain('my-secret');
});
