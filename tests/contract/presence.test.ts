import { sql } from 'kysely';
import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { testServer, type AdminDraft, type TestServer } from '#kernel/plugin-api/testing.ts';
import type { Application } from '#plugins/applications/contract.ts';
import { addNeighborhoods } from '../support/neighborhoods.ts';

const permissions = ['application_receiver'];
const subject = 'applications.application';
const waiting = { timeout: 60_000, interval: 50 };

let server: TestServer;
let node: TestServer;
let applicationId: number;
const opened: Watcher[] = [];

beforeAll(async () => {
  server = await testServer({ plugins: ['applications', 'admins'] });
  await addNeighborhoods(server, 2);
  node = await testServer({ plugins: ['applications', 'admins'], databaseUrl: server.databaseUrl });
  const writer = await server.signIn({ permissions, neighborhoodIds: [1] });
  const { body } = await writer.upload<Application>('applications', {
    neighborhood_id: 1,
    employment_status: 'unemployed',
    planned_assistance: 'Tom',
    first_name: 'Anvar',
    last_name: 'Karimov',
  });
  applicationId = body.id;
  // Nodes exchange presence as soon as they know of each other.
  const nodesOf = (one: TestServer) => one.services.realtime.counts.nodes;
  await vi.waitFor(() => expect([nodesOf(server), nodesOf(node)]).toEqual([2, 2]), waiting);
}, 120_000);
afterEach(() => {
  for (const watcher of opened.splice(0)) watcher.close();
});
afterAll(async () => {
  await node?.close();
  await server?.close();
});

interface Person {
  readonly id: number;
  readonly writing: boolean;
}

interface Watcher {
  readonly adminId: number;
  readonly socket: Socket;
  /** Each message, with its time. */
  readonly heard: { readonly people: readonly Person[]; readonly at: number }[];
  report(writing: boolean): void;
  /** Reports every second that the application is open, like a page. */
  stay(writing?: boolean): void;
  /** Simulates a closed laptop: the connection stays, but nothing is reported any more. */
  fallSilent(): void;
  close(): void;
}

async function socketOf(
  at: TestServer,
  token: string,
  adminId: number,
  id = applicationId,
): Promise<Watcher> {
  const socket = io(at.url, {
    auth: { token },
    forceNew: true,
    reconnection: false,
    transports: ['websocket'],
  });
  const heard: Watcher['heard'] = [];
  socket.on('presence', (message: { subject: string; id: number; people: Person[] }) => {
    expect([message.subject, message.id]).toEqual([subject, id]);
    heard.push({ people: message.people, at: performance.now() });
  });
  await new Promise<void>((connected, failed) => {
    socket.once('connect', connected);
    socket.once('connect_error', failed);
  });
  let timer: NodeJS.Timeout | undefined;
  const watcher: Watcher = {
    adminId,
    socket,
    heard,
    report: (writing) => void socket.emit('presence', { subject, id, writing }),
    stay(writing = false) {
      clearInterval(timer);
      watcher.report(writing);
      timer = setInterval(() => watcher.report(writing), 1000);
    },
    fallSilent: () => clearInterval(timer),
    close() {
      clearInterval(timer);
      socket.disconnect();
    },
  };
  opened.push(watcher);
  return watcher;
}

async function watch(
  at: TestServer,
  draft: AdminDraft = { permissions, neighborhoodIds: [1] },
): Promise<Watcher> {
  const { id } = await server.createAdmin(draft);
  const { token } = await server.services.sessions.open(id, { address: '127.0.0.1', userAgent: 'test' });
  return socketOf(at, token, id);
}

const people = ({ heard }: Watcher) =>
  (heard.at(-1)?.people ?? []).map(({ id, writing }) => (writing ? `${id} writes` : `${id}`));
const sees = (watcher: Watcher, expected: readonly string[]) =>
  vi.waitFor(() => expect(people(watcher)).toEqual(expected), waiting);

test('users who have an application open see each other, on both nodes, and who is writing', async () => {
  const one = await watch(server);
  const other = await watch(node);
  one.stay();
  other.stay();
  await sees(one, [`${other.adminId}`]);
  await sees(other, [`${one.adminId}`]);
  one.stay(true);
  await sees(other, [`${one.adminId} writes`]);
  one.stay(false);
  await sees(other, [`${one.adminId}`]);
  one.fallSilent();
  one.socket.emit('presence', null);
  await sees(other, []);
});

test('detects a closed laptop and a lost connection', async () => {
  const [stays, silent, cut] = [await watch(server), await watch(node), await watch(server)];
  for (const watcher of [stays, silent, cut]) watcher.stay();
  await sees(stays, [`${silent.adminId}`, `${cut.adminId}`]);
  silent.fallSilent();
  await sees(stays, [`${cut.adminId}`]);
  cut.close();
  await sees(stays, []);
  expect(silent.socket.connected).toBe(true);
});

test('is hidden from users who may not open the application, and ends with the right', async () => {
  const inside = await watch(server);
  const elsewhere = await watch(node, { permissions, neighborhoodIds: [2] });
  const guest = await watch(server, { neighborhoodIds: [1] });
  const leaving = await watch(node);
  for (const watcher of [inside, elsewhere, guest, leaving]) watcher.stay();
  await sees(inside, [`${leaving.adminId}`]);
  await sees(leaving, [`${inside.adminId}`]);
  const chief = await server.signIn({ role: 'super_admin' });
  const { rows } = await sql<{ login: string; role_id: number }>`
    select login, role_id::int from admins where id = ${leaving.adminId}`.execute(server.database);
  const names = { first_name: 'Ali', last_name: 'Valiyev', phone: '998901234567' };
  const moved = { ...rows[0], ...names, neighborhoods: [2] };
  const { body, status } = await chief.put(`admins/${leaving.adminId}`, moved);
  expect(status, JSON.stringify(body)).toBe(200);
  // It still reports that the application is open.
  await sees(inside, []);
  const before = leaving.heard.length;
  inside.stay(true);
  const other = await watch(server);
  other.stay();
  await sees(other, [`${inside.adminId} writes`]);
  expect(leaving.heard).toHaveLength(before);
  expect([elsewhere.heard, guest.heard]).toEqual([[], []]);
});

test.each([
  'x',
  42,
  [],
  { subject, id: 'x', writing: true },
  { subject: 'applications', id: 1, writing: false },
  { subject: 'applications.__proto__', id: 1, writing: false },
  { subject: 'nobody.nothing', id: 1, writing: false },
  { subject, id: 1e300, writing: false },
])('ignores an invalid message: %j', async (message) => {
  const one = await watch(server);
  const other = await watch(server);
  one.socket.emit('presence', message);
  one.stay();
  other.stay();
  await sees(other, [`${one.adminId}`]);
});

test('none of a thousand sockets gets more than one message a second, regardless of the amount of writing', async () => {
  const admins = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const { id } = await server.createAdmin({ permissions, neighborhoodIds: [1] });
      const { token } = await server.services.sessions.open(id, {
        address: '127.0.0.1',
        userAgent: 'test',
      });
      return { id, token };
    }),
  );
  const watchers: Watcher[] = [];
  for (let made = 0; made < 1000; made += 50) {
    const some = Array.from({ length: 50 }, (_, index) => {
      const { id, token } = admins[(made + index) % admins.length] ?? { id: 0, token: '' };
      return socketOf(index % 2 === 0 ? server : node, token, id);
    });
    watchers.push(...(await Promise.all(some)));
  }
  const start = performance.now();
  // In each round the other half writes: everyone would receive each change.
  const sayAll = (round: number) => {
    for (const watcher of watchers) watcher.report((watcher.adminId + round) % 2 === 0);
  };
  for (let round = 0; round < 20; round++) {
    sayAll(round);
    await new Promise((next) => setTimeout(next, 400));
  }
  let later = 0;
  await vi.waitFor(
    () => {
      sayAll(later++);
      for (const { heard } of watchers) {
        expect(heard.length).toBeGreaterThan(2);
        expect(heard.some(({ people: all }) => all.length === admins.length - 1)).toBe(true);
      }
    },
    { timeout: 120_000, interval: 500 },
  );
  const max = Math.max(...watchers.map(({ heard }) => heard.length));
  const seconds = (performance.now() - start) / 1000;
  expect(max).toBeLessThanOrEqual(Math.floor(seconds) + 1);
}, 300_000);
