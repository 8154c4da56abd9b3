import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** The bytes of stored files in a folder, each under a name of its own that tells nothing. */
export interface Blobs {
  /** A path for bytes that are still coming. */
  newPath(): Promise<string>;
  /** Makes bytes durable under a stored name: synced, renamed, and the folder synced. */
  place(path: string): Promise<string>;
  open(storedName: string): Promise<FileHandle | null>;
  remove(storedName: string): Promise<void>;
  /** Stored names not touched for so many milliseconds; unfinished bytes as old as that are removed. */
  olderThan(milliseconds: number): AsyncGenerator<string>;
}

const isStoredName = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Opens the folder of the blobs: `incoming/` for what is on its way, `stored/ab/…` for what is whole. */
export function createBlobs(folder: string): Blobs {
  const incoming = join(folder, 'incoming');
  const stored = join(folder, 'stored');
  const pathOf = (storedName: string) => join(stored, storedName.slice(0, 2), storedName);

  return {
    async newPath() {
      await mkdir(incoming, { recursive: true, mode: 0o700 });
      return join(incoming, randomUUID());
    },
    async place(path) {
      const storedName = randomUUID();
      const target = pathOf(storedName);
      const made = await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      await syncPath(path);
      await rename(path, target);
      await syncPath(dirname(target));
      // A new folder is an entry in the one above it.
      if (made !== undefined) for (const above of [stored, folder, dirname(folder)]) await syncPath(above);
      return storedName;
    },
    async open(storedName) {
      return open(pathOf(storedName), 'r').catch(absent);
    },
    async remove(storedName) {
      await rm(pathOf(storedName), { force: true });
    },
    async *olderThan(milliseconds) {
      const before = Date.now() - milliseconds;
      for (const name of await list(incoming)) {
        if (await isOlder(join(incoming, name), before)) await rm(join(incoming, name), { force: true });
      }
      for (const prefix of await list(stored)) {
        for (const name of await list(join(stored, prefix))) {
          if (isStoredName.test(name) && (await isOlder(join(stored, prefix, name), before))) yield name;
        }
      }
    },
  };
}

async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function list(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(absent)) ?? [];
}

async function isOlder(path: string, before: number): Promise<boolean> {
  const found = await stat(path).catch(absent);
  return found !== null && found.mtimeMs < before;
}

function absent(error: unknown): null {
  if ((error as { code?: string }).code === 'ENOENT') return null;
  throw error;
}
