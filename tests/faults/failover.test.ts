import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openSession } from '#kernel/identity/server/session/session-store.ts';
import { verifyAudit } from '#kernel/server/audit/verify-audit.ts';
import { openVault } from '#kernel/server/installation/vault.ts';
import { codedDatabaseError } from '#kernel/server/database/pool/errors.ts';
import { openDatabase } from '#kernel/server/database/pool/pool.ts';
import { createAdmin } from '#kernel/testing/admins.ts';
import { createApi } from '#kernel/testing/api.ts';
import { expectConfirmedOnce } from '../support/confirmed-once.ts';
import { openListFollower } from '../support/list-follower.ts';
import { startNode, type NodeProcess } from '../support/node-process.ts';
import {
  createPostgresGroup,
  startSynchronousStandby,
  type PostgresGroup,
  type PostgresProcess,
} from '../support/postgres-process.ts';
import { byLength, isFullLength } from '../support/test-length.ts';
import { startWriter } from '../support/writer.ts';

const failovers = byLength(1, 10);
const writerCount = 6;
/**
 * The maximum seconds from the loss of the primary until a write succeeds; the promotion is requested after
 * `promoteAfterMs`.
 */
const maxSeconds = 10;
/** The assumed time until a tool such as Patroni detects the loss of the primary, in milliseconds. */
const promoteAfterMs = 1000;

let group: PostgresGroup;
let primary: PostgresProcess;
let standby: PostgresProcess;
/** The last killed primary. */
let former: PostgresProcess;
let nodes: NodeProcess[];
let token = '';

beforeAll(async () => {
  group = await createPostgresGroup();
  primary = await group.create(['wal_level = replica', 'max_wal_senders = 10', 'synchronous_commit = on']);
  await primary.start();
  await primary.query('create database komak', 'postgres');
  standby = await startSynchronousStandby(primary);
  nodes = [await startNode({ DATABASE_URL: urlOf(), LOG_LEVEL: 'silent' })];
  nodes.push(await startNode({ DATABASE_URL: urlOf(), LOG_LEVEL: 'silent' }));
  const opened = openDatabase({ connectionString: urlOf() });
  await opened.pool.query(
    `insert into neighborhoods (name_uz, name_ru, coords, color) values ('Bogʻ', 'Сад', '[[41,60],[41,61],[42,61]]', '#0b7480')`,
  );
  const { id } = await createAdmin(opened.database, {
    role: 'super_admin',
    permissions: ['application_receiver'],
  });
  token = (await openSession(opened.database, id, { address: '127.0.0.1', userAgent: 'test' }))?.token ?? '';
  await opened.close();
}, 240_000);
afterAll(async () => {
  await Promise.all((nodes ?? []).map((node) => node.stop()));
  await group?.remove();
}, 60_000);

/** Both hosts, the standby first: the order must not matter. */
function urlOf(): string {
  return primary.url().replace(/@[^/]+/, `@127.0.0.1:${standby.port},127.0.0.1:${primary.port}`);
}

/** Seconds until both nodes have completed a write that started after this call. */
async function secondsUntilWritten(name: string): Promise<number> {
  const began = performance.now();
  const probes = nodes.map((node, index) => startWriter(() => node.url, { name: `${name}-${index}`, token }));
  await vi.waitFor(
    () => expect(Math.min(...probes.map(({ confirmed }) => confirmed.size))).toBeGreaterThan(0),
    {
      timeout: 60_000,
      interval: 20,
    },
  );
  const seconds = (performance.now() - began) / 1000;
  await Promise.all(probes.map((probe) => probe.stop()));
  return seconds;
}

test(
  'a primary that is killed under load loses no confirmed write, and writes continue at the standby',
  async () => {
    const writers = Array.from({ length: writerCount }, (_, index) =>
      startWriter(() => nodes[index % 2]?.url ?? '', { name: `load-${index}`, token }),
    );
    const follower = await openListFollower(nodes[1]?.url ?? '', createApi(nodes[1]?.url ?? '', { token }));
    const times: number[] = [];
    for (let round = 1; round <= failovers; round++) {
      await sleep(byLength(1000, 3000));
      await primary.kill();
      const until = secondsUntilWritten(`after-${round}`);
      await sleep(promoteAfterMs);
      // The new primary has no standby to wait for.
      await standby.query('alter system reset synchronous_standby_names', 'postgres');
      await standby.query('select pg_promote()', 'postgres');
      times.push(await until);
      former = primary;
      primary = standby;
      if (round === failovers) break;
      // A node knows only the addresses with which it was started, and the next standby has another port.
      standby = await startSynchronousStandby(primary);
      for (const [index, node] of nodes.entries()) {
        nodes[index] = await startNode({ DATABASE_URL: urlOf(), LOG_LEVEL: 'silent' });
        await node.stop();
      }
    }
    const before = follower.received.size;
    if (failovers === 1) {
      await vi.waitFor(() => expect(follower.received.size).toBeGreaterThan(before + 5), { timeout: 30_000 });
    }
    await Promise.all(writers.map((writer) => writer.stop()));
    follower.stop();
    const opened = openDatabase({ connectionString: primary.url() });
    await expectConfirmedOnce(opened.pool, writers);
    const confirmedCount = writers.reduce((sum, { confirmed }) => sum + confirmed.size, 0);
    await vi.waitFor(
      async () =>
        expect(await verifyAudit(opened.pool, await openVault(opened.pool, null))).toMatchObject({
          problem: null,
        }),
      { timeout: 30_000 },
    );
    await opened.close();
    const sorted = times.toSorted((one, other) => one - other);
    process.stdout.write(
      `  ${failovers} failovers, ${confirmedCount} applications confirmed, none lost; writes continued after ${sorted[Math.floor((sorted.length - 1) / 2)]?.toFixed(1)} s median, ${sorted.at(-1)?.toFixed(1)} s at most (the promotion was requested after ${promoteAfterMs / 1000} s)\n`,
    );
    if (isFullLength) expect(sorted.at(-1)).toBeLessThan(maxSeconds);
  },
  byLength(240_000, 1_800_000),
);

test('a former primary that returns and accepts writes gets none', async () => {
  await former.start();
  const isWritable = `select pg_is_in_recovery() as waits`;
  expect(await former.query(isWritable)).toEqual([{ waits: false }]);
  const url = primary.url().replace(/@[^/]+/, `@127.0.0.1:${former.port},127.0.0.1:${primary.port}`);
  for (let round = 0; round < 3; round++) {
    const opened = openDatabase({ connectionString: url });
    const { rows } = await opened.pool.query<{ port: number }>('select inet_server_port() as port');
    expect(rows).toEqual([{ port: primary.port }]);
    const direct = opened.pool.createDirectClient();
    await direct.connect();
    expect((await direct.query('select inet_server_port() as port')).rows).toEqual(rows);
    await direct.end();
    await opened.close();
  }
  await former.kill();
}, 60_000);

test('a host that rejects writes is avoided, calls get a retry delay, and continue when it accepts them', async () => {
  const url = primary.url().replace(/@[^/]+/, `@127.0.0.1:${former.port},127.0.0.1:${primary.port}`);
  const opened = openDatabase({ connectionString: url }, { max: 2 });
  const write = () => opened.pool.query(`create table if not exists failover_probe (id int)`);
  await write();
  const switchTo = async (value: string) => {
    await primary.query(`alter system set default_transaction_read_only = ${value}`, 'postgres');
    await primary.query('select pg_reload_conf()', 'postgres');
  };
  await switchTo('on');
  const rejection = await vi.waitFor(async () => {
    const error: unknown = await write().then(
      () => null,
      (rejected: unknown) => rejected,
    );
    expect(error).not.toBeNull();
    return error;
  });
  expect(codedDatabaseError(rejection)).toMatchObject({ code: 'unavailable' });
  await vi.waitFor(async () => {
    const error: unknown = await write().catch((rejected: unknown) => rejected);
    expect(error).toMatchObject({ code: '57P03', message: expect.stringContaining('accepts writes') });
  });
  await switchTo('off');
  await vi.waitFor(write, { timeout: 10_000 });
  await opened.close();
}, 60_000);
