import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { access, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { StartupError } from '../config/startup-error.ts';
import { encrypt } from './encryption.ts';
import { dumpBackup, type BackupSource } from './dump-backup.ts';

/** Pictures do not get smaller, and the rest does at once. */
const level = 4;

/**
 * Writes a backup into a new file: packed, encrypted where there is a key, and under its name only when it is whole and durable.
 * Answers its SHA-256.
 */
export async function writeBackup(file: string, key: string | null, source: BackupSource): Promise<string> {
  if (await exists(file)) throw new StartupError(`${file} is there already; a backup replaces no other.`);
  const unfinished = `${file}.partial`;
  const hash = createHash('sha256');
  try {
    await pipeline(
      dumpBackup(source),
      createGzip({ level }),
      (bytes: AsyncIterable<Buffer>) => (key === null ? bytes : encrypt(bytes, key)),
      async function* noted(bytes: AsyncIterable<Buffer>) {
        for await (const chunk of bytes) {
          hash.update(chunk);
          yield chunk;
        }
      },
      createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true }),
    );
    await rename(unfinished, file);
    await syncFolder(dirname(file));
    return hash.digest('hex');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw new StartupError(`${unfinished} is there; another backup is being written.`);
    await rm(unfinished, { force: true });
    if (code === 'ENOSPC') throw new StartupError('The disk is full; nothing of the backup was kept.');
    if (error instanceof StartupError) throw error;
    throw new StartupError(`The backup could not be written: ${message}.`, { cause: error });
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
