import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A PostgreSQL that is running on a data directory, according to its `postmaster.pid`. */
export interface Postmaster {
  readonly pid: number;
  readonly socketDirectory: string;
}

/**
 * The PostgreSQL that is running on a directory, started by any process; removes the pid file of one that has
 * ended.
 */
export async function findPostmaster(directory: string): Promise<Postmaster | null> {
  const file = join(directory, 'postmaster.pid');
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) return null;
  const [pidLine = '', , , , socketDirectory = ''] = text.split('\n');
  const pid = Math.abs(Number.parseInt(pidLine, 10));
  if (pid > 1 && isAlive(pid) && commandOf(pid).includes(directory)) {
    return { pid, socketDirectory: socketDirectory || directory };
  }
  // After a power cut the process id may belong to another process, and PostgreSQL would not start.
  await rm(file, { force: true });
  await rm(join(socketDirectory || directory, '.s.PGSQL.5432.lock'), { force: true });
  return null;
}

/** Stops PostgreSQL: a fast, clean shutdown first, a forced one if it does not respond. */
export async function stopPostmaster(pid: number, timeoutMs = 8000): Promise<void> {
  for (const [signal, wait] of [
    ['SIGINT', timeoutMs],
    ['SIGQUIT', 2000],
  ] as const) {
    signalTo(pid, signal);
    const until = performance.now() + wait;
    while (performance.now() < until) {
      if (!isAlive(pid)) return;
      await sleep(15);
    }
  }
}

/** Whether a process exists. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function isZombie(pid: number): boolean {
  if (process.platform !== 'linux') return false;
  try {
    return /^State:\s+Z/m.test(readProc(pid, 'status'));
  } catch {
    return false;
  }
}

function commandOf(pid: number): string {
  try {
    return process.platform === 'linux'
      ? readProc(pid, 'cmdline').replaceAll('\0', ' ')
      : execFileSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return '';
  }
}

function readProc(pid: number, name: string): string {
  return readFileSync(`/proc/${pid}/${name}`, 'utf8');
}

function signalTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has already ended.
  }
}
