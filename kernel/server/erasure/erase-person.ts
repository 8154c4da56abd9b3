import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { erasureHook, type ErasureObstacle, type ErasureReport } from '#kernel/contract/index.ts';
import type { DatabaseTransaction, Effects } from '../api/index.ts';
import { asKernel } from '../database/pool/data-wall.ts';
import type { Vault } from '../api/vault.ts';
import type { ServerServices } from '../services/server-services.ts';
import { mentionsPerson } from './mentions-person.ts';
import { missingErasers } from './missing-erasers.ts';
import { findPerson, type Person } from './person.ts';

/** The digest by which the journal identifies a JSHSHIR. */
export const digestOf = (vault: Pick<Vault, 'sign'>, personalNumber: string): string =>
  vault.sign('erasures', personalNumber);

/**
 * Erases a citizen from the tables of all plugins and of the kernel, in the transaction of the effects. If there are
 * obstacles, the caller has to roll it back. `entry` is the journal entry of a repeated erasure, which has no
 * obstacles.
 */
export async function erasePerson(
  { database, hooks }: Pick<Effects, 'database' | 'hooks'>,
  person: Person,
  { vault, entry }: { vault: Pick<Vault, 'sign'>; entry?: string },
): Promise<Omit<ErasureReport, 'missing'>> {
  const counts: Record<string, number> = {};
  const obstacles: ErasureObstacle[] = [];
  const texts = new Set([...person.marks, ...(await readFormerTexts(database, person))]);
  const fileIds = new Set<number>();
  await hooks.call(erasureHook, {
    idsOf: (type) => person.ids[type] ?? [],
    personalNumbers: person.personalNumbers,
    marks: person.marks,
    count(key, number) {
      if (number > 0) counts[key] = (counts[key] ?? 0) + number;
    },
    obstruct: (obstacle) => void (entry === undefined && obstacles.push(obstacle)),
    addTexts(more) {
      for (const text of more) if (text && text.length >= shortestText) texts.add(text);
    },
    eraseFiles(ids) {
      for (const one of ids) fileIds.add(one);
    },
    erasedFiles: () => [...fileIds],
  });
  const blobs = await eraseFiles(database, [...fileIds]);
  if (blobs.length > 0) counts['kernel:erasure.files'] = blobs.length;
  await eraseStoredResponses(database, [...texts]);
  await eraseReasons(database, person);
  const digests = person.personalNumbers.map((number) => digestOf(vault, number));
  if (entry !== undefined) {
    await sql`
      update erasures set again = false, blobs = ${blobs}::uuid[] where id = ${entry}`.execute(
      asKernel(database),
    );
    // A trigger notifies browsers of the records in the journal; in a backup the person may have had other records.
    await sql`select add_erased_subjects(${JSON.stringify(person.ids)}::jsonb)`.execute(asKernel(database));
    return { id: entry, counts, obstacles };
  }
  const id = randomUUID();
  await sql`
    insert into erasures (id, subjects, digests, counts, blobs)
    values (${id}, ${JSON.stringify(person.ids)}::jsonb, ${digests}::text[], ${JSON.stringify(counts)}::jsonb,
      ${blobs}::uuid[])`.execute(asKernel(database));
  return { id, counts, obstacles };
}

/** Erases a citizen of the register. Disabled plugins prevent it, since their data would not be erased. */
export async function eraseCitizen(
  services: Pick<ServerServices, 'plugins' | 'database' | 'vault'>,
  citizenId: number,
  effects: Pick<Effects, 'database' | 'hooks'>,
): Promise<ErasureReport> {
  const missing = await missingErasers(services);
  if (missing.length > 0) return { id: '', counts: {}, obstacles: [], missing };
  const { rows } = await sql<{ now: string }>`select to_json(now()) #>> '{}' as now`.execute(
    asKernel(effects.database),
  );
  const person = await findPerson(effects.hooks, {
    subjects: { user: [citizenId] },
    before: rows[0]?.now ?? '',
  });
  return { ...(await erasePerson(effects, person, services)), missing };
}

/** Returns the person's former texts in the register, since a stored response may be older than a change. */
async function readFormerTexts(database: DatabaseTransaction, { ids }: Person): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select distinct value #>> '{}' as text
    from record_history cross join lateral jsonb_each(changes) as field (name, sides)
    cross join lateral (
      values (side_of_change(sides, 'before')), (side_of_change(sides, 'after'))
    ) as side (value)
    where kind = 'user' and record = any(${(ids['user'] ?? []).map(String)}::text[])
      and jsonb_typeof(value) = 'string'`.execute(asKernel(database));
  // Dates are excluded, since many people share them.
  return rows.flatMap(({ text }) =>
    text.length >= shortestText && !/^\d{4}-\d\d-\d\d/.test(text) ? [text] : [],
  );
}

/** Shorter texts occur in responses about other people. */
const shortestText = 4;

async function eraseFiles(database: DatabaseTransaction, fileIds: readonly number[]): Promise<string[]> {
  if (fileIds.length === 0) return [];
  const { rows } = await sql<{ stored_name: string }>`
    delete from files where id = any(${[...fileIds]}::bigint[]) returning stored_name`.execute(
    asKernel(database),
  );
  return rows.map(({ stored_name }) => stored_name);
}

/** Deletes stored responses to repeatable calls that contain texts of the person. */
async function eraseStoredResponses(database: DatabaseTransaction, texts: readonly string[]): Promise<void> {
  // In their JSON encoding.
  const written = texts.map((text) => JSON.stringify(text).slice(1, -1));
  await sql`
    delete from idempotency_records where exists (
      select from unnest(${written}::text[]) as text where strpos(lower(answer), lower(text)) > 0)`.execute(
    asKernel(database),
  );
}

/** Deletes the reasons of audit entries about the person's records, and those that name the person. */
async function eraseReasons(database: DatabaseTransaction, { ids, marks }: Person): Promise<void> {
  const subjects = Object.entries(ids).map(([type, own]) => ({ type, ids: own }));
  await sql`
    delete from audit_reasons where ${mentionsPerson(sql`reason`, marks)} or exists (
      select from jsonb_to_recordset(${JSON.stringify(subjects)}::jsonb) as subject (type text, ids jsonb)
      where subject.type = subject_type and subject.ids @> to_jsonb(subject_id))`.execute(asKernel(database));
}
