import { sql } from 'kysely';
import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { allOf } from '#kernel/contract/index.ts';
import { testServer, type TestServer } from '#kernel/testing/server.ts';
import { sweepSessions } from '#kernel/identity/server/session/session-store.ts';
import { endAdminSessions } from '#kernel/identity/server/index.ts';
import type { Audience } from '../api/index.ts';

const origin = 'http://widget.example';
let server: TestServer;
let node: TestServer;
const open: Socket[] = [];

beforeAll(async () => {
  const deployment = { allowedOrigins: [origin] };
  server = await testServer({ plugins: [], deployment });
  node = await testServer({ plugins: [], deployment, databaseUrl: server.databaseUrl });
});
afterEach(() => {
  for (const socket of open.splice(0)) socket.disconnect();
});
afterAll(async () => {
  await node.close();
  await server.close();
});

type Draft = NonNullable<Parameters<TestServer['createAdmin']>[0]>;

async function sessionOf(draft: Draft = {}): Promise<{ token: string; id: number; adminId: number }> {
  const { id: adminId } = await server.createAdmin(draft);
  const opened = await server.services.sessions.open(adminId, { address: '127.0.0.1', userAgent: 'test' });
  return { token: opened.token, id: opened.session.id, adminId };
}

function socketTo(at: TestServer, token: unknown, options: Parameters<typeof io>[1] = {}): Socket {
  const socket = io(at.url, { auth: { token }, forceNew: true, reconnection: false, ...options });
  open.push(socket);
  return socket;
}

function outcome(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    socket.on('connect', () => resolve('in'));
    socket.on('connect_error', (error: Error & { data?: { code?: string } }) => {
      resolve(error.data?.code ?? 'refused');
    });
  });
}

interface Listener {
  socket: Socket;
  adminId: number;
  received: unknown[];
}

async function listen(at: TestServer, draft: Draft): Promise<Listener> {
  const { token, adminId } = await sessionOf(draft);
  const socket = socketTo(at, token, { transports: ['websocket'] });
  expect(await outcome(socket)).toBe('in');
  const received: unknown[] = [];
  socket.on('news', (payload) => received.push(payload));
  return { socket, adminId, received };
}

describe('connecting', () => {
  test.each(['websocket', 'polling'])('accepts a token by %s', async (transport) => {
    const { token } = await sessionOf();
    expect(await outcome(socketTo(server, token, { transports: [transport] }))).toBe('in');
  });

  test.each([undefined, '', 'x', 42, { token: 'x' }, 'a'.repeat(43)])('rejects %j', async (token) => {
    expect(await outcome(socketTo(server, token))).toBe('unauthenticated');
  });

  test('rejects an ended session', async () => {
    const { token, id } = await sessionOf();
    await server.services.sessions.end(id);
    expect(await outcome(socketTo(server, token))).toBe('unauthenticated');
  });

  test.each([
    ['another host', 'http://evil.example', 'refused'],
    ['no origin at all', 'null', 'refused'],
    ['a host that begins like ours', 'http://127.0.0.1.evil.example', 'refused'],
    ['an origin of the deployment', origin, 'in'],
  ])('checks the origin of a page: %s', async (_name, from, expected) => {
    const { token } = await sessionOf();
    for (const transports of [['websocket'], ['polling']]) {
      const socket = socketTo(server, token, { transports, extraHeaders: { origin: from } });
      expect(await outcome(socket)).toBe(expected);
    }
  });

  test('accepts a page of the same host', async () => {
    const { token } = await sessionOf();
    const socket = socketTo(server, token, { extraHeaders: { origin: server.url } });
    expect(await outcome(socket)).toBe('in');
  });
});

test('delivers an event to its recipients on every node, and to no other sockets', async () => {
  const permissions = ['application_receiver'];
  const here = await listen(server, { permissions, neighborhoodIds: [10] });
  const onOtherNode = await listen(node, { permissions, neighborhoodIds: [10, 11] });
  const chief = await listen(node, { role: 'super_admin', permissions });
  const idleChief = await listen(server, { role: 'super_admin' });
  const elsewhere = await listen(server, { permissions, neighborhoodIds: [11] });
  const guest = await listen(node, { neighborhoodIds: [10] });
  const actor = await listen(server, { permissions, neighborhoodIds: [10] });
  const beginner = await listen(server, { permissions, neighborhoodIds: [10], mustChangePassword: true });
  const audience: Audience = {
    access: allOf('application_receiver'),
    neighborhoodId: 10,
    exceptAdminId: actor.adminId,
  };
  await nodesKnowEachOther();
  server.services.realtime.emit('news', { id: 1 }, audience);
  const reached = [here, onOtherNode, chief];
  await vi.waitFor(() =>
    expect(reached.map(({ received }) => received)).toEqual(reached.map(() => [{ id: 1 }])),
  );
  // Longer than a database notification can be.
  const long = { id: 2, text: 'x'.repeat(20_000) };
  server.services.realtime.emit('news', long, { adminIds: [onOtherNode.adminId] });
  await vi.waitFor(() => expect(onOtherNode.received).toEqual([{ id: 1 }, long]));
  // Events keep their order: a socket that receives this one first has received none before.
  const others = [idleChief, elsewhere, guest, actor];
  const last = { id: 3 };
  server.services.realtime.emit('news', last, { adminIds: others.map(({ adminId }) => adminId) });
  await vi.waitFor(() => expect(others.map(({ received }) => received)).toEqual(others.map(() => [last])));
  expect(beginner.received).toEqual([]);
  expect(here.received).toEqual([{ id: 1 }]);
});

async function nodesKnowEachOther(): Promise<void> {
  const probe = await listen(node, {});
  await vi.waitFor(() => {
    server.services.realtime.emit('news', 'probe', { adminIds: [probe.adminId] });
    expect(probe.received.length).toBeGreaterThan(0);
  });
}

test('ending a session notifies and disconnects its sockets on every node', async () => {
  const { token, adminId, id } = await sessionOf();
  const sockets = [server, node].map((at) => socketTo(at, token, { transports: ['websocket'] }));
  expect(await Promise.all(sockets.map(outcome))).toEqual(['in', 'in']);
  const notified = sockets.map((socket) => new Promise((resolve) => socket.once('session_end', resolve)));
  const cut = sockets.map((socket) => new Promise((resolve) => socket.once('disconnect', resolve)));
  await server.services.sessions.endAllOf(adminId, null, server.database);
  await Promise.all([...notified, ...cut]);
  expect(id).toBeGreaterThan(0);
});

test('sends sockets the reason for the end of a session, if there is one', async () => {
  const { token, adminId } = await sessionOf();
  const socket = socketTo(node, token, { transports: ['websocket'] });
  expect(await outcome(socket)).toBe('in');
  const notified = new Promise((resolve) => socket.once('session_end', resolve));
  await server.database
    .transaction()
    .execute((transaction) => endAdminSessions(transaction, [adminId], { reason: 'rights' }));
  expect(await notified).toEqual({ reason: 'rights' });
});

test('applies changed rights of a session to its events on every node', async () => {
  const { token, adminId, id } = await sessionOf({ mustChangePassword: true });
  const received: unknown[] = [];
  const socket = socketTo(node, token, { transports: ['websocket'] });
  socket.on('news', (payload) => received.push(payload));
  expect(await outcome(socket)).toBe('in');
  const notified = new Promise<void>((resolve) => socket.once('session_change', resolve));
  await server.database.transaction().execute(async (transaction) => {
    await sql`update admins set must_change_password = false where id = ${adminId}`.execute(transaction);
    await endAdminSessions(transaction, [adminId], { reason: 'rights', exceptSessionId: id });
  });
  await notified;
  node.services.realtime.emit('news', 'alive', { adminIds: [adminId] });
  await vi.waitFor(() => expect(received).toEqual(['alive']));
});

/** A session whose last call was five minutes ago, and which expires in ten. */
async function idleSession(): Promise<{ token: string; id: number }> {
  const { token, id } = await sessionOf();
  await sql`update sessions set last_seen_at = now() - interval '5 minutes', expires_at = now() + interval '10 minutes'
    where id = ${id}`.execute(server.database);
  return { token, id };
}

describe('activity', () => {
  test('is reported over the socket, which responds with the remaining session time', async () => {
    const { token, id } = await idleSession();
    const socket = socketTo(node, token, { transports: ['websocket'] });
    expect(await outcome(socket)).toBe('in');
    await sql`update sessions set expires_at = now() + interval '10 minutes' where id = ${id}`.execute(
      server.database,
    );
    const response = (await socket.emitWithAck('active', false)) as Record<string, number>;
    expect(response['expires_in']).toBeGreaterThan(9 * 60);
    expect(response['expires_in']).toBeLessThanOrEqual(10 * 60);
    const notified = (await socket.emitWithAck('active', true)) as Record<string, number>;
    expect(notified['expires_in']).toBeGreaterThan(29 * 60);
    expect(notified['expires_in']).toBeLessThanOrEqual(30 * 60);
    expect(notified['lifetime_left']).toBeGreaterThan(11 * 3600);
  });

  test('does not revive an ended session, and sends its socket the reason', async () => {
    const { token, id } = await idleSession();
    const socket = socketTo(server, token, { transports: ['websocket'] });
    expect(await outcome(socket)).toBe('in');
    const end = new Promise((resolve) => socket.once('session_end', resolve));
    await sql`update sessions set expires_at = now() - interval '1 second' where id = ${id}`.execute(
      server.database,
    );
    expect(await socket.emitWithAck('active', true)).toBeNull();
    expect(await end).toEqual({ reason: 'expired' });
  });

  test('an expiring session notifies its sockets on every node without a request', async () => {
    const { token, id } = await idleSession();
    const socket = socketTo(node, token, { transports: ['websocket'] });
    expect(await outcome(socket)).toBe('in');
    const end = new Promise((resolve) => socket.once('session_end', resolve));
    await sql`update sessions set expires_at = now() - interval '1 second' where id = ${id}`.execute(
      server.database,
    );
    await sweepSessions(server.database);
    expect(await end).toEqual({ reason: 'expired' });
  });

  test('beyond its limit is ignored, with an empty response', async () => {
    const { token, id } = await idleSession();
    const socket = socketTo(server, token, { transports: ['websocket'] });
    expect(await outcome(socket)).toBe('in');
    const responses = await Promise.all(
      Array.from({ length: 40 }, () => socket.emitWithAck('active', false)),
    );
    expect(responses).toContainEqual({});
    expect(responses.filter((response) => 'expires_in' in (response as object)).length).toBeLessThan(20);
    await sql`update sessions set expires_at = now() + interval '10 minutes' where id = ${id}`.execute(
      server.database,
    );
  });
});

test('events are delivered again after every database connection was cut', async () => {
  const { socket, adminId, received } = await listen(node, {});
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(server.database);
  await vi.waitFor(
    () => {
      server.services.realtime.emit('news', 'again', { adminIds: [adminId] });
      expect(received).toContain('again');
    },
    { timeout: 60_000, interval: 200 },
  );
  expect(socket.connected).toBe(true);
});

test('a closed server accepts no sockets, and leaves its HTTP server to its owner', async () => {
  const other = await testServer({ plugins: [] });
  const { id } = await other.createAdmin();
  const { token } = await other.services.sessions.open(id, { address: '', userAgent: '' });
  const socket = socketTo(other, token);
  expect(await outcome(socket)).toBe('in');
  const cut = new Promise((resolve) => socket.once('disconnect', resolve));
  await other.services.realtime.close();
  await cut;
  expect(await outcome(socketTo(other, token))).toBe('refused');
  expect((await other.api().get('/health/live')).status).toBe(200);
  await other.close();
});
