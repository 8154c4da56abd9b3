import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { ByteRange, ByteStore } from '../services/ports.ts';

/** The bytes of stored files, each under a random name. */
export interface Blobs {
  /** The local folder for bytes that are being received. */
  readonly incoming: string;
  /** Returns a path for bytes that are being received. */
  newPath(): Promise<string>;
  /** Stores bytes durably under a stored name, by default a new one. */
  upload(path: string, sha256: string, storedName?: string): Promise<string>;
  open(storedName: string, range?: ByteRange | null): Promise<Readable | null>;
  remove(storedName: string): Promise<void>;
  /** Stored names that were not touched for this time; also removes unfinished bytes of that age. */
  olderThan(milliseconds: number): AsyncGenerator<string>;
}

const isStoredName = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Stores blobs in a store, as `stored/ab/…`; uploads in progress are in `incoming/` of a local folder. */
export function createBlobs(folder: string, store: ByteStore): Blobs {
  const incoming = join(folder, 'incoming');
  const nameOf = (storedName: string) => `stored/${storedName.slice(0, 2)}/${storedName}`;

  return {
    incoming,
    async newPath() {
      await mkdir(incoming, { recursive: true, mode: 0o700 });
      return join(incoming, randomUUID());
    },
    async upload(path, sha256, storedName = randomUUID()) {
      if (!isStoredName.test(storedName)) throw new Error(`${storedName} is not a stored name`);
      await store.put(nameOf(storedName), { path, sha256 });
      return storedName;
    },
    open: (storedName, range) => store.read(nameOf(storedName), range),
    remove: (storedName) => store.remove(nameOf(storedName)),
    async *olderThan(milliseconds) {
      const before = Date.now() - milliseconds;
      for (const name of await readdir(incoming).catch(() => [])) {
        const found = await stat(join(incoming, name)).catch(() => null);
        if (found && found.mtimeMs < before) await rm(join(incoming, name), { force: true });
      }
      for await (const { name, at } of store.list('stored')) {
        const storedName = name.split('/').at(-1) ?? '';
        if (isStoredName.test(storedName) && at < before) yield storedName;
      }
    },
  };
}
