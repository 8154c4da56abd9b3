import { sql } from 'kysely';
import type { Logger } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { testServer, type TestServer } from '#kernel/testing/server.ts';
import type { ListenOptions } from '#kernel/server/database/notifications/listen.ts';
import { isEnding, markEnding } from './session/end-sessions.ts';
import { createSessions } from './sessions.ts';
import { hashToken } from '#kernel/server/installation/token.ts';

let server: TestServer;
let node: TestServer;

beforeAll(async () => {
  server = await testServer({ plugins: [] });
  node = await testServer({ plugins: [], databaseUrl: server.databaseUrl });
  await untilBothListen();
});
afterAll(async () => {
  await node.close();
  await server.close();
});

/** Waits until both nodes receive notices, so that their caches are in use. */
async function untilBothListen(): Promise<void> {
  const heard = [server, node].map(({ services }) => {
    const ids = new Set<number>();
    services.sessions.onEnd((ended) => ended.forEach((id) => ids.add(id)));
    return ids;
  });
  await vi.waitFor(async () => {
    const { id } = await openSession();
    await server.services.sessions.end(id);
    await vi.waitFor(() => expect(heard.every((ids) => ids.has(id))).toBe(true), 1000);
  });
}

async function openSession(draft = {}): Promise<{ token: string; id: number; adminId: number }> {
  const { id: adminId } = await server.createAdmin(draft);
  const { token, session } = await server.services.sessions.open(adminId, {
    address: '::1',
    userAgent: 'test',
  });
  return { token, id: session.id, adminId };
}

test('carries the admin, the permissions and the area', async () => {
  const { token, id, adminId } = await openSession({ permissions: ['street_add'], neighborhoodIds: [9, 4] });
  expect(await server.services.sessions.find(token)).toEqual({
    id,
    mustChangePassword: false,
    mustAddFactor: false,
    viewer: { id: adminId, role: 'admin', permissions: ['street_add'], neighborhoodIds: [4, 9] },
  });
});

test('stores a digest of the token, and runs no query for an invalid token', async () => {
  const { token } = await openSession();
  expect(token).toMatch(/^[\w-]{43}$/);
  const { rows } = await sql<{ token_hash: Buffer }>`select token_hash from sessions`.execute(
    server.database,
  );
  expect(rows.some((row) => row.token_hash.equals(hashToken(token)))).toBe(true);
  const query = vi.spyOn(server.services.pool, 'connect');
  for (const wrong of ['', 'x', `${token}x`, `Bearer ${token}`, "' or 1=1 --"]) {
    expect(await server.services.sessions.find(wrong)).toBeNull();
  }
  expect(query).not.toHaveBeenCalled();
  query.mockRestore();
});

test('finds a recent session again without a query', async () => {
  const { token } = await openSession();
  const first = await server.services.sessions.find(token);
  const query = vi.spyOn(server.services.pool, 'connect');
  expect(await server.services.sessions.find(token)).toBe(first);
  expect(query).not.toHaveBeenCalled();
  query.mockRestore();
});

test('runs one query for a hundred concurrent calls of one session', async () => {
  const { token, id } = await openSession();
  const query = vi.spyOn(server.services.pool, 'connect');
  const found = await Promise.all(Array.from({ length: 100 }, () => server.services.sessions.find(token)));
  // The server's own queries count too.
  expect(query.mock.calls.length).toBeLessThan(10);
  query.mockRestore();
  expect(new Set(found.map((session) => session?.id))).toEqual(new Set([id]));
});

test('does not find a session that ended while it was read', async () => {
  const { token, id } = await openSession();
  const early = Array.from({ length: 10 }, () => server.services.sessions.find(token));
  await server.services.sessions.end(id);
  expect(await server.services.sessions.find(token)).toBeNull();
  await Promise.all(early);
  expect(await server.services.sessions.find(token)).toBeNull();
});

test.each([
  // One second ago, since the column rounds to milliseconds.
  ['idle for half an hour', sql`expires_at = now() - interval '1 second'`],
  ['deleted', null],
])('does not find a session that is %s', async (_name, change) => {
  const { token, id } = await openSession();
  if (change) await sql`update sessions set ${change} where id = ${id}`.execute(server.database);
  else await sql`delete from sessions where id = ${id}`.execute(server.database);
  expect(await server.services.sessions.find(token)).toBeNull();
});

test('use extends the session at most once a minute and never past twelve hours', async () => {
  const { token, id } = await openSession();
  const left = async () => {
    const { rows } = await sql<{ minutes: number }>`
      select round(extract(epoch from expires_at - now()) / 60)::float8 as minutes from sessions where id = ${id}`.execute(
      server.database,
    );
    return rows[0]?.minutes;
  };
  const age = (minutes: number) =>
    sql`update sessions set last_seen_at = now() - interval '2 minutes', expires_at = now() + interval '28 minutes',
      created_at = now() - ${minutes} * interval '1 minute' where id = ${id}`.execute(server.database);
  await age(60);
  await server.services.sessions.find(token);
  expect(await left()).toBe(30);
  await age(12 * 60 - 10);
  await node.services.sessions.find(token);
  expect(await left()).toBe(10);
  await sql`update sessions set expires_at = now() + interval '20 minutes' where id = ${id}`.execute(
    server.database,
  );
  await openSession().then(({ token: other }) => server.services.sessions.find(other));
  expect(await left()).toBe(20);
});

test('announces the end of a session on both nodes', async () => {
  const { token, id } = await openSession();
  await server.services.sessions.find(token);
  await node.services.sessions.find(token);
  const heard: number[] = [];
  node.services.sessions.onEnd((ids) => heard.push(...ids));
  await server.services.sessions.end(id);
  expect(await server.services.sessions.find(token)).toBeNull();
  // By a notice: the periodic check would take up to five seconds.
  await vi.waitFor(() => expect(heard).toContain(id), 4000);
  expect(await node.services.sessions.find(token)).toBeNull();
});

test('sessions end with the transaction that ends them, and stay when it is rolled back', async () => {
  const { token, adminId, id } = await openSession();
  const { token: current, session } = await server.services.sessions.open(adminId, {
    address: '::1',
    userAgent: '',
  });
  const undone = server.database.transaction().execute(async (transaction) => {
    await server.services.sessions.endAllOf(adminId, session.id, transaction);
    throw new Error('undo');
  });
  await expect(undone).rejects.toThrow('undo');
  expect((await server.services.sessions.find(token))?.id).toBe(id);
  await server.database
    .transaction()
    .execute((transaction) => server.services.sessions.endAllOf(adminId, session.id, transaction));
  expect(await server.services.sessions.find(token)).toBeNull();
  expect((await server.services.sessions.find(current))?.id).toBe(session.id);
});

test('ending sessions in a transaction suspends the cache of that node only', async () => {
  const { token, id } = await openSession();
  const found = await server.services.sessions.find(token);
  const foundThere = await node.services.sessions.find(token);
  await server.database.transaction().execute(async (transaction) => markEnding(transaction, [id]));
  expect(isEnding(server.database, id)).toBe(true);
  expect(isEnding(node.database, id)).toBe(false);
  expect(await server.services.sessions.find(token)).not.toBe(found);
  expect(await node.services.sessions.find(token)).toBe(foundThere);
});

test('announces a thousand sessions that end at once', async () => {
  const { adminId } = await openSession();
  await sql`insert into sessions (token_hash, admin_id, address, user_agent, expires_at)
    select sha256(n::text::bytea), ${adminId}, '', '', now() + interval '1 minute' from generate_series(1, 1000) n`.execute(
    server.database,
  );
  const heard = new Set<number>();
  node.services.sessions.onEnd((ids) => ids.forEach((id) => heard.add(id)));
  const { rows } = await sql<{ id: number }>`select id from sessions where admin_id = ${adminId}`.execute(
    server.database,
  );
  expect(rows.length).toBe(1001);
  await server.services.sessions.endAllOf(adminId, null, server.database);
  await vi.waitFor(() => expect(rows.filter(({ id }) => !heard.has(id))).toEqual([]));
});

test('announces an expired session without a request for it', async () => {
  const heard: number[] = [];
  const { adminId } = await openSession();
  // One per second: a node sweeps when it starts, and whenever the next session expires.
  await sql`insert into sessions (token_hash, admin_id, address, user_agent, expires_at)
    select sha256(('soon ' || n)::bytea), ${adminId}, '', '', now() + n * interval '1 second' from generate_series(1, 60) n`.execute(
    server.database,
  );
  const other = await testServer({ plugins: [], databaseUrl: server.databaseUrl });
  try {
    other.services.sessions.onEnd((ids) => heard.push(...ids));
    await vi.waitFor(() => expect(heard.length).toBeGreaterThan(0));
  } finally {
    await other.close();
  }
});

test('disables the cache without the notification connection, and announces missed ends after it returns', async () => {
  const { token, id } = await openSession();
  await node.services.sessions.find(token);
  const heard: number[] = [];
  node.services.sessions.onEnd((ids) => heard.push(...ids));
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and (query ilike 'listen%' or query = 'SELECT 1')`.execute(
    server.database,
  );
  await server.services.sessions.end(id);
  await vi.waitFor(() => expect(heard).toContain(id));
  expect(await node.services.sessions.find(token)).toBeNull();
});

test('announces missed ends once the database responds again', async () => {
  const { token, id } = await openSession();
  let connection: ListenOptions | undefined;
  const warn = vi.fn();
  const sessions = createSessions({
    database: node.database,
    notifications: {
      listen(options) {
        connection = options;
        return { alive: true, close: async () => undefined };
      },
    },
    log: { ...node.services.log, warn } as unknown as Logger,
  });
  const ended: number[] = [];
  sessions.onEnd((ids) => ended.push(...ids));
  await sessions.find(token);
  await server.services.sessions.end(id);
  const away = vi.spyOn(node.services.pool, 'connect').mockImplementation((callback?: unknown) => {
    const error = new Error('away');
    // Fails like the pool: other parts of the node query it too and handle the rejection.
    return typeof callback === 'function' ? callback(error) : Promise.reject(error);
  });
  connection?.onStart?.();
  await vi.waitFor(() => expect(warn).toHaveBeenCalled());
  expect([sessions.current, ended]).toEqual([false, []]);
  away.mockRestore();
  await vi.waitFor(() => expect(sessions.current).toBe(true), 5000);
  expect(ended).toEqual([id]);
  await sessions.close();
});
