import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Gives a run of tests a temporary folder of its own, in this process and in those that it starts. Resolves to a function that
 * removes it, with whatever the tests have left there.
 */
export async function createRunFolder(): Promise<() => Promise<void>> {
  const former = process.env['TMPDIR'];
  const folder = await mkdtemp(join(tmpdir(), 'komak-run-'));
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
