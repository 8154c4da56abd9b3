import { chmod, mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { availableMemory } from 'node:process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stopOrphan } from '#kernel/server/database/embedded/embedded.ts';
import { isAlive } from '#kernel/server/database/embedded/postmaster.ts';

/** A file system in memory, where Linux has one. */
const memoryFolder = '/dev/shm';
/** Free there, and of the memory itself: a whole run leaves some gigabytes until its end. */
const bytesNeeded = 6 * 1024 ** 3;

/**
 * Gives a run of tests a temporary folder of its own, in this process and in those that it starts. It is in memory if there is
 * enough: a clone of a database takes 40 ms there, and 900 on a disk. Resolves to a function that removes it, with the leftovers
 * of the tests.
 */
export async function createRunFolder(): Promise<() => Promise<void>> {
  const former = process.env['TMPDIR'];
  const parent = former === undefined && (await hasSpace(memoryFolder)) ? memoryFolder : tmpdir();
  await removeAbandoned(parent);
  const folder = await mkdtemp(join(parent, `komak-run-${process.pid}-`));
  // A database in it may run as another user.
  await chmod(folder, 0o755);
  process.env['TMPDIR'] = folder;
  return async () => {
    if (former === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = former;
    // Processes that were told to stop may still write.
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
}

/** Removes the folders of runs that were killed, and ends their databases. */
async function removeAbandoned(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const [, pid] = /^komak-run-(\d+)-/.exec(name) ?? [];
    if (pid === undefined || isAlive(Number(pid))) continue;
    // Those of another user stay.
    await removeRun(join(parent, name)).catch(() => {});
  }
}

async function removeRun(folder: string): Promise<void> {
  for (const data of await readdir(folder)) await stopOrphan(join(folder, data));
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

async function hasSpace(folder: string): Promise<boolean> {
  const system = await statfs(folder).catch(() => null);
  if (system === null) return false;
  return Math.min(system.bavail * system.bsize, availableMemory()) >= bytesNeeded;
}
