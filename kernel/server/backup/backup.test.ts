import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { snapshotOf, verifiedFiles } from '#kernel/testing/backups.ts';
import { withLocalhost, runKomak } from '#kernel/testing/command.ts';
import { createTestDatabase, type TestDatabase } from '#kernel/testing/database.ts';
import { pdf } from '#kernel/testing/samples.ts';
import { testServer, type TestServer } from '#kernel/testing/server.ts';
import { sealAudit } from '../audit/seal-audit.ts';
import { openDatabase, type DatabasePool } from '../database/pool/pool.ts';
import { createBlobs } from '../storage/blobs.ts';
import { createFolderStore } from '../storage/folder-store.ts';
import { kernelMigrations } from '#kernel/app/server/boot/start-database.ts';
import { bytesOfFile } from './backup-bytes.ts';
import { restoreBackup } from './restore-backup.ts';
import { writeBackup } from './write-backup.ts';

const key = 'sakkiz-yozuvchi-bir-nusxa';

let server: TestServer;
let target: TestDatabase;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'komak-backup-'));
  server = await testServer({ plugins: ['applications', 'households', 'admins'], demo: true });
  target = await createTestDatabase({ empty: true });
}, 120_000);
afterAll(async () => {
  await server.close();
  await target.drop();
  await rm(folder, { recursive: true, force: true });
});

const file = (name: string) => join(folder, name);
const report = () => {};
const blobsIn = (data: string) => createBlobs(join(data, 'files'), createFolderStore(join(data, 'files')));
const source = () => ({ pool: server.services.pool, blobs: blobsIn(server.data), report });

/** Runs a command on the database of `url`, with files in a folder of its own. */
const run = (args: readonly string[], { url = target.url, secret = key } = {}) =>
  runKomak(args, {
    DATABASE_URL: withLocalhost(url),
    KOMAK_DATA: url === target.url ? join(folder, 'data') : server.data,
    KOMAK_BACKUP_KEY: secret,
  });

async function inTarget<Result>(work: (pool: DatabasePool) => Promise<Result>): Promise<Result> {
  const opened = openDatabase({ connectionString: target.url }, { max: 2 });
  try {
    return await work(opened.pool);
  } finally {
    await opened.close();
  }
}

/** The number of the target's files, after checking that all have their bytes. */
const checkFiles = async (pool: pg.Pool) => (await verifiedFiles(pool, blobsIn(join(folder, 'data')))).length;

test('a backup taken during eight writers is one consistent snapshot with everything confirmed before it', async () => {
  const { rows: neighborhoods } = await server.services.pool.query<{ id: number }>(
    'select id from neighborhoods limit 8',
  );
  const confirmed: number[] = [];
  const writing = { isRunning: true };
  async function write(neighborhood: number): Promise<void> {
    const api = await server.signIn('superadmin');
    for (let round = 0; writing.isRunning; round++) {
      const fields = {
        neighborhood_id: neighborhood,
        employment_status: 'unemployed',
        salary: 'Tikuvchilik',
        planned_assistance: `Yordam ${neighborhood} ${round}`,
        first_name: 'Gulnora',
        last_name: 'Rahimova',
        phone: '998914322617',
      };
      const upload = { name: 'ariza.pdf', type: 'application/pdf', content: pdf(`${neighborhood} ${round}`) };
      const { status, body } = await api.upload<{ id: number }>('applications', fields, [upload]);
      // An overloaded machine rejects the call, so nothing was written.
      if (status === 503) continue;
      expect(status).toBe(201);
      confirmed.push(body.id);
    }
  }
  const writers = neighborhoods.map(({ id }) => write(id));
  await expect.poll(() => confirmed.length, { timeout: 60_000 }).toBeGreaterThan(16);
  const before = [...confirmed];
  await writeBackup(file('busy.backup'), null, source());
  const ended = confirmed.length;
  writing.isRunning = false;
  await Promise.all(writers);
  expect(ended).toBeGreaterThan(16);

  const restored = await run(['restore', file('busy.backup')]);
  expect(restored, restored.out).toMatchObject({ code: 0 });
  await inTarget(async (pool) => {
    const { rows } = await pool.query<{ id: number }>('select id from applications');
    const there = new Set(rows.map(({ id }) => id));
    expect(before.filter((id) => !there.has(id))).toEqual([]);
    // Related rows are complete and match their counters.
    const { rows: torn } = await pool.query(
      `
      select a.id from applications a
      where a.id = any($1::bigint[]) and (
        not exists (select from audit_log l where l.action = 'applications.create' and l.subject_id = a.id)
        or not exists (select from application_files f where f.application_id = a.id))`,
      [confirmed],
    );
    expect(torn).toEqual([]);
    expect(await checkFiles(pool)).toBeGreaterThan(before.length - 1);
  });
}, 300_000);

test('restores rows, numbers, bytes and the audit log as they were', async () => {
  // Recurring jobs would change the snapshot.
  await server.jobs.stop();
  await sealAudit(server.services.pool, server.services.vault);
  const made = await run(['backup', file('quiet.backup')], { url: server.databaseUrl });
  expect(made).toMatchObject({ code: 0, out: expect.stringContaining('is complete') });
  const before = await snapshotOf(server.services.pool);

  const bytes = await readFile(file('quiet.backup'));
  expect(bytes.subarray(0, 8).toString()).toBe('KOMAKBK1');
  expect((await stat(file('quiet.backup'))).mode & 0o777).toBe(0o600);
  expect(await run(['restore', file('quiet.backup')])).toMatchObject({
    code: 1,
    out: expect.stringContaining('The database is not empty'),
  });
  const restored = await run(['restore', file('quiet.backup'), '--replace']);
  expect(restored).toMatchObject({ code: 0, out: expect.stringContaining('audit log is unchanged') });
  await inTarget(async (pool) => {
    expect(await snapshotOf(pool)).toEqual(before);
    expect(await checkFiles(pool)).toBeGreaterThan(0);
    const { rows } = await pool.query('select count(*)::int as sessions from sessions');
    expect(rows).toEqual([{ sessions: 0 }]);
    // Triggers and foreign keys are back.
    await expect(pool.query('delete from audit_log')).rejects.toThrow(/append-only/);
    await expect(pool.query('update admins set role_id = 0')).rejects.toThrow(/foreign key/);
  });
  const again = await testServer({ plugins: ['applications', 'admins'], databaseUrl: target.url });
  const entered = await again.api().post('admins/login', { login: 'operator', password: 'komak-demo-2026' });
  expect(entered.status).toBe(200);
  expect(await run(['restore', file('quiet.backup'), '--replace'])).toMatchObject({
    code: 1,
    out: expect.stringContaining('server is running'),
  });
  await again.close();
}, 300_000);

test('gives no number again that was given out after the restored backup', async () => {
  const lastOf = (pool: pg.Pool) =>
    pool.query<{ name: string; last: number }>(
      `select sequencename::text as name, last_value as last from pg_sequences
       where sequencename in ('applications_id_seq', 'files_id_seq') order by name`,
    );
  const next = await inTarget(async (pool) => {
    await pool.query(`select setval('applications_id_seq', nextval('applications_id_seq') + 99)`);
    return (await lastOf(pool)).rows;
  });
  expect(await run(['restore', file('quiet.backup'), '--replace'])).toMatchObject({ code: 0 });
  expect((await inTarget(lastOf)).rows).toEqual(next);
  // Another installation's numbers mean nothing.
  await inTarget((pool) => pool.query(`update installation set value = 'other' where key = 'secret'`));
  expect(await run(['restore', file('quiet.backup'), '--replace'])).toMatchObject({ code: 0 });
  expect((await inTarget(lastOf)).rows).toEqual((await lastOf(server.services.pool)).rows);
});

test('rejects a backup that is damaged, truncated, of a wrong key or of another Ko‘mak before it changes anything', async () => {
  const before = await inTarget(snapshotOf);
  const restore = (name: string, secret: string | null = key) =>
    inTarget((pool) =>
      restoreBackup({
        backup: bytesOfFile(file(name)),
        key: secret,
        pool,
        blobs: blobsIn(join(folder, 'data')),
        environmentKey: null,
        migrations: kernelMigrations,
        replace: true,
        report,
      }),
    );
  const bytes = await readFile(file('quiet.backup'));
  const changed = Buffer.from(bytes);
  changed[changed.length >> 1] = (changed[changed.length >> 1] ?? 0) ^ 1;
  const plain = await readFile(file('busy.backup'));
  const damaged = {
    'cut.backup': bytes.subarray(0, bytes.length - 1000),
    'changed.backup': changed,
    'plain.backup': plain.subarray(0, plain.length - 20),
    'half.backup': plain.subarray(0, plain.length >> 1),
  };
  for (const [name, content] of Object.entries(damaged)) {
    await writeFile(file(name), content);
    await expect(restore(name), name).rejects.toThrow(/damaged or incomplete/);
  }
  await expect(restore('quiet.backup', 'another-key-another-key')).rejects.toThrow(/not that of this backup/);
  await expect(restore('quiet.backup', null)).rejects.toThrow(/is encrypted/);
  await writeFile(file('other.backup'), 'a letter');
  await expect(restore('other.backup')).rejects.toThrow(/not a backup/);
  // A complete backup, but with plugins that the restoring installation lacks.
  await expect(restore('busy.backup')).rejects.toThrow(/of a newer version, or of other plugins/);
  await expect(writeBackup(file('quiet.backup'), null, source())).rejects.toThrow(/exists already/);
  expect(await inTarget(snapshotOf)).toEqual(before);
}, 300_000);
