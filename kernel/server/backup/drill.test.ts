import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { snapshotOf } from '#kernel/testing/backups.ts';
import { runKomakInProcess, withLocalhost } from '#kernel/testing/command.ts';
import { onDatabase, withDatabase } from '#kernel/testing/postgres.ts';
import { testServer, type TestServer } from '#kernel/testing/server.ts';
import { nobody, writeAudit } from '../audit/write-audit.ts';
import { sealAudit } from '../audit/seal-audit.ts';
import { kernelMigrations } from '#kernel/app/server/boot/start-database.ts';
import { discoverPlugins, migrationsOf } from '../plugins/discovery/discover-plugins.ts';
import { createBlobs } from '../storage/blobs.ts';
import { createFolderStore } from '../storage/folder-store.ts';
import { bytesOfFile } from './backup-bytes.ts';
import { runDrill, type DrillOptions, type DrillResult } from './drill.ts';
import { manifestName, type BackupManifest } from './manifest.ts';
import { readBackup } from './read-backup.ts';
import { writeTar } from './tar.ts';
import { writeBackup } from './write-backup.ts';

const key = 'sakkiz-yozuvchi-bir-nusxa';
let server: TestServer;
let folder: string;
let plain: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'komak-drill-'));
  server = await testServer({ plugins: ['applications', 'households', 'admins'], demo: true });
  await server.jobs.stop();
  for (const subjectId of [1, 2, 3]) {
    const entry = { action: 'streets.create', subjectType: 'street', subjectId };
    await writeAudit(server.database, nobody, entry);
  }
  await sealAudit(server.services.pool, server.services.vault);
  plain = join(folder, 'plain.backup');
  await writeBackup(plain, null, { pool: server.services.pool, blobs: blobs(), report: () => {} });
}, 180_000);
afterAll(async () => {
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

const blobs = () => createBlobs(join(server.data, 'files'), createFolderStore(join(server.data, 'files')));

async function drill(file: string, more: Partial<DrillOptions> = {}): Promise<DrillResult> {
  return runDrill({
    backup: bytesOfFile(file),
    key: null,
    pool: server.services.pool,
    drillUrl: null,
    blobs: blobs(),
    migrations: [
      ...kernelMigrations,
      ...migrationsOf(await discoverPlugins(join(import.meta.dirname, '../../../plugins'))),
    ],
    environmentKey: null,
    report: () => {},
    ...more,
  });
}

async function scratchDatabases(): Promise<unknown[]> {
  const { rows } = await server.services.pool.query(
    `select datname from pg_database where datname like 'komak_drill_%'`,
  );
  return rows;
}

interface Part {
  readonly name: string;
  content: Buffer;
}

/** Rewrites a backup like an attacker who knows the format, with correct checksums. */
async function forge(name: string, change: (parts: Part[]) => void): Promise<string> {
  const parts: Part[] = [];
  for await (const { name: part, content } of readBackup(bytesOfFile(plain), null)) {
    const chunks: Buffer[] = [];
    for await (const chunk of content) chunks.push(Buffer.from(chunk));
    parts.push({ name: part, content: Buffer.concat(chunks) });
  }
  change(parts);
  const last = parts.find((part) => part.name === manifestName) as Part;
  const manifest = JSON.parse(last.content.toString()) as BackupManifest;
  for (const part of manifest.parts) {
    const { content } = parts.find((one) => one.name === part.name) as Part;
    Object.assign(part, { size: content.length, sha256: createHash('sha256').update(content).digest('hex') });
  }
  last.content = Buffer.from(JSON.stringify(manifest));
  const bytes = await Readable.from(writeTar(Readable.from(parts), new Date())).toArray();
  const file = join(folder, name);
  await writeFile(file, gzipSync(Buffer.concat(bytes as Buffer[])));
  return file;
}

const partOf = (parts: Part[], start: string) => parts.find(({ name }) => name.startsWith(start)) as Part;

test('a drill restores a backup beside the running servers, compares all data, and cleans up', async () => {
  const before = await snapshotOf(server.services.pool);
  const incoming = () => readdir(join(server.data, 'files', 'incoming')).catch(() => []);
  const found = await drill(plain);
  expect(found.problems).toEqual([]);
  const { rows } = await server.services.pool.query<{ files: number; seals: number; tables: number }>(
    `select (select count(*)::int from files) as files, (select count(*)::int from audit_seals) as seals,
       (select count(*)::int from pg_tables where schemaname = 'public') as tables`,
  );
  expect(found).toMatchObject({ files: rows[0]?.files, sealed: rows[0]?.seals, tables: rows[0]?.tables });
  expect(found.digests).toBeGreaterThan(30);
  expect(found.rows).toBeGreaterThan(1000);
  expect(found.seconds).toBeGreaterThan(0);
  expect(await scratchDatabases()).toEqual([]);
  expect(await incoming()).toEqual([]);
  expect(await snapshotOf(server.services.pool)).toEqual(before);
  process.stdout.write(
    `  drill of ${found.rows} rows, ${found.files} files: restored in ${found.restoreSeconds} s, compared in ${found.compareSeconds} s\n`,
  );
}, 120_000);

test('leaves what ends with a session out, as older backups did not', async () => {
  const { pool } = server.services;
  await server.signIn('superadmin');
  await pool.query(
    `insert into passkey_challenges (challenge, purpose, session_id, network, expires_at)
     select '\\x01', 'proof', max(id), '192.0.2.1', now() + interval '5 minutes' from sessions`,
  );
  const file = join(folder, 'challenge.backup');
  await writeBackup(file, null, { pool, blobs: blobs(), report: () => {} });
  await pool.query('delete from passkey_challenges');
  expect((await drill(file)).problems).toEqual([]);

  const older = await forge('older.backup', (parts) => {
    const name = 'tables/passkey_challenges/000000.copy';
    const row = ['\\\\x01', 'proof', '1', '\\N', '192.0.2.1', '2026-09-09 09:09:09+05'].join('\t');
    parts.unshift({ name, content: Buffer.from(`${row}\n`) });
    const last = partOf(parts, manifestName);
    const manifest = JSON.parse(last.content.toString()) as BackupManifest;
    manifest.parts.unshift({ name, size: 0, sha256: '' });
    for (const table of manifest.tables) if (table.name === 'passkey_challenges') table.rows = 1;
    last.content = Buffer.from(JSON.stringify(manifest));
  });
  expect((await drill(older)).problems).toEqual([]);
});

test('a row that was restored differently is found by its digest, although every checksum is right', async () => {
  const file = await forge('changed.backup', (parts) => {
    const part = partOf(parts, 'tables/streets/');
    part.content = Buffer.from(part.content.toString().replace(/[a-z](?=[a-z]* )/, 'q'));
  });
  const found = await drill(file);
  expect(found.problems).toEqual(['rows of the table streets were changed']);
}, 120_000);

test('a changed entry of the audit log is found by the seals', async () => {
  const file = await forge('audit.backup', (parts) => {
    const part = partOf(parts, 'tables/audit_log/');
    part.content = Buffer.from(part.content.toString().replace('.create', '.remove'));
  });
  const { problems } = await drill(file);
  expect(problems).toContain('rows of the table audit_log were changed');
  expect(problems).toContainEqual(
    expect.stringMatching(/^the audit log was changed: the entry \d+ was changed/),
  );
}, 120_000);

test('a backup of another installation is recognised by the seals of the running one', async () => {
  const other = await testServer({ plugins: [] });
  await sealAudit(other.services.pool, other.services.vault);
  const { problems } = await drill(plain, { pool: other.services.pool });
  expect(problems).toEqual([
    expect.stringMatching(/^the seal \d+ of the backup is not in the audit log of the running servers/),
  ]);
  await other.close();
}, 120_000);

test('reports a damaged backup and a role without the right to create databases, and cleans up', async () => {
  const cut = join(folder, 'cut.backup');
  await writeFile(cut, 'a letter');
  await expect(drill(cut)).rejects.toThrow(/is not a backup of Ko‘mak/);
  const role = `drill_${Date.now()}`;
  await onDatabase(server.databaseUrl, (client) =>
    client.query(`create role ${role} login password 'secret'`),
  );
  const poor = withDatabase(server.databaseUrl, 'postgres').replace(/\/\/[^@]*@/, `//${role}:secret@`);
  await expect(drill(plain, { drillUrl: poor })).rejects.toThrow(
    /may not create a database, which a drill needs: alter role … createdb/,
  );
  await onDatabase(server.databaseUrl, (client) => client.query(`drop role ${role}`));
  expect(await scratchDatabases()).toEqual([]);
}, 120_000);

test('a drill drops the database of a drill killed a day ago, and not that of a running one', async () => {
  const now = Math.floor(Date.now() / 1000);
  const [old, fresh] = [`komak_drill_${now - 90_000}_0123abcd`, `komak_drill_${now}_0123abcd`];
  for (const name of [old, fresh]) {
    await onDatabase(server.databaseUrl, (client) => client.query(`create database ${name}`));
  }
  await drill(plain);
  expect(await scratchDatabases()).toEqual([{ datname: fresh }]);
  await onDatabase(server.databaseUrl, (client) => client.query(`drop database ${fresh}`));
}, 120_000);

test('the command line creates, lists, verifies and restores backups of the servers', async () => {
  const path = join(folder, 'place');
  const variables = {
    DATABASE_URL: withLocalhost(server.databaseUrl),
    KOMAK_DATA: server.data,
    KOMAK_BACKUP_TO: path,
    KOMAK_BACKUP_KEY: key,
  };
  const run = (...words: string[]) => runKomakInProcess(words, variables);
  expect(await runKomakInProcess(['backup', 'list'], { ...variables, KOMAK_BACKUP_TO: '' })).toMatchObject({
    code: 1,
    out: expect.stringContaining('set KOMAK_BACKUP_TO'),
  });
  expect(await run('backup', 'list')).toMatchObject({
    code: 1,
    out: expect.stringContaining('no backup yet'),
  });
  const made = await run('backup', 'now');
  expect(made).toMatchObject({
    code: 0,
    out: expect.stringMatching(/rows, \d+ files, .*\nIt was read back/),
  });
  const [name = ''] = await readdir(path);
  const tried = await run('backup', 'drill');
  expect(tried, tried.out).toMatchObject({
    code: 0,
    out: expect.stringContaining('All data match the backup'),
  });
  expect(tried.out).toMatch(/Restored in [\d.]+ s, compared in [\d.]+ s/);
  const listed = await run('backup', 'list');
  expect(listed).toMatchObject({ code: 0, out: expect.stringContaining(name) });
  expect(listed.out).toContain(' bytes, restored by a drill');
  expect(listed.out).toMatch(/The newest is 0(\.\d)? hours old/);
  for (const which of ['newest', name]) {
    const checked = await run('restore', '--stored', '--check', which);
    expect(checked, checked.out).toMatchObject({ code: 0, out: expect.stringContaining('is complete') });
  }
  expect(await run('restore', '--stored', '--check', 'komak-2020-01-01T00-00-00Z.backup')).toMatchObject({
    code: 1,
  });
  await sql`update backup_runs set succeeded = false, problem = 'The disk is full.' where kind = 'backup'`.execute(server.database); // prettier-ignore
  expect(await run('backup', 'list')).toMatchObject({
    code: 1,
    out: expect.stringContaining('failed: The disk is full.'),
  });
}, 180_000);
