import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { StartupError } from '../config/startup-error.ts';
import type { BackupBytes } from './backup-bytes.ts';
import { fileSignature, decrypt } from './encryption.ts';
import { manifestName, manifestSchema, type BackupManifest } from './manifest.ts';
import { readTar, type TarEntry } from './tar.ts';

/** Whether a backup is encrypted; throws a `StartupError` if the file is not a backup. */
export async function isEncrypted(backup: BackupBytes): Promise<boolean> {
  let head: Buffer = Buffer.alloc(0);
  try {
    for await (const chunk of backup.read()) {
      head = Buffer.concat([head, chunk]);
      if (head.length >= fileSignature.length) break;
    }
  } catch (error) {
    throw new StartupError(`The backup ${backup.name} cannot be read: ${(error as Error).message}.`, {
      cause: error,
    });
  }
  if (head.subarray(0, fileSignature.length).equals(fileSignature)) return true;
  if (head[0] === 0x1f && head[1] === 0x8b) return false;
  throw new StartupError(`${backup.name} is not a backup of Ko‘mak.`);
}

/** Reads the entries of a backup one by one; throws a `StartupError` when it reaches a damaged or truncated entry. */
export async function* readBackup(backup: BackupBytes, key: string | null): AsyncGenerator<TarEntry> {
  const encrypted = await isEncrypted(backup);
  if (encrypted && key === null) {
    throw new StartupError('The backup is encrypted; give its key in KOMAK_BACKUP_KEY or with --key-file.');
  }
  const stored = Readable.from(backup.read());
  const unpacked = createGunzip();
  // Errors of the stream are thrown where the entries are read.
  const pouring = pipeline(Readable.from(encrypted ? decrypt(stored, key ?? '') : stored), unpacked);
  pouring.catch(() => {});
  try {
    yield* readTar(inWords(unpacked));
    await pouring;
  } finally {
    unpacked.destroy();
    stored.destroy();
  }
}

/** Passes bytes through; reports damaged compression in a readable message. */
async function* inWords(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* bytes;
  } catch (error) {
    if (error instanceof StartupError || !isBroken(error)) throw error;
    throw new StartupError('The backup is damaged or incomplete.', { cause: error });
  }
}

function isBroken(error: unknown): boolean {
  const { code = '' } = error as NodeJS.ErrnoException;
  return code.startsWith('Z_') || code.startsWith('ERR_STREAM');
}

/** Compares the content of a backup with its manifest. */
export class PartVerifier {
  readonly #seen = new Map<string, { size: number; sha256: string }>();
  #manifest: BackupManifest | null = null;

  /** Passes the content of an entry through, and records its hash and size. */
  async *note({ name, size, content }: TarEntry): AsyncGenerator<Buffer> {
    if (this.#manifest !== null || this.#seen.has(name)) throw wrong(name);
    const hash = createHash('sha256');
    const whole: Buffer[] = [];
    for await (const chunk of content) {
      hash.update(chunk);
      if (name === manifestName) whole.push(Buffer.from(chunk));
      yield chunk;
    }
    if (name === manifestName) this.#manifest = readManifest(Buffer.concat(whole));
    else this.#seen.set(name, { size, sha256: hash.digest('hex') });
  }

  /** Returns the manifest after everything was read and matches it; otherwise throws a `StartupError`. */
  finish(): BackupManifest {
    if (this.#manifest === null) throw new StartupError('The backup is incomplete: it has no manifest.');
    for (const { name, size, sha256 } of this.#manifest.parts) {
      const seen = this.#seen.get(name);
      if (!seen || seen.size !== size || seen.sha256 !== sha256) throw wrong(name);
      this.#seen.delete(name);
    }
    for (const name of this.#seen.keys()) throw wrong(name);
    return this.#manifest;
  }
}

/** Reads a whole backup and compares every part with its checksum; changes nothing. */
export async function checkBackup(backup: BackupBytes, key: string | null): Promise<BackupManifest> {
  const verifier = new PartVerifier();
  for await (const entry of readBackup(backup, key)) await drain(verifier.note(entry));
  return verifier.finish();
}

/** Reads and discards the remaining bytes. */
export async function drain(bytes: AsyncIterable<Buffer>): Promise<void> {
  const iterator = bytes[Symbol.asyncIterator]();
  while ((await iterator.next()).done !== true);
}

function readManifest(bytes: Buffer): BackupManifest {
  try {
    return manifestSchema.parse(JSON.parse(bytes.toString('utf8')));
  } catch (error) {
    throw new StartupError(
      'The manifest of the backup cannot be read: it is of a newer version, or damaged.',
      {
        cause: error,
      },
    );
  }
}

function wrong(name: string): StartupError {
  return new StartupError(`The backup is damaged: the part ${name} was changed.`);
}
