import { createHash } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { StartupError } from '../config/startup-error.ts';
import { syncPath } from '../storage/folder-store.ts';
import { encrypt } from './encryption.ts';
import { dumpBackup, type BackupSource } from './dump-backup.ts';

/** Images cannot be compressed further, and this level is enough for the rest. */
const level = 4;

/** The digest and size of a packed backup, after all of it was written. */
export interface PackedBackup {
  readonly sha256: string;
  readonly bytes: number;
}

/** Packs a backup, encrypts it if there is a key, and passes the bytes to `sink`, which stores them durably. */
export async function packBackup(
  source: BackupSource,
  key: string | null,
  sink: (bytes: AsyncIterable<Buffer>) => Promise<void>,
): Promise<PackedBackup> {
  const hash = createHash('sha256');
  let written = 0;
  await pipeline(
    dumpBackup(source),
    createGzip({ level }),
    (bytes: AsyncIterable<Buffer>) => (key === null ? bytes : encrypt(bytes, key)),
    async function* noted(bytes: AsyncIterable<Buffer>) {
      for await (const chunk of bytes) {
        hash.update(chunk);
        written += chunk.length;
        yield chunk;
      }
    },
    sink,
  );
  return { sha256: hash.digest('hex'), bytes: written };
}

/** Writes a backup to a new file; returns its SHA-256. */
export async function writeBackup(file: string, key: string | null, source: BackupSource): Promise<string> {
  if (existsSync(file))
    throw new StartupError(`${file} exists already; a backup does not replace another one.`);
  const { sha256 } = await packBackup(source, key, (bytes) => writeAtomically(file, bytes)).catch(inWords);
  return sha256;
}

/** Writes a file that appears under its name only once it is complete and durable. */
export async function writeAtomically(file: string, bytes: AsyncIterable<Buffer>): Promise<void> {
  const unfinished = `${file}${unfinishedSuffix}`;
  try {
    await pipeline(bytes, createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true }));
    await rename(unfinished, file);
    await syncPath(dirname(file));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') {
      throw new StartupError(`${unfinished} exists; another backup is being written.`, { cause: error });
    }
    await rm(unfinished, { force: true });
    throw error;
  }
}

/** The suffix of files that are being written. */
export const unfinishedSuffix = '.partial';

/** Throws the cause of a failed backup as a readable message. */
export function inWords(error: unknown): never {
  const { code, message } = error as NodeJS.ErrnoException;
  if (error instanceof StartupError) throw error;
  if (code === 'ENOSPC') throw new StartupError('The disk is full; the backup was removed.');
  throw new StartupError(`The backup could not be written: ${message}.`, { cause: error });
}
