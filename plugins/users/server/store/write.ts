import { sql } from 'kysely';
import { type DatabaseTransaction, execute } from '#kernel/plugin-api/server.ts';
import type { CitizenBody, FoundCitizen } from '../../contract.ts';
import { keysOf } from './uncompacted.ts';

/** Writes a new citizen; null where another one has the JSHSHIR. */
export async function insertCitizen(
  database: DatabaseTransaction,
  citizen: CitizenBody,
  authorId: number | null,
): Promise<number | null> {
  const { search_key, name_key } = keysOf(citizen);
  const [row] = await execute(
    database,
    sql<{ id: number }>`
      insert into users (first_name, last_name, father_name, phone, birthday, passport_series, passport_number,
        personal_number, search_key, name_key, author_id)
      values (${citizen.first_name}, ${citizen.last_name}, ${citizen.father_name}, ${citizen.phone}, ${citizen.birthday},
        ${citizen.passport_series}, ${citizen.passport_number}, ${citizen.personal_number}, ${search_key}, ${name_key},
        ${authorId})
      on conflict (personal_number) do nothing returning id`,
    { prepared: true },
  );
  return row?.id ?? null;
}

/** Finds the citizen whom a person's data names, or writes them. */
export async function findOrInsertCitizen(
  database: DatabaseTransaction,
  citizen: CitizenBody,
): Promise<FoundCitizen> {
  const known = await findCitizen(database, citizen);
  if (known) return { ...known, created: false };
  const id = await insertCitizen(database, citizen, null);
  if (id !== null) return { id, created: true, blocked: false, block_reason: null };
  // Somebody was faster: their citizen is visible now.
  const found = await findCitizen(database, citizen);
  if (!found) throw new Error('the citizen whose JSHSHIR stood in the way is gone');
  return { ...found, created: false };
}

async function findCitizen(
  database: DatabaseTransaction,
  { personal_number: number, passport_series, passport_number }: CitizenBody,
): Promise<Omit<FoundCitizen, 'created'> | undefined> {
  if (number === null && (passport_series === null || passport_number === null)) return undefined;
  const named =
    number === null
      ? sql`personal_number is null and passport_series = ${passport_series} and passport_number = ${passport_number}`
      : sql`personal_number = ${number}`;
  const [row] = await execute(
    database,
    sql<Omit<FoundCitizen, 'created'>>`
      select id, blocked, block_reason from users where ${named} order by id limit 1`,
  );
  return row;
}
