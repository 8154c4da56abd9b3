import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApi } from '#kernel/testing/api.ts';
import { snapshotOf, verifiedFiles } from '#kernel/testing/backups.ts';
import { withLocalhost, runKomak } from '#kernel/testing/command.ts';
import { createTestDatabase, type TestDatabase } from '#kernel/testing/database.ts';
import { startObjectStore, type TestObjectStore } from '#kernel/testing/object-store.ts';
import { pdf, picture } from '#kernel/testing/samples.ts';
import { testServer, type TestServer } from '#kernel/testing/server.ts';
import { sealAudit } from '../audit/seal-audit.ts';
import { startEmbedded } from '../database/embedded/embedded.ts';
import { openDatabase } from '../database/pool/pool.ts';
import { createBlobs, type Blobs } from '../storage/blobs.ts';
import { createFolderStore } from '../storage/folder-store.ts';
import { openObjectStore } from '../storage/object-store.ts';
import { startServer, type RunningServer } from '#kernel/app/server/boot/start-server.ts';
import { bytesOfFile } from './backup-bytes.ts';
import { checkBackup } from './read-backup.ts';

// From nodes that share a database and an object store to a single machine, and back.
const key = 'bir-mashinadan-boshqasiga';
const words = 'Uyning tomini taʼmirlashga yordam kerak.';

let folder: string;
let bucket: TestObjectStore;
let server: TestServer;
let target: TestDatabase;
let before: Record<string, unknown>;
let stored: string[];

const file = (name: string) => join(folder, name);
const own = () => file('own');
const inFolder = (data: string) => createBlobs(join(data, 'files'), createFolderStore(join(data, 'files')));

/** The settings for the shared database, with the files in the bucket under a prefix. */
const shared = (url: string, prefix: string) => ({
  ...bucket.variables,
  S3_PREFIX: prefix,
  DATABASE_URL: withLocalhost(url),
  KOMAK_DATA: file(`node-${prefix}`),
});

/** Runs a callback on the bucket's objects under a prefix. */
async function inBucket<Result>(
  prefix: string,
  work: (blobs: Blobs, names: string[]) => Promise<Result>,
): Promise<Result> {
  const store = await openObjectStore({ ...bucket.address, prefix: `${prefix}/` });
  try {
    const names: string[] = [];
    for await (const { name } of store.list('stored')) names.push(name.split('/').at(-1) ?? '');
    return await work(createBlobs(file('bucket'), store), names.toSorted());
  } finally {
    store.close();
  }
}

/** Runs a callback on the embedded PostgreSQL while no server uses it. */
async function inOwn<Result>(work: (pool: pg.Pool) => Promise<Result>): Promise<Result> {
  const embedded = await startEmbedded(own());
  const opened = openDatabase(embedded.connection, { max: 2 });
  try {
    return await work(opened.pool);
  } finally {
    await opened.close();
    await embedded.stop();
  }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'komak-places-'));
  bucket = await startObjectStore();
  server = await testServer({
    plugins: ['applications', 'admins'],
    demo: true,
    objectStore: { ...bucket.address, prefix: 'one/' },
  });
  target = await createTestDatabase({ empty: true });
  const chief = await server.signIn('superadmin');
  const { body: places } = await chief.get<{ neighborhoods: { id: number }[] }>('admins/admin');
  const fields = {
    neighborhood_id: places.neighborhoods[0]?.id ?? 1,
    employment_status: 'unemployed',
    salary: 'Tikuvchilik',
    planned_assistance: words,
    first_name: 'Gulnora',
    last_name: 'Rahimova',
    phone: '998914322617',
  };
  const sent = await chief.upload('applications', fields, [
    { name: 'tom.jpg', type: 'image/jpeg', content: await picture() },
    { name: 'ariza.pdf', type: 'application/pdf', content: pdf() },
  ]);
  expect(sent.status).toBe(201);
  // Recurring jobs would change the snapshot.
  await server.jobs.stop();
  await sealAudit(server.services.pool, server.services.vault);
  before = await snapshotOf(server.services.pool);
  stored = await inBucket('one', (blobs) => verifiedFiles(server.services.pool, blobs));
  expect(stored.length).toBeGreaterThanOrEqual(2);
}, 120_000);
afterAll(async () => {
  await server?.close();
  await target?.drop();
  await bucket?.close();
  await rm(folder, { recursive: true, force: true });
});

test('restores encrypted from an object store into embedded PostgreSQL and a folder: same rows, same bytes', async () => {
  const made = await runKomak(['backup', file('encrypted.backup')], {
    ...shared(server.databaseUrl, 'one'),
    KOMAK_BACKUP_KEY: key,
  });
  expect(made).toMatchObject({ code: 0, out: expect.stringContaining('is complete') });
  expect((await readFile(file('encrypted.backup'))).subarray(0, 8).toString()).toBe('KOMAKBK1');

  const restored = await runKomak(['restore', file('encrypted.backup')], {
    KOMAK_DATA: own(),
    KOMAK_BACKUP_KEY: key,
  });
  expect(restored).toMatchObject({ code: 0, out: expect.stringContaining('audit log is unchanged') });
  await inOwn(async (pool) => {
    expect(await snapshotOf(pool)).toEqual(before);
    expect(await verifiedFiles(pool, inFolder(own()))).toEqual(stored);
  });
}, 180_000);

test('serves restored data; while it runs, rejects a restore and allows a backup', async () => {
  const started = await startServer({
    deployment: server.services.deployment,
    data: own(),
    port: 0,
    host: '127.0.0.1',
    demo: true,
    logLevel: 'silent',
    dist: null,
  });
  try {
    expect(started.seedResult, 'it is no new installation').toEqual({ demo: false, firstAdmin: null });
    await openTheFiles(started);
    const rejected = await runKomak(['restore', file('encrypted.backup'), '--replace'], {
      KOMAK_DATA: own(),
      KOMAK_BACKUP_KEY: key,
    });
    expect(rejected).toMatchObject({
      code: 1,
      out: expect.stringContaining('A Ko‘mak server is running on'),
    });
    await started.jobs.stop();
    const made = await runKomak(['backup', file('plain.backup')], { KOMAK_DATA: own() });
    expect(made).toMatchObject({ code: 0, out: expect.stringContaining('not encrypted') });
    before = await snapshotOf(started.services.pool);
  } finally {
    await started.close();
  }
}, 180_000);

/** Signs in with a password from the backup, and opens one of its files. */
async function openTheFiles({ url }: RunningServer): Promise<void> {
  const entry = { login: 'superadmin', password: 'komak-demo-2026' };
  const { body } = await createApi(url).post<{ data: { token: string } }>('admins/login', entry);
  const api = createApi(url, { token: body.data.token });
  const list = await api.get<{ items: { id: number; planned_assistance: string }[] }>(
    'applications?limit=50',
  );
  const id = list.body.items.find((one) => one.planned_assistance === words)?.id ?? 0;
  const detail = await api.get<{ files: { url: string; mimetype: string }[] }>(`applications/${id}`);
  expect(detail.body.files).toHaveLength(2);
  for (const one of detail.body.files) expect((await api.get(one.url)).status).toBe(200);
}

test('restores unencrypted from embedded PostgreSQL and a folder into a shared database and an object store', async () => {
  const restored = await runKomak(['restore', file('plain.backup')], shared(target.url, 'two'));
  expect(restored).toMatchObject({ code: 0 });
  const opened = openDatabase({ connectionString: target.url }, { max: 2 });
  try {
    expect(await snapshotOf(opened.pool)).toEqual(before);
    await inBucket('two', async (blobs, names) => {
      expect(await verifiedFiles(opened.pool, blobs)).toEqual(stored);
      expect(names, 'and nothing else lies there').toEqual(stored);
    });
  } finally {
    await opened.close();
  }
}, 120_000);

test('replaces a restored embedded PostgreSQL with an earlier backup only on request', async () => {
  const variables = { KOMAK_DATA: own(), KOMAK_BACKUP_KEY: key };
  const rejected = await runKomak(['restore', file('encrypted.backup')], variables);
  expect(rejected).toMatchObject({ code: 1, out: expect.stringContaining('The database is not empty') });
  const replaced = await runKomak(['restore', file('encrypted.backup'), '--replace'], variables);
  expect(replaced).toMatchObject({ code: 0 });
  await inOwn(async (pool) => {
    // Its numbers continue where they were.
    expect((await snapshotOf(pool))['tables']).toEqual((await snapshotOf(server.services.pool))['tables']);
    expect(await verifiedFiles(pool, inFolder(own()))).toEqual(stored);
  });
}, 180_000);

test('rejects a modified backup in a sentence, and changes nothing', async () => {
  const untouched = await inOwn(snapshotOf);
  const plain = gunzipSync(await readFile(file('plain.backup')));
  const at = plain.indexOf(words);
  expect(at).toBeGreaterThan(0);
  const forged = Buffer.from(plain);
  forged.write('Aldov', at);
  await writeFile(file('forged.backup'), gzipSync(forged));
  const rejected = await runKomak(['restore', file('forged.backup'), '--replace'], { KOMAK_DATA: own() });
  expect(rejected.code).toBe(1);
  expect(rejected.out.trim()).toMatch(
    /^The backup is damaged: the part tables\/applications\/000000\.copy was changed\.$/,
  );
  expect(await inOwn(snapshotOf)).toEqual(untouched);

  // A part that is missing, duplicated or renamed; each file is a complete archive in itself.
  const begin = plain.indexOf('tables/applications/000000.copy');
  const size = Number.parseInt(plain.toString('latin1', begin + 124, begin + 135), 8);
  const end = begin + 512 + Math.ceil(size / 512) * 512;
  const part = plain.subarray(begin, end);
  const changed = {
    'left-out': [plain.subarray(0, begin), plain.subarray(end)],
    twice: [plain.subarray(0, end), part, plain.subarray(end)],
    'without-manifest': [plain.subarray(0, plain.indexOf('manifest.json')), Buffer.alloc(1024)],
  };
  for (const [name, pieces] of Object.entries(changed)) {
    await writeFile(file(name), gzipSync(Buffer.concat(pieces)));
    await expect(checkBackup(bytesOfFile(file(name)), null), name).rejects.toThrow(
      /^The backup is (damaged: the part tables\/applications\/000000\.copy|incomplete: it has no manifest)/,
    );
  }
  const sealed = await readFile(file('encrypted.backup'));
  sealed[sealed.length - 40] = (sealed[sealed.length - 40] ?? 0) ^ 1;
  await writeFile(file('sealed.backup'), sealed);
  await expect(checkBackup(bytesOfFile(file('sealed.backup')), key)).rejects.toThrow(
    /^The (backup is damaged|key is not that of this backup)[^\n]*\.$/,
  );
}, 180_000);
