import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { isAlive } from '#kernel/server/database/embedded/postmaster.ts';

// Each test starts a process with a database of its own, which is slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const root = resolve(import.meta.dirname, '../../..');
let folder: string;
let deployment: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'komak-main-'));
  deployment = join(folder, 'deployment.json');
  await writeFile(deployment, JSON.stringify({ plugins: {} }));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function start(variables: Record<string, string>) {
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, ['kernel/app/server/main.ts'], {
    cwd: root,
    env: { PATH, PORT: '0', KOMAK_DATA: join(folder, 'var'), KOMAK_DEPLOYMENT: deployment, ...variables },
  });
  onTestFinished(() => void child.kill('SIGTERM'));
  const output = { out: '', error: '' };
  child.stdout.on('data', (chunk: Buffer) => (output.out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output.error += chunk.toString()));
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return { child, output, ended };
}

async function rejection(variables: Record<string, string>): Promise<string> {
  const { output, ended } = start(variables);
  expect(await ended).toBe(1);
  expect(output.error).not.toMatch(/\n\s+at /);
  expect(output.error.trim().split('\n')).toHaveLength(1);
  return output.error;
}

describe('a start that fails', () => {
  test('names an invalid port', async () => {
    expect(await rejection({ PORT: 'x' })).toContain('PORT is "x"');
  });

  test('names an invalid log level', async () => {
    expect(await rejection({ LOG_LEVEL: 'loud' })).toContain('LOG_LEVEL is "loud"');
  });

  test('names an absent deployment', async () => {
    expect(await rejection({ KOMAK_DEPLOYMENT: '/nowhere.json' })).toContain('/nowhere.json cannot be read');
  });

  test('names a plugin that is not installed, and the nearest one', async () => {
    const file = join(folder, 'misspelt.json');
    await writeFile(file, JSON.stringify({ plugins: { aplications: {} } }));
    const { output, ended } = start({ KOMAK_DEPLOYMENT: file });
    expect(await ended).toBe(1);
    expect(output.error).toContain('did you mean "applications"?');
    expect(output.error).not.toMatch(/\n\s+at /);
  });

  test('names a database that does not respond', async () => {
    expect(await rejection({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })).toContain(
      'does not respond',
    );
  });

  test('names a port that is in use, and leaves no PostgreSQL behind', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    expect(await rejection({ PORT: String(port) })).toContain(`The port ${port} is in use`);
    taken.close();
    await expect(readFile(join(folder, 'var/postgres/postmaster.pid'))).rejects.toThrow(/ENOENT/);
  });
});

test('a server starts, prints its address, and stops on request, with its PostgreSQL', async () => {
  const { child, output, ended } = start({});
  await expect.poll(() => output.out, { timeout: 60_000 }).toMatch(/Ko‘mak is at http:\/\/localhost:\d+/);
  const url = /http:\/\/localhost:\d+/.exec(output.out)?.[0] ?? '';
  expect((await fetch(`${url}/health/ready`)).status).toBe(200);
  const pid = Number.parseInt(await readFile(join(folder, 'var/postgres/postmaster.pid'), 'utf8'), 10);
  // The terminal and npm both send the signal.
  child.kill('SIGINT');
  child.kill('SIGINT');
  await setTimeout(5);
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  expect(isAlive(pid)).toBe(false);
  expect(output.error).toBe('');
  // Demo logins come from a plugin that this deployment does not enable.
  expect(output.out).not.toContain('Demo logins');
});
