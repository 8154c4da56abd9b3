import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Secret } from 'otpauth';
import { beginSession, checkLogin, hashPassword } from '#kernel/identity/server/index.ts';
import { codeAt } from '#kernel/identity/server/second-factor/totp.ts';
import type { ApiClient, ApiResponse } from '#kernel/testing/api.ts';
import { testServer, type TestServer } from '#kernel/testing/server.ts';

const password = 'tuya-karvoni-keladi';
const address = '127.0.0.1';

let server: TestServer;
let boss: ApiClient;
let passwordHash: string;

beforeAll(async () => {
  server = await testServer({ plugins: ['admins'] });
  passwordHash = await hashPassword(password);
  boss = await server.signIn({ role: 'super_admin' });
});
afterAll(() => server.close());

interface Target {
  readonly id: number;
  readonly login: string;
  readonly roleId: number;
  readonly api: ApiClient;
}

async function createTarget(): Promise<Target> {
  const made = await server.createAdmin({ passwordHash });
  return { ...made, api: await server.signIn(made.login) };
}

/** Changes after which no earlier session may remain open. */
const changes: Readonly<Record<string, (target: Target) => Promise<ApiResponse>>> = {
  'the own password': ({ api }) =>
    api.put('admins/admin/password', { old_password: password, password: 'boshqa-tuya-karvoni' }),
  'a second factor': async ({ api }) => {
    const { body } = await api.post<{ secret: string }>('admins/admin/second-factor', { password });
    const secret = Buffer.from(Secret.fromBase32(body.secret).bytes);
    return api.put('admins/admin/second-factor', { code: codeAt(secret, Date.now()) });
  },
  'a block': ({ id }) => boss.put(`admins/${id}/block?blocked=true`),
  'a block that is lifted': async ({ id }) => {
    await boss.put(`admins/${id}/block?blocked=true`);
    return boss.put(`admins/${id}/block?blocked=false`);
  },
  'a first password': ({ id }) => boss.put(`admins/${id}/password`),
  'other rights': ({ roleId }) =>
    boss.put(`admins/roles/${roleId}`, {
      role: 'super_admin',
      permissions: [],
      uz: { name: `Yangi ${roleId}` },
      ru: { name: `Новая ${roleId}` },
    }),
  'another role': async ({ id, login }) => {
    const { roleId } = await server.createAdmin();
    const body = { login, first_name: 'Ali', last_name: 'Valiyev', role_id: roleId, neighborhoods: [] };
    return boss.put(`admins/${id}`, body);
  },
  'an end of all sessions': ({ id }) => boss.del(`admins/${id}/sessions`),
};

async function isLive(token: string): Promise<boolean> {
  return (await server.api({ token }).get('admins/admin')).status === 200;
}

/** Blocks new sessions after they are written and before they are committed, until `release` is called. */
async function holdOpenings(): Promise<{ untilHeld(): Promise<void>; release(): Promise<void> }> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { promise: locked, resolve: isLocked } = Promise.withResolvers<void>();
  const done = server.database.transaction().execute(async (transaction) => {
    await sql`lock table known_addresses in exclusive mode`.execute(transaction);
    isLocked();
    await promise;
  });
  await locked;
  return {
    untilHeld: () =>
      expect
        .poll(async () => {
          const { rows } = await sql`
            select from pg_locks where not granted and relation = 'known_addresses'::regclass
              and database = (select oid from pg_database where datname = current_database())`.execute(
            server.database,
          );
          return rows.length;
        })
        .toBe(1),
    release: async () => {
      resolve();
      await done;
    },
  };
}

/** Waits until a call has a response, or waits for a database lock. */
async function untilBlockedOrDone(call: Promise<unknown>): Promise<void> {
  let isDone = false;
  void call.finally(() => (isDone = true));
  await expect
    .poll(async () => {
      if (isDone) return true;
      const { rows } = await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        server.database,
      );
      return rows.length > 1;
    })
    .toBe(true);
}

describe.each(Object.entries(changes))('%s', (name, change) => {
  test('ends a session that is opened concurrently', async () => {
    const target = await createTarget();
    const held = await holdOpenings();
    const signingIn = server.api().post<{ data: { token: string } }>('admins/login', {
      login: target.login,
      password,
    });
    await held.untilHeld();
    const changing = change(target);
    await untilBlockedOrDone(changing);
    await held.release();
    const [{ body }, changed] = await Promise.all([signingIn, changing]);
    expect(changed.status, JSON.stringify(changed.body)).toBe(200);
    expect(await isLive(body.data.token)).toBe(false);
  });

  test('rejects a session whose password was checked before', async () => {
    const target = await createTarget();
    const proven = await checkLogin(server.services, { login: target.login, password, address });
    expect((await change(target)).status).toBe(200);
    const opening = server.database
      .transaction()
      .execute((transaction) =>
        beginSession(transaction as never, proven, { address, action: 'test.login' }),
      );
    await expect(opening, name).rejects.toMatchObject({ status: 401 });
  });
});

test('a ticket for the second step expires with its sign-in', async () => {
  const target = await createTarget();
  await changes['a second factor']?.(target);
  const log = { login: target.login, password };
  const { body } = await server
    .api()
    .post<{ data: { second_factor: { ticket: string } } }>('admins/login', log);
  expect((await changes['a first password']?.(target))?.status).toBe(200);
  const { ticket } = body.data.second_factor;
  expect((await server.api().post('admins/login/code', { ticket, code: '000000' })).status).toBe(401);
});

test('none of five concurrent sign-ins survives a change of the password', async () => {
  const survivors: string[] = [];
  for (let round = 0; round < 3; round++) {
    const target = await createTarget();
    const logIn = () =>
      server.api().post<{ data?: { token: string } }>('admins/login', { login: target.login, password });
    const [changed, ...opened] = await Promise.all([
      changes['the own password']?.(target),
      ...Array.from({ length: 5 }, logIn),
    ]);
    expect(changed?.status).toBe(200);
    for (const { body } of opened) {
      if (body.data && (await isLive(body.data.token))) survivors.push(`round ${round}`);
    }
  }
  expect(survivors).toEqual([]);
});

test.each(['an end of all sessions', 'another role', 'a block'])(
  'changes no password, and no other way to sign in, after %s while the password is checked',
  async (name) => {
    const calls: Readonly<Record<string, (api: ApiClient) => Promise<ApiResponse>>> = {
      password: (api) =>
        api.put('admins/admin/password', { old_password: password, password: 'boshqa-tuya-karvoni' }),
      factor: (api) => api.post('admins/admin/second-factor', { password }),
    };
    for (const call of Object.values(calls)) {
      const target = await createTarget();
      const { verify } = server.services.passwords;
      const spy = vi.spyOn(server.services.passwords, 'verify').mockImplementation(async (...given) => {
        const isRight = await verify(...given);
        spy.mockRestore();
        expect((await changes[name]?.(target))?.status).toBe(200);
        return isRight;
      });
      expect((await call(target.api)).status).toBe(401);
      const { rows } = await sql`
        select from admins where id = ${target.id} and password_hash = ${passwordHash}
          and not exists (select from second_factors where admin_id = ${target.id})`.execute(server.database);
      expect(rows).toHaveLength(1);
    }
  },
);
