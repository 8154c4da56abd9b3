import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isInUse, startEmbedded, stopOrphan } from './embedded.ts';
import { openDatabase } from '../pool/pool.ts';
import { isAlive } from './postmaster.ts';

// Each test creates a data directory, which takes seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

let data: string;
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'komak-embedded-'));
});
afterEach(async () => {
  await stopOrphan(data);
  await rm(data, { recursive: true, force: true });
});

const script = `
  const { startEmbedded } = await import(process.argv[1]);
  const { pid } = await startEmbedded(process.argv[2]);
  process.stdout.write(String(pid));
  setInterval(() => {}, 1000);
`;

/** Starts another process with an embedded PostgreSQL on the folder. */
async function startElsewhere(): Promise<{ child: ChildProcess; pid: number }> {
  const module = new URL('embedded.ts', import.meta.url).href;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, module, data], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [chunk] = (await once(child.stdout as NodeJS.ReadableStream, 'data')) as [Buffer];
  return { child, pid: Number(chunk.toString()) };
}

test('keeps its data, without a port, under its own password', async () => {
  const first = await startEmbedded(data);
  const opened = openDatabase(first.connection);
  await opened.pool.query(`create table sample as select 1 id`);
  const { rows } = await opened.pool.query(`
    select current_setting('listen_addresses') addresses, current_setting('fsync') fsync`);
  expect(rows).toEqual([{ addresses: '', fsync: 'on' }]);
  await opened.close();
  await first.stop();
  expect(isAlive(first.pid)).toBe(false);
  expect((await stat(join(data, 'postgres.password'))).mode & 0o777).toBe(0o600);

  const second = await startEmbedded(data);
  const again = openDatabase(second.connection);
  expect((await again.pool.query('select id from sample')).rows).toEqual([{ id: 1 }]);
  await again.close();
  await second.stop();
});

test('rejects a second server on the same folder in a sentence', async () => {
  const first = await startEmbedded(data);
  await expect(startEmbedded(data)).rejects.toThrow(/Another Ko‘mak server is running on/);
  expect(await isInUse(data)).toBe(true);
  await first.stop();
  expect(await isInUse(data)).toBe(false);
});

test('continues with the data of a killed server', async () => {
  const { child, pid } = await startElsewhere();
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(isAlive(pid)).toBe(true);
  await expect.poll(() => isInUse(data)).toBe(false);
  const next = await startEmbedded(data);
  expect(next).toMatchObject({ adopted: true, pid });
  await next.stop();
  expect(isAlive(pid)).toBe(false);
});

test('can stop an orphan', async () => {
  const { child, pid } = await startElsewhere();
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(await stopOrphan(data)).toBe(true);
  expect(isAlive(pid)).toBe(false);
  expect(await stopOrphan(data)).toBe(false);
});

test('works in a folder with a long path', async () => {
  const long = join(data, 'a'.repeat(60), 'b'.repeat(60));
  const database = await startEmbedded(long);
  const { host } = database.connection;
  await database.stop();
  expect(host.length).toBeLessThan(90);
  await expect(access(host)).rejects.toThrow();
});

test('restarts a PostgreSQL that exits, with its data', async () => {
  const database = await startEmbedded(data);
  const opened = openDatabase(database.connection);
  await opened.pool.query('create table sample as select 1 id');
  process.kill(database.pid, 'SIGQUIT');
  const query = () =>
    opened.pool.query('select id from sample').then(
      ({ rows }) => rows,
      () => null,
    );
  await expect.poll(query, { timeout: 60_000 }).toEqual([{ id: 1 }]);
  await opened.close();
  await database.stop();
  expect(await isInUse(data)).toBe(false);
});

test('reports a lost password in a sentence', async () => {
  const database = await startEmbedded(data);
  await database.stop();
  await rm(join(data, 'postgres.password'));
  await expect(startEmbedded(data)).rejects.toThrow(/rejects its password/);
});
