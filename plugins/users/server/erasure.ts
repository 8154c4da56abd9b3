import { sql } from 'kysely';
import { erasureHook, personHook } from '#kernel/plugin-api/contract.ts';
import { type DatabaseTransaction, hooksOf, removeEmptyCounters } from '#kernel/plugin-api/server.ts';
import type { Citizen } from '../contract.ts';
import { users } from '../manifest.ts';
import { compactCounts } from './store/compaction.ts';
import { counterTables } from './store/list.ts';

const onHook = hooksOf(users);

/** Provides the identity of a citizen: the row, the citizens merged into them, and the documents and names of all of these. */
const providePerson = onHook(personHook, async (query, { database }) => {
  const { before, isTheirs, requestedIds, idsOf, add, addPersonalNumber } = query;
  const { rows: found } = await sql<{ id: number }>`
    with recursive identity (id) as (
      select id from users
      where id = any(${[...requestedIds('user'), ...idsOf('user')]}::bigint[]) and created_at <= ${before}::timestamptz
      union select merge.merged_id from identity join user_merges as merge
        on merge.remaining_id = identity.id and merge.undone_at is null
    ) select id from identity`.execute(database);
  const ids = found.map(({ id }) => id);
  add('user', ids);
  const { rows } = await sql<{ person: Omit<Citizen, 'id'> }>`
    select to_jsonb(users) as person from users where id = any(${ids}::bigint[])
    union all select merged_before from user_merges where merged_id = any(${ids}::bigint[]) and undone_at is null
    union all select remaining_before from user_merges where remaining_id = any(${ids}::bigint[]) and undone_at is null`.execute(
    database,
  );
  for (const { person } of rows) {
    addPersonalNumber(person.personal_number);
    for (const mark of marksOf(person)) query.addMark(mark);
  }
  if (!isTheirs) return;
  const { rows: all } = await sql<{ id: number; number: string }>`
    select id, personal_number as number from users
    where personal_number is not null and created_at <= ${before}::timestamptz`.execute(database);
  add(
    'user',
    all.flatMap(({ id, number }) => (isTheirs(number) ? [id] : [])),
  );
});

/** Returns texts that identify a person anywhere. A given name alone belongs to thousands of people. */
export function marksOf(person: Omit<Citizen, 'id' | 'personal_number' | 'birthday'>): (string | null)[] {
  const {
    last_name: last,
    first_name: first,
    passport_series: series,
    passport_number: passport,
    phone,
  } = person;
  return [
    last && first && `${last} ${first}`,
    last && first && `${first} ${last}`,
    phone,
    passport && series && `${series}${passport}`,
    passport && series && `${series} ${passport}`,
  ];
}

/**
 * Deletes the citizen, stored merges, and the words of their name that no other citizen has. Runs after all
 * other listeners.
 */
const erase = onHook(erasureHook, async ({ idsOf, count, addTexts }, { database, emit }) => {
  const ids = [...idsOf('user')];
  // An undone merge has stored both rows too.
  const { rows: merges } = await sql`
    delete from user_merges where remaining_id = any(${ids}::bigint[]) or merged_id = any(${ids}::bigint[])
    returning remaining_id`.execute(database);
  const { rows } = await sql<Record<string, unknown> & { id: number }>`
    delete from users where id = any(${ids}::bigint[]) returning *`.execute(database);
  for (const row of rows) {
    const { first_name, last_name, father_name, phone, passport_number, block_reason } = row;
    addTexts([last_name, first_name, father_name, phone, passport_number, block_reason].map(textOf));
  }
  count('users:erasure.citizens', rows.length);
  count('users:erasure.merges', merges.length);
  await removeUnusedWords(database);
  for (const { id } of rows) emit('user_change', { id, change: 'deleted' });
});

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** The words of names are counted: unused ones are removed. */
async function removeUnusedWords(database: DatabaseTransaction): Promise<void> {
  while ((await compactCounts(database)) > 0);
  await removeEmptyCounters(database, counterTables.counters);
  await removeEmptyCounters(database, 'user_word_counts');
}

/** The hook listeners that erase a citizen from the register. */
export const erasureHooks = [providePerson, erase];
