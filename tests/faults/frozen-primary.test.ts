import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openDatabase, type OpenDatabase } from '#kernel/server/database/pool/pool.ts';
import {
  createPostgresGroup,
  startSynchronousStandby,
  type PostgresGroup,
  type PostgresProcess,
} from '../support/postgres-process.ts';
import { isFullLength } from '../support/test-length.ts';

// A hanging machine neither closes connections nor refuses new ones, unlike a stopped one (failover.test.ts).

let group: PostgresGroup;
let primary: PostgresProcess;
let standby: PostgresProcess;
let opened: OpenDatabase;

beforeAll(async () => {
  group = await createPostgresGroup();
  primary = await group.create(['wal_level = replica', 'max_wal_senders = 10', 'synchronous_commit = on']);
  await primary.start();
  await primary.query('create database komak', 'postgres');
  await primary.query('create table written (id int primary key)');
  standby = await startSynchronousStandby(primary);
  opened = openDatabase({
    connectionString: primary.url().replace(/@[^/]+/, `@127.0.0.1:${primary.port},127.0.0.1:${standby.port}`),
  });
}, 120_000);
afterAll(async () => {
  primary?.thaw();
  await opened?.close();
  await group?.remove();
}, 60_000);

/** The port of the host that confirmed each written id. */
const confirmed = new Map<number, number>();

/** Writes sequentially until it is stopped; a failed write is not repeated, since it may have been stored. */
function startWriting(first: number): { stop(): Promise<void> } {
  const end = new AbortController();
  const done = (async () => {
    for (let id = first; !end.signal.aborted; id += 10) {
      const result = await opened.pool
        .query<{ port: number }>('insert into written values ($1) returning inet_server_port() as port', [id])
        .catch(() => null);
      const port = result?.rows[0]?.port;
      if (port === undefined) await sleep(30);
      else confirmed.set(id, port);
    }
  })();
  return {
    async stop() {
      end.abort();
      await done;
    },
  };
}

test('a primary that hangs under load is replaced by its standby, and no confirmed write is lost', async () => {
  const writers = [1, 2, 3].map(startWriting);
  await vi.waitFor(() => expect(confirmed.size).toBeGreaterThan(30), { timeout: 30_000 });
  primary.freeze();
  const began = performance.now();
  await sleep(1000);
  await standby.query('select pg_promote()', 'postgres');
  await vi.waitFor(() => expect([...confirmed.values()]).toContain(standby.port), {
    timeout: 60_000,
    interval: 20,
  });
  const seconds = (performance.now() - began) / 1000;

  // The previous primary continues, and receives nothing.
  primary.thaw();
  const before = [...confirmed.values()].filter((port) => port === primary.port).length;
  await sleep(1000);
  await Promise.all(writers.map((writer) => writer.stop()));
  expect([...confirmed.values()].filter((port) => port === primary.port)).toHaveLength(before);
  const there = new Set((await standby.query<{ id: number }>('select id from written')).map(({ id }) => id));
  expect(
    [...confirmed.keys()].filter((id) => !there.has(id)),
    'confirmed, but not stored',
  ).toEqual([]);
  process.stdout.write(
    `  ${confirmed.size} writes confirmed, none lost; they continued ${seconds.toFixed(1)} s after the primary hung\n`,
  );
  if (isFullLength) expect(seconds).toBeLessThan(10);
}, 180_000);
