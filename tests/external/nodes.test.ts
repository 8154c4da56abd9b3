import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openDatabase } from '#kernel/server/database/pool/pool.ts';
import { installLock } from '#kernel/server/plugins/lifecycle/install-candidates.ts';
import { generateKey } from '#kernel/server/artefacts/signature.ts';
import { createApi } from '#kernel/testing/api.ts';
import { runKomakInProcess, withLocalhost } from '#kernel/testing/command.ts';
import { createTestDatabase } from '#kernel/testing/database.ts';
import { startNode, type NodeProcess } from '../support/node-process.ts';
import { queueFiles, writePacked, writeUnpacked, type QueueDraft } from './support/queue.ts';

const { privateKey, publicKey } = generateKey();
const key = { name: 'city', privateKey };
const second = { 'migrations/002-more.sql': 'update queue_counters set waiting = 12;' };
let folder: string;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
const nodes: NodeProcess[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'komak-outside-'));
  database = await createTestDatabase();
  await writeDeployment({});
});
afterAll(async () => {
  for (const node of nodes) await node.stop();
  await database.drop();
  await rm(folder, { recursive: true });
});

async function writeDeployment(plugins: object): Promise<void> {
  const file = resolve(import.meta.dirname, '../../deployment.json');
  const own = JSON.parse(await readFile(file, 'utf8')) as { plugins: object };
  const trust = { keys: { city: publicKey } };
  const deployment = { ...own, $schema: undefined, trust, plugins: { ...own.plugins, ...plugins } };
  await writeFile(join(folder, 'deployment.json'), JSON.stringify(deployment));
}

const variables = (url = database.url) => ({
  DATABASE_URL: withLocalhost(url),
  KOMAK_DEPLOYMENT: join(folder, 'deployment.json'),
  KOMAK_DEMO: '0',
});

async function start(url?: string, more?: { readonly KOMAK_DATA: string }): Promise<NodeProcess> {
  const node = await startNode({ ...variables(url), ...more });
  nodes.push(node);
  return node;
}

const komak = (...words: readonly string[]) =>
  runKomakInProcess(words, { ...variables(), KOMAK_DATA: join(folder, 'nothing') });
const add = async (draft: QueueDraft) =>
  komak('plugin', 'add', await writePacked(queueFiles({ key, ...draft })), '--yes');
const response = async ({ url }: NodeProcess) => {
  const { status, body } = await createApi(url).get<Record<string, unknown>>('queue');
  return status === 200 ? body : status;
};
/** Within a second of the command's end, if the machine is idle. */
const soon = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 60_000, interval: 20 });

async function holdInstallLock(milliseconds: number): Promise<void> {
  const opened = openDatabase({ connectionString: database.url });
  await opened.database.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${installLock})`.execute(transaction);
    await sql`select pg_sleep(${milliseconds / 1000})`.execute(transaction);
  });
  await opened.close();
}

test('every node follows, including one that joins later and one that was disconnected', async () => {
  const [one, two] = [await start(), await start()];
  expect(await add({})).toMatchObject({ code: 0 });
  await komak('plugins', 'enable', 'queue');
  for (const node of [one, two])
    await soon(async () => expect(await response(node)).toMatchObject({ version: '1.0.0', waiting: 7 }));
  const own = { KOMAK_DATA: join(folder, 'late') };
  const late = await start(undefined, own);
  expect(await response(late)).toMatchObject({ version: '1.0.0', waiting: 7 });
  await late.stop();

  // Another node holds the lock for longer than a statement may wait for it.
  const busy = holdInstallLock(12_000);
  expect(await add({ version: '1.1.0', files: second })).toMatchObject({ code: 0 });
  await busy;
  const back = await start(undefined, own);
  for (const node of [one, two, back])
    await soon(async () => expect(await response(node)).toMatchObject({ version: '1.1.0', waiting: 12 }));
  const failed = await add({ version: '2.0.0', files: second, start: 'throw new Error("no printer");' });
  expect(failed).toMatchObject({ code: 1 });
  for (const node of [one, two, back])
    await soon(async () => expect(await response(node)).toMatchObject({ version: '1.1.0', waiting: 12 }));
  for (const node of nodes.splice(0)) await node.stop();
});

test('a backup carries the plugin, its data and its migrations to an empty database', async () => {
  const file = join(folder, 'backup.komak');
  expect(await komak('backup', file)).toMatchObject({ code: 0 });
  const target = await createTestDatabase({ empty: true });
  try {
    const restored = await runKomakInProcess(['restore', file, '--replace'], {
      ...variables(target.url),
      KOMAK_DATA: join(folder, 'restored'),
    });
    expect(restored).toMatchObject({ code: 0 });
    const node = await start(target.url);
    expect(await response(node)).toMatchObject({ version: '1.1.0', waiting: 12 });
    await node.stop();
    nodes.splice(0);
  } finally {
    await target.drop();
  }
});

/** Installs it beside the deployment, like `npm install`; returns its name. */
async function writePackage(files: ReadonlyMap<string, Buffer>): Promise<string> {
  const modules = join(folder, 'node_modules');
  await mkdir(modules, { recursive: true });
  await rename(await writeUnpacked(files), join(modules, 'komak-plugin-packed'));
  return 'komak-plugin-packed';
}

/** A plugin with only a manifest. */
const bare = (manifest: { readonly id: string; readonly requires?: object; readonly config?: object }) =>
  queueFiles({
    key,
    server: null,
    manifest: { permissions: [], routes: {}, menu: {}, ...manifest },
    files: { 'locales/uz.json': '{}', 'locales/ru.json': '{}' },
  });

test('plugins of the deployment are installed at the first start, in any form and order', async () => {
  const empty = await createTestDatabase();
  await writeDeployment({
    // It requires one that is listed after it.
    leaning: { source: await writeUnpacked(bare({ id: 'leaning', requires: { queue: '^1.0' } })) },
    queue: { source: await writePacked(queueFiles({ key })), config: { greeting: 'assalom' } },
    packed: { source: await writePackage(bare({ id: 'packed' })) },
    unsigned: { source: await writePacked(queueFiles({ manifest: { id: 'unsigned' } })) },
  });
  expect(await komak('validate')).toMatchObject({ code: 1, out: expect.stringContaining('unsigned') });
  const node = await startNode(variables(empty.url));
  try {
    expect(await response(node)).toEqual({ version: '1.0.0', waiting: 7, greeting: 'assalom' });
    const { body } = await createApi(node.url).get<{ plugins: { id: string; enabled: boolean }[] }>(
      'plugins',
    );
    const outside = body.plugins.filter(({ id }) => ['leaning', 'queue', 'packed', 'unsigned'].includes(id));
    expect(outside.map(({ id, enabled }) => [id, enabled]).toSorted()).toEqual([
      ['leaning', true],
      ['packed', true],
      ['queue', true],
    ]);
    // An invalid one is left out with its reason, and the server starts.
    expect(node.output).toContain('is not signed by a key of the deployment');
  } finally {
    await node.stop();
    await empty.drop();
  }
});
