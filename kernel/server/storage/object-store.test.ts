import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startObjectStore, type TestObjectStore } from '#kernel/testing/object-store.ts';
import { pdf, picture } from '#kernel/testing/samples.ts';
import { testServer, type TestServer } from '#kernel/testing/server.ts';
import type { ReceivedFile } from '../services/ports.ts';
import { createFiles, type StoredFiles } from './files.ts';
import { openObjectStore, type ObjectStore } from './object-store.ts';

let server: TestServer;
let bucket: TestObjectStore;
let store: ObjectStore;
let folder: string;
let files: StoredFiles;

beforeAll(async () => {
  server = await testServer({ plugins: [] });
  bucket = await startObjectStore();
});
afterAll(async () => {
  await bucket.close();
  await server.close();
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'komak-files-'));
  store = await openObjectStore({ ...bucket.address, prefix: `${randomBytes(4).toString('hex')}/` });
  const log = { error: () => undefined };
  files = createFiles({ folder, store, database: server.database, secret: 'a secret of this test', log });
  return async () => {
    bucket.breakAfter(0, 0);
    store.close();
    await files.close();
    await rm(folder, { recursive: true, force: true });
  };
});

function receive(content: Buffer | Readable, name: string, mimetype: string): Promise<ReceivedFile> {
  const stream = content instanceof Readable ? content : Readable.from([content], { objectMode: false });
  return files.receive({ stream, name, mimetype, maxBytes: 10_000_000 });
}

const keep = (received: readonly ReceivedFile[]) =>
  server.database.transaction().execute((transaction) => files.keep(received, 1, transaction));

/** A PDF of some megabytes. */
const large = () => pdf(randomBytes(2_000_000).toString('base64'));

async function stored(): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of store.list('stored')) names.push(name.split('/').at(-1) ?? '');
  return names.toSorted();
}

async function lyingHere(): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

async function* broken() {
  yield pdf();
  throw new Error('the line is dead');
}

test('returns stored files, whole and in ranges, and stores nothing on this machine', async () => {
  const image = await receive(await picture(), 'a.jpg', 'image/jpeg');
  const document = await receive(pdf('a text'), 'b.pdf', 'application/pdf');
  expect(await stored()).toEqual([image.storedName, document.storedName].toSorted());
  expect(await lyingHere()).toEqual([]);
  const [storedImage, storedDocument] = await keep([image, document]);
  const opened = await files.open(storedImage?.id ?? 0);
  expect((await buffer(opened?.stream ?? Readable.from([]))).length).toBe(image.size);
  const part = await files.open(storedDocument?.id ?? 0, () => ({ start: 1, end: 3 }));
  expect(part).toMatchObject({ size: document.size, range: { start: 1, end: 3 } });
  expect(await text(part?.stream ?? Readable.from([]))).toBe('PDF');
});

test('stores no object for rejected, aborted or failed uploads', async () => {
  await expect(receive(Buffer.from('<svg/>'), 'a.pdf', 'application/pdf')).rejects.toMatchObject({
    code: 'type_refused',
  });
  await expect(receive(Readable.from(broken()), 'a.pdf', 'application/pdf')).rejects.toThrow('dead');
  await files.discard([await receive(pdf(), 'a.pdf', 'application/pdf')]);
  expect(await stored()).toEqual([]);
  expect(await lyingHere()).toEqual([]);
});

test('sends an upload to the store again, whole, when it breaks off', async () => {
  bucket.breakAfter(300_000, 1);
  const received = await receive(large(), 'a.pdf', 'application/pdf');
  expect(await stored()).toEqual([received.storedName]);
  const [first] = await keep([received]);
  const opened = await files.open(first?.id ?? 0);
  expect((await buffer(opened?.stream ?? Readable.from([]))).length).toBe(received.size);
});

test('reports an unreachable store, and stores no partial file', async () => {
  const received = await receive(pdf(), 'a.pdf', 'application/pdf');
  const [first] = await keep([received]);
  bucket.breakAfter(300_000, 1000);
  await expect(receive(large(), 'b.pdf', 'application/pdf')).rejects.toMatchObject({ code: 'unavailable' });
  bucket.breakAfter(0, 1000);
  await expect(files.open(first?.id ?? 0)).rejects.toMatchObject({ code: 'unavailable' });
  bucket.breakAfter(0, 0);
  expect(await stored()).toEqual([received.storedName]);
  expect(await lyingHere()).toEqual([]);
});

test('removes objects without a row, and nothing else; an absent object is not found', async () => {
  const owned = await receive(pdf('1'), 'a.pdf', 'application/pdf');
  const stray = await receive(pdf('2'), 'b.pdf', 'application/pdf');
  const [first] = await keep([owned]);
  expect(await files.sweep(60_000)).toBe(0);
  // A negative grace period includes new ones.
  expect(await files.sweep(-60_000)).toBe(1);
  expect(await stored()).toEqual([owned.storedName]);
  expect(await stored()).not.toContain(stray.storedName);
  await files.discard([owned]);
  expect(await files.open(first?.id ?? 0)).toBeNull();
});

test('rejects an unusable bucket in a sentence', async () => {
  const credentials = { accessKeyId: 'nobody', secretAccessKey: 'wrong' };
  await expect(openObjectStore({ ...bucket.address, credentials })).rejects.toThrow(
    /^The bucket "komak" at .* cannot be used \(.*403\)/,
  );
  await expect(openObjectStore({ ...bucket.address, endpoint: 'http://127.0.0.1:1' })).rejects.toThrow(
    /cannot be used \(.*ECONNREFUSED/,
  );
});

test('uploads bytes of unknown length in parts, completely or not at all', async () => {
  const block = randomBytes(1024 * 1024);
  async function* some(megabytes: number, breaks: boolean): AsyncGenerator<Buffer> {
    for (let number = 0; number < megabytes; number++) yield block;
    if (breaks) throw new Error('the source broke');
  }
  await store.upload('backups/whole', some(36, false));
  await expect(store.upload('backups/broken', some(36, true))).rejects.toThrow();
  const found: [string, number][] = [];
  for await (const { name, size } of store.list('backups')) found.push([name, size]);
  expect(found).toEqual([['backups/whole', 36 * block.length]]);
  const last = await store.read('backups/whole', { start: 35 * block.length, end: 36 * block.length - 1 });
  expect((last ? await buffer(last) : null)?.equals(block)).toBe(true);
});
