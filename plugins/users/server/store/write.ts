import { sql } from 'kysely';
import { type DatabaseTransaction, execute, touched } from '#kernel/plugin-api/server.ts';
import type { CitizenBody, FoundCitizen } from '../../contract.ts';
import { keysOf } from './uncompacted.ts';

/** Writes a new citizen; null where another one has the JSHSHIR. */
export async function insertCitizen(
  database: DatabaseTransaction,
  citizen: CitizenBody,
  authorId: number | null,
): Promise<number | null> {
  const [id = null] = await insertCitizens(database, [citizen], authorId);
  return id;
}

/** Writes new citizens in one statement, and returns their ids; those whose JSHSHIR another one has are left out. */
export async function insertCitizens(
  database: DatabaseTransaction,
  citizens: readonly CitizenBody[],
  authorId: number | null,
): Promise<number[]> {
  const rows = citizens.map((citizen) => ({ ...citizen, ...keysOf(citizen) }));
  const written = await execute(
    database,
    sql<{ id: number }>`
      insert into users (first_name, last_name, father_name, phone, birthday, passport_series, passport_number,
        personal_number, search_key, name_key, author_id)
      select first_name, last_name, father_name, phone, birthday, passport_series, passport_number, personal_number,
        search_key, name_key, ${authorId}::bigint
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (first_name text, last_name text, father_name text,
        phone text, birthday date, passport_series text, passport_number text, personal_number text, search_key text,
        name_key text)
      on conflict (personal_number) do nothing returning id`,
    { prepared: true },
  );
  return written.map(({ id }) => id);
}

/** Changes a citizen; false where another one has the JSHSHIR. Ask with the row locked. */
export async function updateCitizen(
  database: DatabaseTransaction,
  id: number,
  citizen: CitizenBody,
): Promise<boolean> {
  const { search_key, name_key } = keysOf(citizen);
  const { rows } = await sql`
    update users set first_name = ${citizen.first_name}, last_name = ${citizen.last_name},
      father_name = ${citizen.father_name}, phone = ${citizen.phone}, birthday = ${citizen.birthday},
      passport_series = ${citizen.passport_series}, passport_number = ${citizen.passport_number},
      personal_number = ${citizen.personal_number}, updated_at = ${touched}
    where id = ${id} and not exists (
      select from users as other where other.personal_number = ${citizen.personal_number} and other.id <> ${id})
    returning id`.execute(database);
  if (rows.length === 0) return false;
  // By themselves: whoever changes a name without its key has the key taken away (002-lists.sql).
  await sql`update users set search_key = ${search_key}, name_key = ${name_key} where id = ${id}`.execute(
    database,
  );
  return true;
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
  // Until the end of the transaction nobody merges them away.
  const [row] = await execute(
    database,
    sql<Omit<FoundCitizen, 'created'>>`
      select id, blocked, block_reason from users where ${named} order by id limit 1 for key share`,
  );
  return row;
}
