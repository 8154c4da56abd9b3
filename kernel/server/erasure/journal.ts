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

/** The erasure journal outside of the database, in the store of files, where no restore overwrites it. */
export interface Journal {
  note(entry: JournalEntry): Promise<void>;
  read(): Promise<JournalEntry[]>;
}

/** Creates the journal in a store; `temporary` is a folder on its disk. */
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

/** An entry of the table, with the remaining work. */
interface StoredEntry extends JournalEntry {
  readonly blobs: readonly string[];
  readonly isNoted: boolean;
}

/** Reads entries of the table. */
export async function readEntries(
  database: Database,
  which: 'all' | 'unnoted' | 'again',
): Promise<StoredEntry[]> {
  const condition =
    which === 'all' ? sql`true` : which === 'again' ? sql`again` : sql`noted_at is null or blobs <> '{}'`;
  const { rows } = await sql<StoredEntry>`
    select id, subjects, digests, counts, to_json(erased_at) #>> '{}' as "erasedAt", blobs,
      noted_at is not null as "isNoted"
    from erasures
    where ${condition} order by erased_at, id`.execute(database);
  return rows;
}

/**
 * Writes each erasure to the journal and removes the bytes of its files; continues where a node was killed. A failing
 * one, for example because the store does not remove bytes, does not delay the others; its error is thrown at the
 * end.
 */
export async function completeErasures(database: Database, work: CompletionWork): Promise<void> {
  const errors: unknown[] = [];
  for (const entry of await readEntries(database, 'unnoted')) {
    await completeOne(database, entry, work).catch((error: unknown) => errors.push(error));
  }
  if (errors.length > 0) throw errors[0];
}

interface CompletionWork {
  readonly journal: Pick<Journal, 'note'>;
  readonly removeBytes: (storedNames: readonly string[]) => Promise<void>;
}

async function completeOne(
  database: Database,
  { blobs, isNoted, ...entry }: StoredEntry,
  { journal, removeBytes }: CompletionWork,
): Promise<void> {
  if (!isNoted) {
    await journal.note(entry);
    await sql`update erasures set noted_at = now() where id = ${entry.id} and noted_at is null`.execute(
      database,
    );
  }
  await removeBytes(blobs);
  await sql`update erasures set blobs = '{}' where id = ${entry.id} and blobs = ${blobs}::uuid[]`.execute(
    database,
  );
}
