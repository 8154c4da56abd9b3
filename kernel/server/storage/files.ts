import { sql } from 'kysely';
import type { Logger } from 'pino';
import { dayMs } from '#kernel/domain/text/dates.ts';
import { asKernel } from '../database/pool/data-wall.ts';
import type { Database } from '../api/index.ts';
import type { ByteStore, Files, ReceivedFile } from '../services/ports.ts';
import { createBlobs, type Blobs } from './blobs.ts';
import { isInline } from './formats.ts';
import { createImageProcess } from './image-process.ts';
import { createFileReceiver } from './receive-file.ts';
import { createSigner } from './url-signer.ts';

const sweptAtOnce = 500;
const weekMs = 7 * dayMs;

/** Stored files, and the removal of bytes without an owner. */
export interface StoredFiles extends Files {
  /**
   * Removes bytes without a row after a grace period in milliseconds, by default a week: longer than the time for which
   * backups of bytes and of rows may differ. Returns their number.
   */
  sweep(grace?: number): Promise<number>;
  /** Removes the bytes of files whose rows were deleted, without a grace period. */
  removeBytes(storedNames: readonly string[]): Promise<void>;
  /** Ends the process that decodes images. */
  close(): Promise<void>;
}

/**
 * Creates the files: bytes in a store, rows in the database, uploads in `folder`. `secret` signs addresses and is the
 * same on all nodes.
 */
export function createFiles({
  folder,
  store,
  database,
  secret,
  log,
}: {
  folder: string;
  store: ByteStore;
  database: Database;
  secret: string | Buffer;
  log: Pick<Logger, 'error'>;
}): StoredFiles {
  const blobs = createBlobs(folder, store);
  const signer = createSigner(secret);
  const images = createImageProcess({ log, temporary: blobs.incoming });

  return {
    receive: createFileReceiver(blobs, images),
    keep: insertFiles,
    async forget(fileIds, transaction) {
      await sql`delete from files where id = any(${[...fileIds]}::bigint[])`.execute(asKernel(transaction));
    },
    async discard(files) {
      await Promise.all(files.map(({ storedName }) => blobs.remove(storedName)));
    },
    url: signer.url,
    present: ({ id, name, size, format, mimetype, createdAt }, sessionId) => ({
      id,
      name,
      url: signer.url(id, sessionId),
      size,
      format,
      mimetype,
      createdAt,
    }),
    verify: signer.verify,
    async open(fileId, partOf = () => null) {
      const { rows } = await sql<{ stored_name: string; name: string; size: number; mimetype: string }>`
        select stored_name, name, size, mimetype from files where id = ${fileId}`.execute(database);
      const [row] = rows;
      if (!row) return null;
      const { name, size, mimetype } = row;
      const range = partOf(size);
      const stream = await blobs.open(row.stored_name, range);
      return stream && { stream, name, size, range, mimetype, inline: isInline(mimetype) };
    },
    async removeBytes(storedNames) {
      const gone = await withoutRow(database, storedNames, 0);
      await Promise.all(gone.map((storedName) => blobs.remove(storedName)));
    },
    sweep: (grace = weekMs) => sweepBlobs(blobs, database, grace),
    close: images.close,
  };
}

/** Writes the rows of received files. */
const insertFiles: Files['keep'] = async (files, adminId, transaction) => {
  if (files.length === 0) return [];
  const { rows } = await sql<{ id: number; stored_name: string }>`
    insert into files (stored_name, name, size, format, mimetype, sha256, admin_id)
    select stored_name, name, size, format, mimetype, sha256, ${adminId}
    from json_to_recordset(${JSON.stringify(files.map(rowOf))}) as given
      (place int, stored_name uuid, name text, size bigint, format text, mimetype text, sha256 text)
    order by place
    returning id, stored_name`.execute(asKernel(transaction));
  const ids = new Map(rows.map((row) => [row.stored_name, row.id]));
  return files.map(({ storedName, name, size, format, mimetype }) => {
    const id = ids.get(storedName);
    if (id === undefined) throw new Error(`no row was written for the file ${storedName}`);
    return { id, name, size, format, mimetype };
  });
};

/**
 * Removes blobs that have had no row for `grace` milliseconds; returns how many. Throws the error of one that cannot be
 * removed after it has tried all others.
 */
async function sweepBlobs(blobs: Blobs, database: Database, grace: number): Promise<number> {
  let removed = 0;
  let batch: string[] = [];
  const errors: unknown[] = [];
  async function clear(): Promise<void> {
    for (const storedName of await withoutRow(database, batch, grace)) {
      await blobs.remove(storedName).then(
        () => removed++,
        (error: unknown) => errors.push(error),
      );
    }
    batch = [];
  }
  // Bytes that never had a row have only their own age.
  for await (const storedName of blobs.olderThan(grace)) {
    batch.push(storedName);
    if (batch.length === sweptAtOnce) await clear();
  }
  await clear();
  await sql`delete from deleted_files where deleted_at <= now() - ${grace} * interval '1 millisecond'`.execute(
    database,
  );
  if (errors.length > 0) throw errors[0];
  return removed;
}

function rowOf(file: ReceivedFile, index: number) {
  const { storedName, name, size, format, mimetype, sha256 } = file;
  return { place: index, stored_name: storedName, name, size, format, mimetype, sha256 };
}

/** Filters names without a row whose row was not deleted within the last `grace` milliseconds. */
async function withoutRow(
  database: Database,
  storedNames: readonly string[],
  grace: number,
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select stored.name from unnest(${[...storedNames]}::uuid[]) as stored (name)
    where not exists (select from files f where f.stored_name = stored.name)
      and not exists (
        select from deleted_files d
        where d.stored_name = stored.name and d.deleted_at > now() - ${grace} * interval '1 millisecond')`.execute(
    database,
  );
  return rows.map(({ name }) => name);
}
