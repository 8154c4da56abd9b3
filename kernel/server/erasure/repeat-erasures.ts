import { sql } from 'kysely';
import type { Manifest } from '#kernel/contract/index.ts';
import { nobody } from '../audit/write-audit.ts';
import { StartupError } from '../config/startup-error.ts';
import { asKernel } from '../database/pool/data-wall.ts';
import type { ServerServices } from '../services/server-services.ts';
import { inTransaction } from '../transactions/effects.ts';
import { digestOf, erasePerson } from './erase-person.ts';
import { readEntries, type Journal, type JournalEntry } from './journal.ts';
import { missingErasers } from './missing-erasers.ts';
import { findPerson } from './person.ts';

const kernel = { id: 'kernel', version: '1.0.0' } as const satisfies Manifest;
const repeatLock = 4_607_058;

/**
 * Repeats the erasures that a restored older backup has undone, before the server accepts calls. Journal entries that
 * are in the database are not repeated, since they were completed in it, unless an interrupted start left them to be
 * repeated.
 */
export async function repeatErasures(services: ServerServices, journal: Journal): Promise<void> {
  const { database, log } = services;
  const noted = await journal.read();
  const known = new Set((await readEntries(database, 'all')).map(({ id }) => id));
  for (const entry of noted) if (!known.has(entry.id)) await insertAgain(services, entry);
  const again = await readEntries(database, 'again');
  if (again.length === 0) return;
  const missing = await missingErasers(services);
  if (missing.length > 0) {
    throw new StartupError(
      `The database is older than ${again.length} erasures of citizens, which have to be repeated, but these plugins with data of citizens are disabled or failed to start: ${missing.join(', ')}.`,
    );
  }
  for (const entry of again) await repeat(services, entry);
  log.warn({ erasures: again.length }, 'erased citizens again that a restored backup contained');
}

async function insertAgain({ database }: ServerServices, entry: JournalEntry): Promise<void> {
  await sql`
    insert into erasures (id, subjects, digests, counts, erased_at, blobs, noted_at, again)
    values (${entry.id}, ${JSON.stringify(entry.subjects)}::jsonb, ${entry.digests}::text[],
      ${JSON.stringify(entry.counts)}::jsonb, ${entry.erasedAt}, '{}', now(), true)
    on conflict (id) do nothing`.execute(database);
}

async function repeat(
  services: ServerServices,
  { id, subjects, digests, erasedAt }: JournalEntry,
): Promise<void> {
  const { vault } = services;
  const theirs = new Set(digests);
  await inTransaction(services, { actor: nobody, manifest: kernel }, async (effects) => {
    // Nodes that start at the same time take turns.
    const database = asKernel(effects.database);
    await sql`select pg_advisory_xact_lock(${repeatLock})`.execute(database);
    const { rows } = await sql`select from erasures where id = ${id} and again for update`.execute(database);
    if (rows.length === 0) return;
    const person = await findPerson(effects.hooks, {
      subjects,
      before: erasedAt,
      isTheirs: (number) => theirs.has(digestOf(vault, number)),
    });
    await erasePerson(effects, person, { vault, entry: id });
    const [subjectId = null] = subjects['user'] ?? [];
    await effects.audit({ action: 'kernel.erasure.repeat', subjectType: 'user', subjectId });
  });
}
