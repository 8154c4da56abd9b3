import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createAdmin, type AdminDraft } from '#kernel/testing/admins.ts';
import { createApi, type ApiClient } from '#kernel/testing/api.ts';
import { withLocalhost } from '#kernel/testing/command.ts';
import { createTestDatabase, type TestDatabase } from '#kernel/testing/database.ts';
import { openSession } from '#kernel/identity/server/session/session-store.ts';
import { openDatabase, type OpenDatabase } from '#kernel/server/database/pool/pool.ts';
import type { Admin } from '#plugins/admins/contract.ts';
import type { Application } from '#plugins/applications/contract.ts';
import { bodyOf } from '../support/staff.ts';
import { byLength, testTimeoutMs } from '../support/test-length.ts';
import { startBalancer, type Balancer } from '../support/balancer.ts';
import { openListFollower, type ListFollower } from '../support/list-follower.ts';
import { startNode, type NodeProcess } from '../support/node-process.ts';
import { startWriter } from '../support/writer.ts';

const applications = byLength(160, 30_000);
const kills = byLength(2, 20);
const writers = 6;
const neighborhoods = [1, 2, 3, 4];
const metricsToken = 'figures of the nodes';
const receiver = ['application_receiver'];

let owned: TestDatabase;
let opened: OpenDatabase;
let nodes: NodeProcess[] = [];
let balancer: Balancer;

beforeAll(async () => {
  owned = await createTestDatabase();
  opened = openDatabase({ connectionString: owned.url });
  await sql`
    insert into neighborhoods (name_uz, name_ru, coords, color)
    select 'Mahalla ' || i, 'Махалля ' || i, '[[41,60],[41,61],[42,61]]', '#0b7480'
    from generate_series(1, ${neighborhoods.length}::int) as i`.execute(opened.database);
  nodes = await Promise.all([1, 2].map(startClusterNode));
  balancer = await startBalancer(() => nodes.map(({ port }) => port));
}, 240_000);

afterAll(async () => {
  await balancer?.close();
  await Promise.all(nodes.map((node) => node.kill()));
  await opened?.close();
  await owned?.drop();
}, 60_000);

/** Polls the readiness of each node like a proxy; `ready` has the ports of those that are ready. */
function watchHealth(of: () => readonly NodeProcess[]): { readonly ready: number[]; stop(): void } {
  let ready: number[] = [];
  const timer = setInterval(async () => {
    const responses = await Promise.all(
      of().map(async ({ url, port }) => {
        const isReady = await fetch(`${url}/health/ready`).then(
          ({ ok }) => ok,
          () => false,
        );
        return isReady ? [port] : [];
      }),
    );
    ready = responses.flat();
  }, 100);
  return {
    get ready() {
      return ready;
    },
    stop: () => clearInterval(timer),
  };
}

/** Reads the list in a loop, and counts the statuses. */
function startReader(api: ApiClient): { stop(): Promise<ReadonlyMap<number, number>> } {
  const responses = new Map<number, number>();
  const end = new AbortController();
  const done = (async () => {
    while (!end.signal.aborted) {
      const { status } = await api.get('applications').catch(() => ({ status: 0 }));
      responses.set(status, (responses.get(status) ?? 0) + 1);
      await sleep(20);
    }
  })();
  return {
    async stop() {
      end.abort();
      await done;
      return responses;
    },
  };
}

/** Starts a node that reports its shutdown for two seconds before it stops. */
function startClusterNode(): Promise<NodeProcess> {
  return startNode({
    DATABASE_URL: withLocalhost(owned.url),
    KOMAK_METRICS_TOKEN: metricsToken,
    KOMAK_SHUTDOWN_TIMEOUT: '2',
  });
}

async function signIn(
  draft: AdminDraft,
  url = balancer.url,
): Promise<{ id: number; api: ApiClient; reach: readonly number[] }> {
  const { id } = await createAdmin(opened.database, draft);
  const session = await openSession(opened.database, id, { address: '127.0.0.1', userAgent: 'test' });
  const reach = draft.role === 'super_admin' ? neighborhoods : (draft.neighborhoodIds ?? []);
  return { id, api: createApi(url, { token: session?.token }), reach };
}

async function createApplication(writer: ApiClient, neighborhoodId: number): Promise<number> {
  const form = {
    neighborhood_id: neighborhoodId,
    employment_status: 'unemployed',
    salary: 'Tikuvchilik',
    planned_assistance: 'Tomni taʼmirlash',
  };
  // A node may be unavailable; with the same key, several attempts create one application.
  const idempotencyKey = crypto.randomUUID();
  for (;;) {
    const response = await writer
      .upload<Application>('applications', form, [], { idempotencyKey })
      .catch(() => ({ status: 0, body: null }));
    if (response.status === 201 && response.body) return response.body.id;
    if (response.status !== 0 && response.status !== 503) throw new Error(JSON.stringify(response.body));
    await sleep(50);
  }
}

/**
 * Creates applications concurrently, in alternating neighbourhoods, and returns the neighbourhood of each id;
 * `each` receives the number so far.
 */
async function createApplications(
  writer: ApiClient,
  count: number,
  each: (created: number) => Promise<void> | void = () => undefined,
): Promise<Map<number, number>> {
  const created = new Map<number, number>();
  let next = 0;
  await Promise.all(
    Array.from({ length: writers }, async () => {
      while (next < count) {
        const neighborhoodId = neighborhoods[next++ % neighborhoods.length] ?? 1;
        created.set(await createApplication(writer, neighborhoodId), neighborhoodId);
        await each(created.size);
      }
    }),
  );
  return created;
}

/** The notification connections of all nodes. */
const listenerConnections = sql`
  from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
    and (query ilike 'listen "%' or query = 'SELECT 1')`;

/** Closes the notification connections of all nodes at once, when each has one. */
async function cutListeners(): Promise<number> {
  await vi.waitFor(async () => {
    const { rows } = await sql`select pid ${listenerConnections}`.execute(opened.database);
    expect(rows.length).toBe(nodes.length);
  }, 30_000);
  const { rows } = await sql<{
    cut: boolean;
  }>`select pg_terminate_backend(pid) as cut ${listenerConnections}`.execute(opened.database);
  return rows.filter(({ cut }) => cut).length;
}

/** The number of sockets of each node. */
function socketsOfNodes(): Promise<number[]> {
  return Promise.all(
    nodes.map(async ({ url }) => {
      const response = await fetch(`${url}/metrics`, {
        headers: { authorization: `Bearer ${metricsToken}` },
      });
      return Number(/^komak_sockets (\d+)$/m.exec(await response.text())?.[1]);
    }),
  );
}

function reached(created: ReadonlyMap<number, number>, reach: readonly number[]): number[] {
  return [...created]
    .filter(([, neighborhoodId]) => reach.includes(neighborhoodId))
    .map(([id]) => id)
    .toSorted((one, other) => one - other);
}

const sorted = (ids: Iterable<number>) => [...ids].toSorted((one, other) => one - other);

async function untilExact(follower: ListFollower, expected: readonly number[]): Promise<void> {
  await vi.waitFor(
    async () => {
      await follower.settle();
      expect(sorted(follower.known)).toEqual(expected);
    },
    { timeout: 60_000, interval: 250 },
  );
}

test(
  'each screen shows exactly the records of its rights, even if the nodes repeatedly lose each other',
  async () => {
    const writer = await signIn({ role: 'super_admin', permissions: receiver });
    const staff: AdminDraft[] = [
      { role: 'super_admin', permissions: receiver },
      { role: 'super_admin' },
      { permissions: receiver, neighborhoodIds: [1, 2] },
      { permissions: receiver, neighborhoodIds: [2, 3] },
      { permissions: receiver, neighborhoodIds: [4] },
      { neighborhoodIds: [1, 2, 3, 4] },
    ];
    // Two of each kind; the balancer distributes them over both nodes.
    const users = await Promise.all([...staff, ...staff].map((draft) => signIn(draft)));
    const followers = await Promise.all(users.map(({ api }) => openListFollower(balancer.url, api)));
    expect(Math.min(...(await socketsOfNodes()))).toBeGreaterThanOrEqual(staff.length / 2);
    const every = Math.floor(applications / (kills + 1));
    let disconnected = 0;
    const created = await createApplications(writer.api, applications, async (count) => {
      if (count % every === 0 && count / every <= kills) disconnected += await cutListeners();
    });
    expect(created.size).toBe(applications);
    expect(disconnected).toBe(nodes.length * kills);

    for (const [index, follower] of followers.entries()) {
      const isReceiver = (staff[index % staff.length]?.permissions ?? []).includes('application_receiver');
      await untilExact(follower, isReceiver ? reached(created, users[index]?.reach ?? []) : []);
      expect(Math.max(0, ...follower.received.values())).toBeLessThanOrEqual(1);
    }
    const readCount = followers.reduce((sum, follower) => sum + follower.readCount, 0);
    const received = followers.reduce((sum, follower) => sum + follower.received.size, 0);
    const known = followers.reduce((sum, follower) => sum + follower.known.size, 0);
    process.stdout.write(
      `  ${applications} applications, ${disconnected} listeners cut, ${known} rows in ${followers.length} lists: ` +
        `${received} by events, ${known - received} by ${readCount} reads\n`,
    );
    // Most arrive as events; a slow machine may miss more of them while it reconnects.
    expect(received).toBeGreaterThan(known * byLength(0.1, 0.5));
    for (const follower of followers) follower.stop();
  },
  testTimeoutMs,
);

test(
  'an admin who loses a neighbourhood on one node gets no events of it from the other, also while that one is disconnected',
  async () => {
    const chief = await signIn({ role: 'super_admin', permissions: receiver }, nodes[0]?.url);
    const removedAdmin = await signIn({ permissions: receiver, neighborhoodIds: [1] }, nodes[1]?.url);
    const follower = await openListFollower(nodes[1]?.url ?? '', removedAdmin.api);
    const before = await createApplication(chief.api, 1);
    await vi.waitFor(() => expect(follower.known).toContain(before), 30_000);

    const { body } = await chief.api.get<{ items: Admin[] }>('admins?limit=100');
    const admin = body.items.find(({ id }) => id === removedAdmin.id);
    if (!admin) throw new Error('the list lacks an admin');
    await cutListeners();
    expect(
      (await chief.api.put(`admins/${removedAdmin.id}`, bodyOf(admin, { neighborhoods: [2] }))).status,
    ).toBe(200);
    const after = await createApplications(chief.api, 40);
    await vi.waitFor(() => expect(follower.ended).toBe(true), 30_000);
    expect(sorted(follower.received.keys()).filter((id) => after.has(id))).toEqual([]);
    expect((await removedAdmin.api.get('applications')).status).toBe(401);
  },
  testTimeoutMs,
);

test(
  'replacing nodes one after another, as an upgrade does, fails no request',
  async () => {
    const chief = await signIn({ role: 'super_admin', permissions: receiver });
    const token = chief.api.token ?? '';
    const health = watchHealth(() => nodes);
    const front = await startBalancer(() => health.ready);
    try {
      await vi.waitFor(() => expect(health.ready.length).toBe(2), 30_000);
      const follower = await openListFollower(front.url, createApi(front.url, { token }));
      const all = [1, 2, 3, 4].map((name) =>
        startWriter(() => front.url, { name: `replaced-${name}`, token, pause: 150 }),
      );
      // Reuses its connection, as a browser does.
      const reader = startReader(createApi(front.url, { token }));
      for (const [index, old] of nodes.entries()) {
        expect(await old.stop()).toBe(0);
        const fresh = await startClusterNode();
        nodes[index] = fresh;
        await vi.waitFor(() => expect(health.ready).toContain(fresh.port), 30_000);
      }
      const read = await reader.stop();
      await Promise.all(all.map((one) => one.stop()));
      expect(new Set(all.flatMap(({ outcomes }) => [...outcomes.keys()]))).toEqual(new Set([201]));
      expect([...read.keys()]).toEqual([200]);
      const created = all.flatMap(({ confirmed }) => [...confirmed.values()]);
      process.stdout.write(`  meanwhile ${created.length} created, ${read.get(200)} lists read\n`);
      await vi.waitFor(
        () => expect(sorted(follower.known)).toEqual(expect.arrayContaining(sorted(created))),
        30_000,
      );
      expect(Math.max(...follower.received.values())).toBe(1);
      follower.stop();
    } finally {
      health.stop();
      await front.close();
    }
  },
  byLength(240_000, testTimeoutMs),
);

test(
  'screens of a killed node continue on the other, and receive pending events',
  async () => {
    const writer = await signIn({ role: 'super_admin', permissions: receiver });
    const users = await Promise.all(
      [1, 2, 3, 4].map((neighborhoodId) =>
        signIn({ permissions: receiver, neighborhoodIds: [neighborhoodId] }),
      ),
    );
    const followers = await Promise.all(users.map(({ api }) => openListFollower(balancer.url, api)));
    const count = byLength(80, 1000);
    const created = await createApplications(writer.api, count, async (done) => {
      if (done === Math.floor(count / 2)) await nodes[1]?.kill();
    });
    const { rows } = await sql<{ id: number; place: number }>`
      select id, neighborhood_id as place from applications`.execute(opened.database);
    const all = new Map(rows.map(({ id, place }) => [id, place]));
    for (const id of created.keys()) expect(all.has(id)).toBe(true);
    for (const [index, follower] of followers.entries()) {
      await untilExact(follower, reached(all, users[index]?.reach ?? []));
      expect(Math.max(0, ...follower.received.values())).toBeLessThanOrEqual(1);
      follower.stop();
    }
  },
  testTimeoutMs,
);
