/**
 * Kills the node that erases a citizen: before the commit, between the commit and the record outside the
 * database, and between the record and the deletion of files. The next start continues, and a restore in
 * between brings nobody back.
 */
import { access, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { bytesOfFile } from '#kernel/server/backup/backup-bytes.ts';
import { restoreBackup } from '#kernel/server/backup/restore-backup.ts';
import { writeBackup } from '#kernel/server/backup/write-backup.ts';
import { kernelMigrations } from '#kernel/app/server/boot/start-database.ts';
import { type DatabasePool, openDatabase } from '#kernel/server/database/pool/pool.ts';
import { createJournal } from '#kernel/server/erasure/journal.ts';
import { discoverPlugins, migrationsOf } from '#kernel/server/plugins/discovery/discover-plugins.ts';
import { createBlobs } from '#kernel/server/storage/blobs.ts';
import { createFolderStore } from '#kernel/server/storage/folder-store.ts';
import { withLocalhost } from '#kernel/testing/command.ts';
import { createTestDatabase, type TestDatabase } from '#kernel/testing/database.ts';
import { testServer, type TestServer } from '#kernel/testing/server.ts';
import { startNode, type NodeProcess } from '../../support/node-process.ts';
import { buildOffice, traces, reasons, type Office } from './office.ts';
import { filesBelow, tracesInFiles, tracesInTables } from './scan.ts';
import { openIntakeEndpoints, type IntakeEndpoints } from './intake.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

let server: TestServer;
let office: Office;
let endpoints: IntakeEndpoints;
let folder: string;
let target: TestDatabase;
let node: NodeProcess | null = null;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'komak-erasure-kill-'));
  endpoints = await openIntakeEndpoints();
  server = await testServer(endpoints.options);
  office = await buildOffice(server, endpoints);
  target = await createTestDatabase({ empty: true });
  // Another node does it, which can be killed.
  await server.services.jobs.stop('retention.erase');
  await server.services.jobs.stop('kernel.erasures');
  await writeBackup(backup('before'), null, { pool: server.services.pool, blobs: blobsIn(server.data), report: () => {} }); // prettier-ignore
});
afterAll(async () => {
  await node?.kill();
  await server?.close();
  endpoints?.close();
  await target?.drop();
  await rm(folder, { recursive: true, force: true });
});

const backup = (name: string) => join(folder, `${name}.backup`);
const storeIn = (data: string) => createFolderStore(join(data, 'files'));
const blobsIn = (data: string) => createBlobs(join(data, 'files'), storeIn(data));
const start = async () => {
  node = await startNode({ DATABASE_URL: withLocalhost(server.databaseUrl), KOMAK_DATA: server.data, KOMAK_DEMO: '0', LOG_LEVEL: 'error' }); // prettier-ignore
};
async function kill(): Promise<void> {
  await node?.kill();
  node = null;
}

const bytesLeft = async () =>
  (await filesBelow(join(server.data, 'files', 'stored'))).filter((path) =>
    office.storedNames.some((name) => path.endsWith(name)),
  );
const erasures = async () =>
  (
    await sql<{ id: string; noted: boolean; blobs: number }>`
      select id, noted_at is not null as noted, cardinality(blobs) as blobs from erasures`.execute(
      server.database,
    )
  ).rows;
const states = async () =>
  (await sql<{ state: string }>`select state from retention_requests`.execute(server.database)).rows.map(
    ({ state }) => state,
  );
const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

test('a kill before the commit changes nothing', async () => {
  const { chief, confirm, citizenId } = office;
  const { body } = await chief.post<{ id: number }>(`retention/citizens/${citizenId}/requests`, { reason: reasons.reason }); // prettier-ignore
  expect((await confirm(body.id)).status).toBe(200);
  const before = await tracesInTables(server.services.pool, traces);
  expect(before.length).toBeGreaterThan(30);
  await server.database.transaction().execute(async (database) => {
    // The citizen's row is deleted last: by then applications, files and letters are deleted, but not
    // committed.
    await sql`select from users where id = ${citizenId} for share`.execute(database);
    await start();
    await expect
      .poll(async () =>
        (
          await sql<{ query: string }>`
              select query from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
            server.database,
          )
        ).rows.map(({ query }) => query.trim().slice(0, 17)),
      )
      .toEqual(['delete from users']);
    await kill();
  });
  // The killed node's transaction is rolled back with its connection.
  await server.database.transaction().execute(async (database) => {
    await sql`select from retention_requests where id = ${body.id} for update`.execute(database);
    expect(await states()).toEqual(['confirmed']);
  });
  expect(await erasures()).toEqual([]);
  // Background jobs may have written more.
  const after = new Set(await tracesInTables(server.services.pool, traces));
  expect(before.filter((line) => !after.has(line))).toEqual([]);
  const { rows } = await sql`select from applications where first_name = ''`.execute(server.database);
  expect(rows).toEqual([]);
  expect((await bytesLeft()).length).toBe(office.storedNames.length);
});

test('after a kill following the commit the next start records the erasure and removes the bytes', async () => {
  const noted = join(server.data, 'files', 'erasures');
  await server.database.transaction().execute(async (database) => {
    await sql`select from retention_requests for update`.execute(database);
    await start();
    // A file in place of the folder: nothing can be recorded, as on a full disk.
    await writeFile(noted, '');
  });
  await expect.poll(erasures).toMatchObject([{ noted: false, blobs: office.storedNames.length }]); // prettier-ignore
  await kill();
  expect(await states()).toEqual(['done']);
  expect(await tracesInTables(server.services.pool, traces)).toEqual([]);
  // Unrecorded data are not deleted, since a restore would not know about them.
  expect((await bytesLeft()).length).toBe(office.storedNames.length);
  await writeBackup(backup('half'), null, { pool: server.services.pool, blobs: blobsIn(server.data), report: () => {} }); // prettier-ignore

  await rm(noted);
  const [stuck = ''] = await bytesLeft();
  await rename(stuck, join(folder, 'stuck'));
  await mkdir(join(stuck, 'full'), { recursive: true });
  const [entry] = await erasures();
  await start();
  await expect.poll(() => exists(join(noted, `${entry?.id}.json`))).toBe(true);
  await kill();
  expect(await erasures()).toMatchObject([{ blobs: office.storedNames.length }]);
  await rm(stuck, { recursive: true });
  await rename(join(folder, 'stuck'), stuck);

  await start();
  await expect.poll(erasures).toEqual([{ id: entry?.id, noted: true, blobs: 0 }]);
  await kill();
  expect(await bytesLeft()).toEqual([]);
  expect(await tracesInFiles(server.data, traces)).toEqual([]);
  expect(await tracesInTables(server.services.pool, traces)).toEqual([]);
  const { rows } = await sql`select from audit_log where action = 'retention.erasure.done'`.execute(
    server.database,
  );
  expect(rows).toHaveLength(1);
});

test('a restore records unfinished erasures', async () => {
  const data = join(folder, 'restored');
  const store = storeIn(data);
  const journal = createJournal(store, join(data, 'files', 'incoming'));
  const migrations = [...kernelMigrations, ...migrationsOf(await discoverPlugins(join(import.meta.dirname, '../../../plugins')))]; // prettier-ignore
  const inTarget = async <Result>(work: (pool: DatabasePool) => Promise<Result>): Promise<Result> => {
    // Nobody else may use the database during the restore.
    const opened = openDatabase({ connectionString: target.url }, { max: 2 });
    try {
      return await work(opened.pool);
    } finally {
      await opened.close();
    }
  };
  const restore = (name: string) =>
    inTarget((pool) => restoreBackup({ backup: bytesOfFile(backup(name)), key: null, pool, blobs: blobsIn(data), migrations, environmentKey: null, replace: true, report: () => {}, journal })); // prettier-ignore
  // The database as the killed node left it, then replaced by an older one.
  await restore('half');
  expect(await inTarget((pool) => tracesInTables(pool, traces))).toEqual([]);
  expect(await journal.read()).toEqual([]);
  await restore('before');
  expect((await inTarget((pool) => tracesInTables(pool, traces))).length).toBeGreaterThan(30);
  expect(await journal.read()).toHaveLength(1);
  const second = await testServer({ databaseUrl: target.url, data });
  try {
    expect(await tracesInTables(second.services.pool, traces)).toEqual([]);
    await expect
      .poll(async () => (await sql`select from erasures where blobs <> '{}'`.execute(second.database)).rows)
      .toEqual([]);
    expect(await tracesInFiles(data, traces)).toEqual([]);
  } finally {
    await second.close();
  }
});
