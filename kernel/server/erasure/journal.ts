import { createHash } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '../api/index.ts';
import type { ByteStore } from '../services/ports.ts';

const folder = 'erasures';

const entrySchema = z.object({
  id: z.uuid(),
  subjects: z.record(z.string(), z.array(z.int())),
  digests: z.array(z.string()),
  counts: z.record(z.string(), z.int()),
  erasedAt: z.string(),
});
/** An erasure, without personal data. */
export type JournalEntry = z.output<typeof entrySchema>;

/** The journal beside the database, in the store of the files: no backup overwrites it. */
export interface Journal {
  note(entry: JournalEntry): Promise<void>;
  read(): Promise<JournalEntry[]>;
}

/** Keeps the journal in a store; `temporary` is a folder on its disk. */
export function createJournal(store: ByteStore, temporary: string): Journal {
  return {
    async note(entry) {
      const content = JSON.stringify(entry);
      const path = join(temporary, `${entry.id}.json`);
      await mkdir(temporary, { recursive: true, mode: 0o700 });
      try {
        await writeFile(path, content, { mode: 0o600 });
        const sha256 = createHash('sha256').update(content).digest('hex');
        await store.put(`${folder}/${entry.id}.json`, { path, sha256 });
      } finally {
        await rm(path, { force: true });
      }
    },
    async read() {
      const entries: JournalEntry[] = [];
      for await (const { name } of store.list(folder)) {
        const stream = await store.read(name);
        if (stream) entries.push(entrySchema.parse(JSON.parse(await text(stream))));
      }
      return entries;
    },
  };
}

/** Reads entries of the table. */
export async function readEntries(
  database: Database,
  which: 'all' | 'unnoted' | 'again',
): Promise<(JournalEntry & { readonly blobs: readonly string[] })[]> {
  const condition =
    which === 'all' ? sql`true` : which === 'again' ? sql`again` : sql`noted_at is null or blobs <> '{}'`;
  const { rows } = await sql<JournalEntry & { blobs: readonly string[] }>`
    select id, subjects, digests, counts, to_json(erased_at) #>> '{}' as "erasedAt", blobs from erasures
    where ${condition} order by erased_at, id`.execute(database);
  return rows;
}

/** Notes each erasure beside the database and removes the bytes of its files; continues where a node was killed. */
export async function completeErasures(
  database: Database,
  {
    journal,
    removeBytes,
  }: { journal: Journal; removeBytes: (storedNames: readonly string[]) => Promise<void> },
): Promise<void> {
  for (const { blobs, ...entry } of await readEntries(database, 'unnoted')) {
    await journal.note(entry);
    await removeBytes(blobs);
    await sql`
      update erasures set noted_at = coalesce(noted_at, now()), blobs = '{}'
      where id = ${entry.id} and blobs = ${blobs}::uuid[]`.execute(database);
  }
}
