import { access, constants, mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { StartupError } from './startup-error.ts';

/** Makes a folder with those above it; throws a {@link StartupError} when it cannot be written to. */
export async function requireWritableFolder(folder: string): Promise<void> {
  try {
    await makeFolder(folder);
    await access(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new StartupError(
      `The data folder ${folder} cannot be written to (${(error as NodeJS.ErrnoException).code ?? 'unknown'}); set KOMAK_DATA to a folder of yours.`,
      { cause: error },
    );
  }
}

/** One by one: `mkdir` with `recursive` never comes back from some file systems. */
async function makeFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch(() => null);
  if (found?.isDirectory()) return;
  if (found) throw Object.assign(new Error('it is a file'), { code: 'ENOTDIR' });
  if (dirname(folder) !== folder) await makeFolder(dirname(folder));
  await mkdir(folder);
}
