import { sql } from 'kysely';
import { z } from 'zod';
import { erasureHook, personHook } from '#kernel/plugin-api/contract.ts';
import { erasePart, hooksOf, touched } from '#kernel/plugin-api/server.ts';
import { households } from '../manifest.ts';
import { writeSearchKeys } from './store/write-search-keys.ts';

const onHook = hooksOf(households);

/**
 * Provides a person's present and former households, and the person's JSHSHIRs in those where it is known
 * only by digest.
 */
const providePerson = onHook(personHook, async (query, { database }) => {
  const { isTheirs, personalNumbers, add, addPersonalNumber } = query;
  const { rows: counting } = await sql<{ id: number }>`
    select household_id as id from household_citizens where personal_number = any(${[...personalNumbers]}::text[])
    union select household_id from household_past_citizens where personal_number = any(${[...personalNumbers]}::text[])`.execute(
    database,
  );
  add(
    'household',
    counting.map(({ id }) => id),
  );
  if (!isTheirs) return;
  const { rows } = await sql<{ number: string }>`
    select distinct personal_number as number from household_citizens
    union select personal_number from household_past_citizens`.execute(database);
  for (const { number } of rows) if (isTheirs(number)) addPersonalNumber(number);
});

const memberSchema = z.object({ full_name: z.string(), personal_number: z.string() }).partial();

/** Erases a citizen from present and former households, and from their versions. */
const erase = onHook(erasureHook, async (erasure, { database, emit }) => {
  const numbers = [...erasure.personalNumbers];
  const theirs = sql`personal_number = any(${numbers}::text[])`;
  await sql`
    select from households where id in (select household_id from household_citizens where ${theirs})
    order by id for update`.execute(database);
  const { rows: gone } = await sql<{ household_id: number; full_name: string }>`
    delete from household_citizens where ${theirs} returning household_id, full_name`.execute(database);
  erasure.addTexts(gone.map(({ full_name }) => full_name));
  const { rows: past } = await sql<{ household_id: number }>`
    delete from household_past_citizens where ${theirs} returning household_id`.execute(database);
  const { rows: changed } = await sql<{ id: number; neighborhood_id: number }>`
    update households set search_key = null, updated_at = ${touched}
    where id = any(${gone.map(({ household_id }) => household_id)}::bigint[])
    returning id, neighborhood_id`.execute(database);
  await writeSearchKeys(database, changed.length);
  const householdIds = new Set([...gone, ...past].map(({ household_id }) => String(household_id)));
  const marks = erasure.marks.map((mark) => mark.toLowerCase());
  const versions = await erasePart(database, {
    kind: 'household',
    name: 'citizens',
    texts: [...numbers, ...erasure.marks, ...gone.map(({ full_name }) => full_name)],
    isPart(part, record) {
      const { full_name = '', personal_number = '' } = memberSchema.safeParse(part).data ?? {};
      const name = full_name.toLowerCase();
      return (
        numbers.includes(personal_number) ||
        (householdIds.has(record) && marks.some((mark) => name.includes(mark)))
      );
    },
  });
  erasure.count('households:erasure.members', gone.length);
  erasure.count('households:erasure.versions', versions);
  for (const { id, neighborhood_id: neighborhoodId } of changed) {
    emit('household_change', { id, change: 'updated' }, { neighborhoodId });
  }
});

/** The hook listeners that erase a citizen from households. */
export const erasureHooks = [providePerson, erase];
