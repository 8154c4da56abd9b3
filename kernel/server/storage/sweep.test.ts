import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { pdf } from '#kernel/testing/samples.ts';
import { testServer, type TestServer } from '#kernel/testing/server.ts';
import { createFiles, type StoredFiles } from './files.ts';
import { createFolderStore } from './folder-store.ts';

const graceMs = 30_000;

let server: TestServer;
let folder: string;
let files: StoredFiles;

beforeAll(async () => {
  server = await testServer({ plugins: [] });
});
afterAll(() => server.close());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'komak-files-'));
  files = filesIn(createFolderStore(folder));
  return async () => {
    await files.close();
    await rm(folder, { recursive: true, force: true });
  };
});

function filesIn(store: ReturnType<typeof createFolderStore>): StoredFiles {
  return createFiles({
    folder,
    store,
    database: server.database,
    secret: 'a secret of this test',
    log: { error: () => {} },
  });
}

function receive(text: string) {
  const stream = Readable.from([pdf(text)], { objectMode: false });
  return files.receive({ stream, name: 'a.pdf', mimetype: 'application/pdf', maxBytes: 10_000_000 });
}

async function stored(): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

/** Sets the time of its bytes to twice the grace period ago. */
async function makeOld({ storedName }: { readonly storedName: string }): Promise<void> {
  const old = new Date(Date.now() - 2 * graceMs);
  await utimes(join(folder, 'stored', storedName.slice(0, 2), storedName), old, old);
}

const keep = (received: Parameters<StoredFiles['keep']>[0]) =>
  server.database.transaction().execute((transaction) => files.keep(received, 1, transaction));

test('removes bytes without a row after their grace period, and nothing else', async () => {
  const owned = await receive('1');
  const stray = await receive('2');
  const fresh = await receive('3');
  await keep([owned]);
  for (const file of [owned, stray]) await makeOld(file);
  expect(await files.sweep(graceMs)).toBe(1);
  expect((await stored()).toSorted()).toEqual([owned.storedName, fresh.storedName].toSorted());
});

test('bytes that the store refuses to remove do not keep others from being removed', async () => {
  const store = createFolderStore(folder);
  let locked: string | undefined;
  const guarded = filesIn({
    ...store,
    async remove(name) {
      locked ??= name;
      if (name === locked) throw new Error('the object is locked');
      await store.remove(name);
    },
  });
  for (const text of ['1', '2', '3']) await makeOld(await receive(text));
  await expect(guarded.sweep(graceMs)).rejects.toThrow('the object is locked');
  expect(await stored()).toEqual([locked?.split('/').at(-1)]);
  await guarded.close();
});

test('removes bytes a grace period after their row was deleted, however old they are', async () => {
  const { database } = server;
  const file = await receive('4');
  const [row] = await keep([file]);
  if (!row) throw new Error('one file was stored');
  await makeOld(file);
  await database.transaction().execute((transaction) => files.forget([row.id], transaction));
  await files.sweep(graceMs);
  expect(await stored()).toContain(file.storedName);
  const past = sql`now() - interval '1 minute'`;
  await sql`update deleted_files set deleted_at = ${past} where stored_name = ${file.storedName}`.execute(
    database,
  );
  await files.sweep(graceMs);
  expect(await stored()).not.toContain(file.storedName);
});
