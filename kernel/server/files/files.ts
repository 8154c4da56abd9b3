import { sql } from 'kysely';
import type { Database } from '../plugin.ts';
import type { Files, ReceivedFile } from '../ports.ts';
import { createBlobs } from './blobs.ts';
import { isInline } from './formats.ts';
import { receiveFile } from './receive.ts';
import { createSigner } from './signature.ts';

const week = 7 * 24 * 60 * 60 * 1000;

/** Stored files, and the clearing away of bytes that nobody owns. */
export interface StoredFiles extends Files {
  /**
   * Removes bytes without a row that have lain for a grace period, a week unless given: longer than the time for which
   * backups are kept apart from their rows. Answers how many.
   */
  sweep(grace?: number): Promise<number>;
}

/** Files in a folder, their rows in the database; `secret` signs their addresses and is the same on every node. */
export function createFiles({
  folder,
  database,
  secret,
}: {
  folder: string;
  database: Database;
  secret: string | Buffer;
}): StoredFiles {
  const blobs = createBlobs(folder);
  const signer = createSigner(secret);

  return {
    receive: (upload) => receiveFile(blobs, upload),
    async keep(files, adminId, transaction) {
      if (files.length === 0) return [];
      const { rows } = await sql<{ id: number; stored_name: string }>`
        insert into files (stored_name, name, size, format, mimetype, sha256, admin_id)
        select stored_name, name, size, format, mimetype, sha256, ${adminId}
        from json_to_recordset(${JSON.stringify(files.map(rowOf))}) as given
          (place int, stored_name uuid, name text, size bigint, format text, mimetype text, sha256 text)
        order by place
        returning id, stored_name`.execute(transaction);
      const ids = new Map(rows.map((row) => [row.stored_name, row.id]));
      return files.map(({ storedName, name, size, format, mimetype }) => {
        const id = ids.get(storedName);
        if (id === undefined) throw new Error(`no row was written for the file ${storedName}`);
        return { id, name, size, format, mimetype };
      });
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
    async open(fileId) {
      const { rows } = await sql<{ stored_name: string; name: string; mimetype: string }>`
        select stored_name, name, mimetype from files where id = ${fileId}`.execute(database);
      const [row] = rows;
      const handle = row ? await blobs.open(row.stored_name) : null;
      if (!row || !handle) return null;
      const { size } = await handle.stat();
      const { name, mimetype } = row;
      return { stream: handle.createReadStream(), name, size, mimetype, inline: isInline(mimetype) };
    },
    async sweep(grace = week) {
      let removed = 0;
      for await (const storedName of blobs.olderThan(grace)) {
        if (await hasRow(database, storedName)) continue;
        await blobs.remove(storedName);
        removed++;
      }
      return removed;
    },
  };
}

function rowOf(file: ReceivedFile, place: number) {
  const { storedName, name, size, format, mimetype, sha256 } = file;
  return { place, stored_name: storedName, name, size, format, mimetype, sha256 };
}

async function hasRow(database: Database, storedName: string): Promise<boolean> {
  const { rows } = await sql`select from files where stored_name = ${storedName}`.execute(database);
  return rows.length > 0;
}
