import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { retry } from '#kernel/server/concurrency/retry.ts';
import { openSession } from '#kernel/identity/server/session/session-store.ts';
import { verifyAudit } from '#kernel/server/audit/verify-audit.ts';
import { databaseUser } from '#kernel/server/database/embedded/privileges.ts';
import { openDatabase } from '#kernel/server/database/pool/pool.ts';
import { openVault } from '#kernel/server/installation/vault.ts';
import { createAdmin } from '#kernel/testing/admins.ts';
import { createApi } from '#kernel/testing/api.ts';
import { onDatabase } from '#kernel/testing/postgres.ts';
import { expectConfirmedOnce } from '../support/confirmed-once.ts';
import { openListFollower } from '../support/list-follower.ts';
import { startNode, type NodeProcess } from '../support/node-process.ts';
import {
  createPostgresGroup,
  freePort,
  type PostgresGroup,
  type PostgresProcess,
} from '../support/postgres-process.ts';
import { startWriter } from '../support/writer.ts';

// Requires Debian's package `pgbouncer`, so it runs only at full length: npm run faults -- pgbouncer
const writerCount = 8;
const writeForMs = 20_000;

let group: PostgresGroup;
let primary: PostgresProcess;
let pooler: ChildProcess;
/** The address of the database through the pooler. */
let pooled = '';
const nodes: NodeProcess[] = [];

beforeAll(async () => {
  group = await createPostgresGroup();
  primary = await group.create([]);
  await primary.start();
  await primary.query('create database komak', 'postgres');
  const port = await freePort();
  pooled = primary.url().replace(/:\d+\//, `:${port}/`);
  pooler = await startPooler(port);
}, 120_000);
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.stop()));
  if (pooler?.exitCode === null) {
    pooler.kill('SIGTERM');
    await once(pooler, 'exit');
  }
  await group?.remove();
}, 60_000);

/** Starts PgBouncer with the settings that `kernel/running/database.md` requires. */
async function startPooler(port: number): Promise<ChildProcess> {
  const folder = await group.makeFolder('pooler');
  const { username, password } = new URL(primary.url());
  const [settings, users] = [join(folder, 'pgbouncer.ini'), join(folder, 'users.txt')];
  await writeFile(users, `"${username}" "${password}"\n`);
  await writeFile(
    settings,
    `[databases]
komak = host=127.0.0.1 port=${primary.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${users}
pool_mode = transaction
default_pool_size = 40
max_client_conn = 500
ignore_startup_parameters = statement_timeout,lock_timeout,idle_in_transaction_session_timeout,options
`,
  );
  const as = databaseUser([folder]);
  for (const file of [settings, users]) await as.own(file);
  const [file, args, options] = as.command('/usr/sbin/pgbouncer', [settings]);
  const child = spawn(file, args, { ...options, stdio: 'ignore' });
  const missing = once(child, 'error').then(() => {
    throw new Error('PgBouncer is missing: apt-get install pgbouncer');
  });
  const ready = retry(() => onDatabase(pooled, (client) => client.query('select 1')), {
    delayMs: 50,
    signal: AbortSignal.timeout(20_000),
  });
  await Promise.race([ready, missing]);
  return child;
}

test('a start without the settings at the role, and one without an address past the pooler, say what to set', async () => {
  await expect(startNode({ DATABASE_URL: pooled })).rejects.toThrow(/alter role … set timezone = 'UTC'/);
  for (const setting of [
    `timezone = 'UTC'`,
    `statement_timeout = '15s'`,
    `lock_timeout = '8s'`,
    `idle_in_transaction_session_timeout = '30s'`,
  ]) {
    await primary.query(`alter role current_user set ${setting}`);
  }
  // The pooler's connections keep the settings with which they were created.
  await primary.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = 'komak' and pid <> pg_backend_pid()`,
    'postgres',
  );
  await expect(startNode({ DATABASE_URL: pooled })).rejects.toThrow(/set DATABASE_DIRECT_URL/);
}, 120_000);

test('two nodes behind it create each application once, notify of it once, and seal the audit log', async () => {
  for (let count = 0; count < 2; count++) {
    nodes.push(await startNode({ DATABASE_URL: pooled, DATABASE_DIRECT_URL: primary.url() }));
  }
  const opened = openDatabase({ connectionString: primary.url() });
  await opened.pool.query(
    `insert into neighborhoods (name_uz, name_ru, coords, color) values ('Bogʻ', 'Сад', '[[41,60],[41,61],[42,61]]', '#0b7480')`,
  );
  const { id } = await createAdmin(opened.database, {
    role: 'super_admin',
    permissions: ['application_receiver'],
  });
  const session = await openSession(opened.database, id, { address: '127.0.0.1', userAgent: 'test' });
  const token = session?.token ?? '';
  const [, second] = nodes;
  const url = second?.url ?? '';
  const follower = await openListFollower(url, createApi(url, { token }));
  const writers = Array.from({ length: writerCount }, (_, index) =>
    startWriter(() => nodes[index % 2]?.url ?? '', { name: `pooled-${index}`, token }),
  );
  await sleep(writeForMs);
  await Promise.all(writers.map((writer) => writer.stop()));
  const stored = await expectConfirmedOnce(opened.pool, writers);
  expect(stored.size).toBeGreaterThan(100);
  await vi.waitFor(() => expect(follower.received.size).toBe(stored.size), { timeout: 30_000 });
  expect(Math.max(...follower.received.values()), 'received twice').toBe(1);
  follower.stop();
  await vi.waitFor(
    async () =>
      expect(await verifyAudit(opened.pool, await openVault(opened.pool, null))).toMatchObject({
        problem: null,
      }),
    { timeout: 30_000 },
  );
  await opened.close();
  process.stdout.write(`  ${stored.size} applications confirmed and received as events, once each\n`);
}, 180_000);
