import { mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { ByteStore } from '../services/ports.ts';

/**
 * Creates a store in a folder, on the same disk as the files put into it: each file is synced and renamed, then the
 * folder is synced.
 */
export function createFolderStore(folder: string): ByteStore {
  return {
    async put(name, { path }) {
      const target = join(folder, name);
      const made = await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      await syncPath(path);
      await rename(path, target);
      await syncPath(dirname(target));
      if (made === undefined) return;
      // A new folder is an entry in its parent, which must be synced too.
      for (let lower = dirname(target); lower !== dirname(made); lower = dirname(lower)) {
        await syncPath(dirname(lower));
      }
    },
    async read(name, range) {
      const handle = await open(join(folder, name), 'r').catch(absent);
      return handle?.createReadStream(range ?? {}) ?? null;
    },
    async remove(name) {
      await rm(join(folder, name), { force: true });
    },
    async *list(under) {
      const entries = await opendir(join(folder, under), { recursive: true }).catch(absent);
      if (!entries) return;
      for await (const entry of entries) {
        if (!entry.isFile()) continue;
        const path = join(entry.parentPath, entry.name);
        const found = await stat(path).catch(absent);
        if (!found) continue;
        yield {
          name: relative(folder, path).split(sep).join('/'),
          at: found.mtimeMs,
          size: found.size,
        };
      }
    },
  };
}

/** Flushes a file or a folder to the disk. */
export async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function absent(error: unknown): null {
  if ((error as { code?: string }).code === 'ENOENT') return null;
  throw error;
}
