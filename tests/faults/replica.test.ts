import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ApiClient } from '#kernel/testing/api.ts';
import { listenAs } from '#kernel/testing/sockets.ts';
import { testServer, type TestServer } from '#kernel/testing/server.ts';
import {
  conninfo,
  createPostgresGroup,
  type PostgresGroup,
  type PostgresProcess,
} from '../support/postgres-process.ts';

let group: PostgresGroup;
let primary: PostgresProcess;
let replica: PostgresProcess;
let nodes: readonly [TestServer, TestServer];
/** One admin at each node. */
let clients: readonly [ApiClient, ApiClient];

beforeAll(async () => {
  group = await createPostgresGroup();
  primary = await group.create(['wal_level = replica', 'max_wal_senders = 10', 'synchronous_commit = on']);
  await primary.start();
  await primary.query('create database komak', 'postgres');
  replica = await primary.copy([]);
  await replica.recover('standby', [`primary_conninfo = '${conninfo(primary, 'reads')}'`]);
  await replica.start();
  const where = { databaseUrl: primary.url(), replicaUrl: replica.url(), metricsToken: 'open' };
  nodes = [await testServer(where), await testServer(where)];
  await primary.query(
    `insert into neighborhoods (name_uz, name_ru, coords, color) values ('Bogʻ', 'Сад', '[[41,60],[41,61],[42,61]]', '#0b7480')`,
  );
  const admin = { role: 'super_admin', permissions: ['application_receiver'] } as const;
  clients = [await nodes[0].signIn(admin), await nodes[1].signIn(admin)];
}, 240_000);
afterAll(async () => {
  for (const node of nodes ?? []) await node.close();
  await group?.remove();
}, 60_000);

/** Before each test, waits until the replica serves both nodes. */
beforeEach(async () => {
  await replica.query('select pg_wal_replay_resume()', 'postgres');
  await expectFromReplica();
});

/** Creates an application through a node. */
async function takeIn(client: ApiClient): Promise<number> {
  const form = {
    neighborhood_id: 1,
    employment_status: 'unemployed',
    salary: 'Tikuvchilik',
    planned_assistance: 'Tomni taʼmirlash',
  };
  const made = await client.upload<{ id: number }>('applications', form);
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return made.body.id;
}

/** The ids in a node's statistics, and their total. */
async function readStats(client: ApiClient): Promise<{ ids: number[]; total: number }> {
  const { status, body } = await client.get<{
    applications: { items: { id: number }[] };
    statuses: { total: { total: number } };
  }>('stats/application-stats');
  expect(status, JSON.stringify(body)).toBe(200);
  return { ids: body.applications.items.map(({ id }) => id), total: body.statuses.total.total };
}

/** A node's reads so far by outcome, from its metrics: `replica`, or why the primary served them instead. */
async function outcomes({ url }: TestServer): Promise<Record<string, number>> {
  const text = await (await fetch(`${url}/metrics`, { headers: { authorization: 'Bearer open' } })).text();
  const lines = text.matchAll(/^komak_replica_reads_total\{outcome="(\w+)"\} (\d+)$/gm);
  return Object.fromEntries([...lines].map(([, outcome = '', count]) => [outcome, Number(count)]));
}

/** How a read changes these counts. */
async function outcomesOf(node: TestServer, work: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await outcomes(node);
  await work();
  const after = await outcomes(node);
  return Object.fromEntries(
    Object.entries(after)
      .map(([name, count]) => [name, count - (before[name] ?? 0)] as const)
      .filter(([, count]) => count > 0),
  );
}

/** Reads through both nodes until the replica serves the reads. */
async function expectFromReplica(): Promise<void> {
  for (const index of [0, 1] as const) {
    const answered = () => outcomesOf(nodes[index], () => readStats(clients[index]));
    await expect.poll(answered).toEqual({ replica: 1 });
  }
}

test('every eligible read goes to the replica while it follows', async () => {
  const id = await takeIn(clients[0]);
  await expectFromReplica();
  expect((await readStats(clients[1])).ids).toContain(id);
  const paths = [
    'stats/application-stats',
    'stats/application-charts',
    'stats/location-counts',
    'stats/neighborhoods',
  ];
  for (const path of paths) {
    const read = async () => expect((await clients[0].get(path)).status, path).toBe(200);
    // A recent write of a job keeps the replica behind for a moment.
    await expect.poll(() => outcomesOf(nodes[0], read), { message: path }).toEqual({ replica: 1 });
  }
  // The statistics of PostgreSQL confirm it after about ten seconds: the tables were read there.
  const scans = async () =>
    (
      await replica.query<{ scans: number }>(
        `select sum(seq_scan + coalesce(idx_scan, 0))::int as scans from pg_stat_user_tables
         where relname in ('neighborhoods', 'applications')`,
      )
    )[0]?.scans;
  await expect.poll(scans).toBeGreaterThan(0);
});

test('writers and notified users read a write at any node, also while the replica is behind', async () => {
  const received = await listenAs<{ id: number }>(nodes[1], clients[1], 'application_receive');
  const before = await readStats(clients[0]);
  await replica.query('select pg_wal_replay_pause()', 'postgres');
  const id = await takeIn(clients[0]);
  await expect.poll(() => received.received.map((event) => event.id)).toEqual([id]);
  for (const index of [1, 0] as const) {
    const read = async () => {
      const { ids, total } = await readStats(clients[index]);
      expect(ids).toContain(id);
      expect(total).toBe(before.total + 1);
    };
    expect(await outcomesOf(nodes[index], read)).toEqual({ behind: 1 });
  }
  const [behind] = await replica.query<{ there: boolean }>(
    `select exists (select from applications where id = ${id}) as there`,
  );
  expect(behind?.there, 'replay did pause').toBe(false);
  received.stop();
  await replica.query('select pg_wal_replay_resume()', 'postgres');
  await expectFromReplica();
  expect((await readStats(clients[1])).ids).toContain(id);
});

test('reads continue without the replica, and return to it when it is back', async () => {
  await replica.kill();
  const id = await takeIn(clients[0]);
  const read = async () => expect((await readStats(clients[1])).ids).toContain(id);
  expect(await outcomesOf(nodes[1], read)).toEqual({ failed: 1 });
  expect(await outcomesOf(nodes[1], read), 'not queried again immediately').toEqual({ resting: 1 });
  await replica.start();
  await expectFromReplica();
  await read();
});

test('reads continue while the replica hangs', async () => {
  replica.freeze();
  try {
    const id = await takeIn(clients[0]);
    const read = async () => expect((await readStats(clients[0])).ids).toContain(id);
    expect(await outcomesOf(nodes[0], read)).toEqual({ failed: 1 });
  } finally {
    replica.thaw();
  }
});

test('a replica that was promoted is not read from', async () => {
  // Until its first checkpoint it reports the timeline that it followed.
  const [checkpointer] = await replica.query<{ pid: number }>(
    `select pid from pg_stat_activity where backend_type = 'checkpointer'`,
    'postgres',
  );
  process.kill(checkpointer?.pid ?? Number.NaN, 'SIGSTOP');
  await replica.query('select pg_promote()', 'postgres');
  expect(await outcomesOf(nodes[0], () => readStats(clients[0]))).toEqual({ behind: 1 });
  const id = await takeIn(clients[0]);
  const read = async () => expect((await readStats(clients[0])).ids).toContain(id);
  expect(await outcomesOf(nodes[0], read)).toEqual({ behind: 1 });
});
