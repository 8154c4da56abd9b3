import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, open, readdir, rm, statfs, symlink, writeFile, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';

/** A disk that can be filled. */
export interface SmallDisk {
  /** Sets the number of free bytes. */
  setFreeBytes(bytes: number): Promise<void>;
  /** Removes the disk. */
  remove(): void;
}

/** The name of the file that occupies space. */
const filler = 'filler';

/** Counts the files below a folder, without the filler. */
export async function filesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile() && entry.name !== filler).length;
}

/** Mounts a disk of 24 MiB on a folder; throws without Linux or the rights of root. */
export async function mountSmallDisk(folder: string): Promise<SmallDisk> {
  await mkdir(folder, { recursive: true });
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', folder], { stdio: 'pipe' });
  } catch (cause) {
    throw new Error('no small disk can be mounted; it requires Linux and the rights of root', { cause });
  }
  return {
    async setFreeBytes(bytes) {
      await rm(join(folder, filler), { force: true });
      const { bavail, bsize } = await statfs(folder);
      const taken = Math.max(0, bavail * bsize - bytes);
      if (taken > 0) await writeFile(join(folder, filler), Buffer.alloc(taken));
    },
    remove: () => void execFileSync('umount', ['--lazy', folder]),
  };
}

/**
 * Simulates a full disk for this process when it appends to a file and, if `/dev/full` exists, when it writes
 * a re-encoded image beside an upload. Requires no privileges; supports one upload at a time.
 */
export async function simulateSmallDisk(folder: string): Promise<SmallDisk> {
  const incoming = join(folder, 'incoming');
  await mkdir(incoming, { recursive: true });
  const files = await fileHandlePrototype();
  const { appendFile } = files;
  let left = Infinity;

  async function appendUntilFull(this: FileHandle, chunk: Uint8Array): Promise<void> {
    const fits = chunk.subarray(0, left);
    left -= fits.length;
    await appendFile.call(this, fits);
    if (fits.length < chunk.length) {
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    }
    if ((await this.stat()).size > left) await blockRecodedPicture();
  }

  /** Makes the write of the re-encoded image, the second file, fail: its name leads to `/dev/full`. */
  async function blockRecodedPicture(): Promise<void> {
    const [coming, made] = await readdir(incoming);
    if (coming === undefined || made !== undefined || !existsSync('/dev/full')) return;
    await symlink('/dev/full', join(incoming, `${coming}.made`));
  }

  files.appendFile = appendUntilFull as FileHandle['appendFile'];
  return {
    async setFreeBytes(bytes) {
      left = bytes;
    },
    remove() {
      files.appendFile = appendFile;
    },
  };
}

async function fileHandlePrototype(): Promise<FileHandle> {
  const handle = await open(import.meta.filename);
  await handle.close();
  return Object.getPrototypeOf(handle) as FileHandle;
}
