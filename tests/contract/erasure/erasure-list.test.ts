/** The erasures that browsers receive if a person was erased during an upgrade, or before a restore. */
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bytesOfFile } from '#kernel/server/backup/backup-bytes.ts';
import { restoreBackup } from '#kernel/server/backup/restore-backup.ts';
import { writeBackup } from '#kernel/server/backup/write-backup.ts';
import { kernelMigrations } from '#kernel/app/server/boot/start-database.ts';
import { migrate } from '#kernel/server/database/migrations/migrate.ts';
import { type DatabasePool, openDatabase } from '#kernel/server/database/pool/pool.ts';
import { discoverPlugins, migrationsOf } from '#kernel/server/plugins/discovery/discover-plugins.ts';
import { createBlobs } from '#kernel/server/storage/blobs.ts';
import { createFolderStore } from '#kernel/server/storage/folder-store.ts';
import { createTestDatabase } from '#kernel/testing/database.ts';
import { testServer, type TestServer } from '#kernel/testing/server.ts';
import type { ErasedSince } from '#plugins/retention/contract.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'komak-erasures-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Records an erasure, like any version of the kernel. */
const erasureOf = (user: number) =>
  `insert into erasures (id, subjects, digests, counts, blobs)
   values ('${randomUUID()}', '{"user": [${user}]}', '{}', '{}', '{}')`;

test('an upgrade lists erasures from before it, during it and by the version before', async () => {
  const testDatabase = await createTestDatabase({ empty: true });
  const opened = openDatabase({ connectionString: testDatabase.url }, { max: 3 });
  const migrations = new URL('../../../kernel/server/erasure/migrations/', import.meta.url);
  const before = join(folder, '001-erasures.sql');
  await copyFile(new URL('001-erasures.sql', migrations), before);
  const old = await opened.pool.connect();
  try {
    const plugin = 'kernel.erasures';
    await migrate(opened.pool, [{ plugin, folder: pathToFileURL(`${folder}/`) }]);
    await old.query(erasureOf(1));
    await old.query(`begin; ${erasureOf(2)}`);
    const migrated = migrate(opened.pool, [{ plugin, folder: migrations }]);
    const waiting = async () =>
      (
        await opened.pool.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
      ).rows.length;
    await expect.poll(waiting).toBe(1);
    await old.query('commit');
    expect(await migrated).toEqual([
      'kernel.erasures/002-erased-subjects.sql',
      'kernel.erasures/003-add-erased-subjects.sql',
    ]);
    await old.query(erasureOf(3));
    const { rows } = await opened.pool.query<{ id: number }>(
      `select (subjects -> 'user' ->> 0)::int as id from erased_subjects order by seq`,
    );
    expect(rows.map(({ id }) => id)).toEqual([1, 2, 3]);
  } finally {
    old.release(true);
    await opened.close();
    await testDatabase.drop();
  }
});

async function requestErasure({ signIn }: TestServer): Promise<(after: string) => Promise<ErasedSince>> {
  const browser = await signIn({ role: 'admin', permissions: [] });
  return async (after) => {
    const { status, body } = await browser.get<ErasedSince>(`retention/erased?after=${after}`);
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  };
}

async function restore(backup: string, pool: DatabasePool, data: string): Promise<void> {
  const plugins = await discoverPlugins(join(import.meta.dirname, '../../../plugins'));
  await restoreBackup({
    backup: bytesOfFile(backup),
    key: null,
    pool,
    blobs: createBlobs(join(data, 'files'), createFolderStore(join(data, 'files'))),
    migrations: [...kernelMigrations, ...migrationsOf(plugins)],
    environmentKey: null,
    replace: false,
    report: () => {},
  });
}

test('a restore keeps listed erasures, and lists those of the journal again', async () => {
  const server = await testServer();
  const target = await createTestDatabase({ empty: true });
  const opened = openDatabase({ connectionString: target.url }, { max: 2 });
  let second: TestServer | undefined;
  try {
    const backup = join(folder, 'told.backup');
    const cursors: string[] = [];
    const fetchErased = await requestErasure(server);
    for (const user of [7001, 7002, 7003]) {
      if (user === 7003) {
        const blobs = createBlobs(join(server.data, 'files'), createFolderStore(join(server.data, 'files')));
        await writeBackup(backup, null, { pool: server.services.pool, blobs, report: () => {} });
      }
      await server.services.pool.query(erasureOf(user));
      cursors.push((await fetchErased('latest')).cursor ?? '');
    }
    // Also recorded outside the database.
    await expect
      .poll(
        async () =>
          (await sql`select from erasures where noted_at is null`.execute(server.database)).rows.length,
      )
      .toBe(0);
    await restore(backup, opened.pool, server.data);
    second = await testServer({ databaseUrl: target.url, data: server.data });
    const later = await requestErasure(second);
    const [, before = '', gone = ''] = cursors;
    expect((await later(before)).users).toEqual([7003]);
    // Another record now has its id.
    expect((await later(gone)).users).toEqual([7001, 7002, 7003]);
    await second.services.pool.query(erasureOf(7004));
    expect((await later(before)).users).toEqual([7003, 7004]);
    expect((await later((await later('latest')).cursor ?? '')).users).toEqual([]);
  } finally {
    await second?.close();
    await server.close();
    await opened.close();
    await target.drop();
  }
});
