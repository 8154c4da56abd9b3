import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type pg from 'pg';
import { readSequences, readTables, readTransientTables } from '#kernel/server/backup/catalog.ts';
import type { Blobs } from '#kernel/server/storage/blobs.ts';

/** A digest of each table's rows, and the state of the sequences. */
export async function snapshotOf(pool: pg.Pool): Promise<Record<string, unknown>> {
  const client = await pool.connect();
  try {
    const tables: Record<string, unknown> = {};
    const transient = await readTransientTables(client);
    for (const { name } of await readTables(client)) {
      if (transient.has(name)) continue;
      const { rows } = await client.query(
        `select count(*)::int as rows, md5(coalesce(string_agg(md5(t::text), '' order by md5(t::text)), '')) as digest
         from "${name}" t`,
      );
      tables[name] = rows[0];
    }
    return { tables, sequences: await readSequences(client) };
  } finally {
    client.release();
  }
}

/** Compares every stored file with its row and returns the names; throws if one differs. */
export async function verifiedFiles(pool: pg.Pool, blobs: Blobs): Promise<string[]> {
  const { rows } = await pool.query<{ stored_name: string; sha256: string; size: number }>(
    'select stored_name, sha256, size from files order by stored_name',
  );
  const names: string[] = [];
  for (const { stored_name: name, sha256, size } of rows) {
    const stream = await blobs.open(name);
    const bytes = stream && (await buffer(stream));
    const digest = createHash('sha256')
      .update(bytes ?? '')
      .digest('hex');
    if (bytes?.length !== size || digest !== sha256) throw new Error(`the file ${name} was changed`);
    names.push(name);
  }
  return names;
}
