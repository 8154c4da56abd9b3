import { spawnSync } from 'node:child_process';
import { access, mkdir, mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { startEmbedded } from '#kernel/server/database/embedded/embedded.ts';
import { setup } from './global-setup.ts';

afterEach(() => vi.unstubAllEnvs());

const known = () => process.env['KOMAK_TEST_POSTGRES'];

test('can be set up again in one process after it was torn down, as in watch mode', async () => {
  vi.stubEnv('KOMAK_TEST_POSTGRES', undefined);
  // With this variable, no PostgreSQL is started.
  for (const url of ['postgres://first/postgres', 'postgres://second/postgres']) {
    vi.stubEnv('TEST_DATABASE_URL', url);
    const tearDown = await setup();
    expect(known()).toBe(url);
    await tearDown();
    expect(known()).toBeUndefined();
  }
});

test('leaves an existing PostgreSQL to its owner', async () => {
  vi.stubEnv('KOMAK_TEST_POSTGRES', 'postgres://given/postgres');
  const tearDown = await setup();
  await tearDown();
  expect(known()).toBe('postgres://given/postgres');
});

test('removes what the tests of a run have left in the temporary folder', async () => {
  vi.stubEnv('KOMAK_TEST_POSTGRES', 'postgres://given/postgres');
  const outside = tmpdir();
  const tearDown = await setup();
  const left = await mkdtemp(join(tmpdir(), 'komak-left-'));
  await writeFile(join(left, 'plugin.tgz'), '');
  await tearDown();
  await expect(access(left)).rejects.toMatchObject({ code: 'ENOENT' });
  expect(tmpdir()).toBe(outside);
  await access(outside);
});

test('removes the files and the database of a killed run, and none of a running one', async () => {
  vi.stubEnv('KOMAK_TEST_POSTGRES', 'postgres://given/postgres');
  const parent = await mkdtemp(join(tmpdir(), 'komak-runs-'));
  vi.stubEnv('TMPDIR', parent);
  const { pid: dead } = spawnSync('true');
  const [left, other] = [`komak-run-${dead}-left`, `komak-run-${process.pid}-other`];
  for (const folder of [left, other]) await mkdir(join(parent, folder));
  const database = await startEmbedded(join(parent, left, 'komak-tests-left'), { durable: false });
  onTestFinished(() => database.stop());
  const tearDown = await setup();
  expect(await readdir(parent)).not.toContain(left);
  expect(await readdir(parent)).toContain(other);
  expect(() => process.kill(database.pid, 0)).toThrow('ESRCH');
  await tearDown();
});
