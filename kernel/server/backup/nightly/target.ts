import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { dayMs } from '#kernel/domain/text/dates.ts';
import { retry } from '../../concurrency/retry.ts';
import type { BackupPlan } from '../../config/backup-plan.ts';
import { StartupError } from '../../config/startup-error.ts';
import { createFolderStore } from '../../storage/folder-store.ts';
import { openObjectStore } from '../../storage/object-store.ts';
import type { ByteStore } from '../../services/ports.ts';
import type { BackupBytes } from '../backup-bytes.ts';
import { unfinishedSuffix, writeAtomically } from '../write-backup.ts';

/** A stored backup. */
export interface StoredBackup {
  readonly name: string;
  /** The time of its data, in milliseconds since 1970. */
  readonly at: number;
  readonly size: number;
}

/** The storage of a server's backups. */
export interface BackupTarget {
  /** Stores bytes under a name, completely or not at all. */
  write(name: string, bytes: AsyncIterable<Buffer>): Promise<void>;
  /** The server's backups, newest first; other files are ignored. */
  list(): Promise<StoredBackup[]>;
  bytesOf(backup: StoredBackup): BackupBytes;
  remove(name: string): Promise<void>;
  close(): void;
}

const folderOfBucket = 'backups';
/** Bytes per request to a bucket: a connection that stays open for hours breaks at some point. */
const rangeBytes = 8 * 1024 * 1024;
/** Milliseconds after which an unfinished file counts as left behind by a killed process. */
const abandonedMs = dayMs;
const pattern = /^komak-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.backup$/;

/** The name of a backup by its time. */
export function backupName(moment: Date): string {
  return `komak-${moment.toISOString().slice(0, 19).replaceAll(':', '-')}Z.backup`;
}

/** The time in a backup's name; null for other names. */
export function momentOf(name: string): number | null {
  const [, day, hours, minutes, seconds] = pattern.exec(name) ?? [];
  return day === undefined ? null : Date.parse(`${day}T${hours}:${minutes}:${seconds}Z`);
}

/** Opens the target of a plan; throws a {@link StartupError} if it cannot be used. */
export async function openBackupTarget({ target }: Pick<BackupPlan, 'target'>): Promise<BackupTarget> {
  return 'folder' in target ? openFolder(target.folder) : openBucket(target.bucket);
}

async function openFolder(folder: string): Promise<BackupTarget> {
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    throw new StartupError(
      `The folder of backups ${folder} cannot be created (${error.code ?? 'unknown'}).`,
      {
        cause: error,
      },
    );
  });
  const store = createFolderStore(folder);
  return {
    async write(name, bytes) {
      await removeAbandoned(folder);
      await writeAtomically(join(folder, name), bytes);
    },
    list: () => listBackups(store, ''),
    bytesOf: (backup) => readInRanges(store, backup.name, backup.size),
    remove: (name) => store.remove(name),
    close: () => {},
  };
}

async function openBucket(address: Parameters<typeof openObjectStore>[0]): Promise<BackupTarget> {
  const store = await openObjectStore(address);
  const nameIn = (name: string) => `${folderOfBucket}/${name}`;
  return {
    write: (name, bytes) => store.upload(nameIn(name), bytes),
    list: () => listBackups(store, folderOfBucket),
    bytesOf: (backup) => readInRanges(store, nameIn(backup.name), backup.size),
    remove: (name) => store.remove(nameIn(name)),
    close: () => store.close(),
  };
}

async function listBackups(store: ByteStore, folder: string): Promise<StoredBackup[]> {
  const found: StoredBackup[] = [];
  for await (const { name: path, size } of store.list(folder)) {
    const name = folder === '' ? path : path.slice(folder.length + 1);
    const at = momentOf(name);
    if (at !== null) found.push({ name, at, size });
  }
  return found.toSorted((one, other) => other.at - one.at);
}

function readInRanges(store: ByteStore, name: string, size: number): BackupBytes {
  async function readRange(start: number, end: number): Promise<Buffer> {
    const stream = await store.read(name, { start, end });
    if (!stream) throw new StartupError(`The backup ${name} no longer exists.`);
    return Buffer.concat((await stream.toArray()) as Buffer[]);
  }
  return {
    name,
    async *read() {
      for (let start = 0; start < size; start += rangeBytes) {
        const end = Math.min(start + rangeBytes, size) - 1;
        yield await retry(() => readRange(start, end), {
          maxAttempts: 3,
          delayMs: 300,
          shouldRetry: (error) => !(error instanceof StartupError),
        });
      }
    },
  };
}

async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.endsWith(unfinishedSuffix) || momentOf(name.slice(0, -unfinishedSuffix.length)) === null)
      continue;
    const found = await stat(join(folder, name)).catch(() => null);
    if (found && found.mtimeMs < Date.now() - abandonedMs) await rm(join(folder, name), { force: true });
  }
}
