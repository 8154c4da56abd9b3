import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { StartupError } from '../config/startup-error.ts';
import { magic, decrypt } from './encryption.ts';
import { manifestName, manifestSchema, type BackupManifest } from './manifest.ts';
import { readTar, type TarEntry } from './tar.ts';

/** Whether a file is an encrypted backup; a `StartupError` where it is no backup at all. */
export async function isEncrypted(file: string): Promise<boolean> {
  const handle = await open(file, 'r').catch((error: NodeJS.ErrnoException) => {
    throw new StartupError(`The backup ${file} cannot be read: ${error.message}.`, { cause: error });
  });
  try {
    const { buffer } = await handle.read(Buffer.alloc(magic.length), 0, magic.length, 0);
    if (buffer.equals(magic)) return true;
    if (buffer[0] === 0x1f && buffer[1] === 0x8b) return false;
    throw new StartupError(`${file} is no backup of Ko‘mak.`);
  } finally {
    await handle.close();
  }
}

/** Reads the entries of a backup one by one; a damaged or truncated entry throws a `StartupError` when it is reached. */
export async function* readBackup(file: string, key: string | null): AsyncGenerator<TarEntry> {
  const encrypted = await isEncrypted(file);
  if (encrypted && key === null) {
    throw new StartupError('The backup is encrypted; give its key in KOMAK_BACKUP_KEY or with --key-file.');
  }
  const stored = createReadStream(file);
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

/** The same bytes; damaged compression is reported in a sentence. */
async function* inWords(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* bytes;
  } catch (error) {
    if (error instanceof StartupError || !isBroken(error)) throw error;
    throw new StartupError('The backup is damaged or cut off.', { cause: error });
  }
}

function isBroken(error: unknown): boolean {
  const { code = '' } = error as NodeJS.ErrnoException;
  return code.startsWith('Z_') || code.startsWith('ERR_STREAM');
}

/** Compares what is read of a backup with what its manifest says. */
export class PartVerifier {
  readonly #seen = new Map<string, { size: number; sha256: string }>();
  #manifest: BackupManifest | null = null;

  /** Passes the content of an entry on, and notes what it was. */
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

  /** The manifest, once everything has been read and is as it says; throws a `StartupError` else. */
  finish(): BackupManifest {
    if (this.#manifest === null) throw new StartupError('The backup is cut off: it has no manifest.');
    for (const { name, size, sha256 } of this.#manifest.parts) {
      const seen = this.#seen.get(name);
      if (!seen || seen.size !== size || seen.sha256 !== sha256) throw wrong(name);
      this.#seen.delete(name);
    }
    for (const name of this.#seen.keys()) throw wrong(name);
    return this.#manifest;
  }
}

/** Reads a whole backup and compares every part with its checksum, without changing anything. */
export async function checkBackup(file: string, key: string | null): Promise<BackupManifest> {
  const verifier = new PartVerifier();
  for await (const entry of readBackup(file, key)) await drain(verifier.note(entry));
  return verifier.finish();
}

/** Reads to the end what nobody needs. */
export async function drain(bytes: AsyncIterable<Buffer>): Promise<void> {
  const iterator = bytes[Symbol.asyncIterator]();
  while ((await iterator.next()).done !== true);
}

function readManifest(bytes: Buffer): BackupManifest {
  try {
    return manifestSchema.parse(JSON.parse(bytes.toString('utf8')));
  } catch (error) {
    throw new StartupError(
      'The manifest of the backup cannot be read: it is of a newer Ko‘mak, or damaged.',
      {
        cause: error,
      },
    );
  }
}

function wrong(name: string): StartupError {
  return new StartupError(`The backup is damaged: the part ${name} is not as it was written.`);
}
