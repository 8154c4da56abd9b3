import { sql } from 'kysely';
import {
  type DatabaseTransaction,
  execute,
  type Fragment,
  type ReserveId,
  touched,
} from '#kernel/plugin-api/server.ts';
import type { CitizenBody, FoundCitizen } from '../../contract.ts';
import { findRemaining } from './former-documents.ts';
import { keysOf } from './uncompacted.ts';

/** Writes a new citizen; null if the JSHSHIR leads to another one. */
export async function insertCitizen(
  database: DatabaseTransaction,
  citizen: CitizenBody,
  authorId: number | null,
): Promise<number | null> {
  const [id = null] = await insertCitizens(database, [citizen], authorId);
  return id;
}

/** Writes new citizens in one statement, and returns their ids; leaves out those whose JSHSHIR another one has, or had before a merge. */
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
      where not exists (select from user_former_papers as former where former.personal_number = given.personal_number)
        -- If their citizen is being merged, a conflict alone would insert the row once the citizen is gone.
        and not exists (select from users as other where other.personal_number = given.personal_number)
      on conflict (personal_number) do nothing returning id`,
    { prepared: true },
  );
  return written.map(({ id }) => id);
}

/** Changes a citizen; false if the JSHSHIR leads to another one. Call it with the row locked. */
export async function updateCitizen(
  database: DatabaseTransaction,
  id: number,
  citizen: CitizenBody,
): Promise<boolean> {
  const { search_key, name_key } = keysOf(citizen);
  if (!(await writePerson(database, id, citizen))) return false;
  // The number is their current one now, so it must not lead to them any more once it is corrected again.
  await sql`
    delete from user_former_papers where citizen_id = ${id} and personal_number = ${citizen.personal_number}`.execute(
    database,
  );
  // Separately: changing a name without its key removes the key (002-lists.sql).
  await sql`update users set search_key = ${search_key}, name_key = ${name_key} where id = ${id}`.execute(
    database,
  );
  return true;
}

/** Writes the data of a citizen; false if the JSHSHIR belongs to another one, even one that takes it concurrently. */
async function writePerson(
  database: DatabaseTransaction,
  id: number,
  citizen: CitizenBody,
): Promise<boolean> {
  await sql`savepoint person`.execute(database);
  try {
    const { rows } = await sql`
    update users set first_name = ${citizen.first_name}, last_name = ${citizen.last_name},
      father_name = ${citizen.father_name}, phone = ${citizen.phone}, birthday = ${citizen.birthday},
      passport_series = ${citizen.passport_series}, passport_number = ${citizen.passport_number},
      personal_number = ${citizen.personal_number}, updated_at = ${touched}
    where id = ${id} and not exists (
      select from users as other where other.personal_number = ${citizen.personal_number} and other.id <> ${id})
      and (personal_number is not distinct from ${citizen.personal_number} or not exists (
        select from user_former_papers as former
        where former.personal_number = ${citizen.personal_number} and former.citizen_id <> ${id}))
    returning id`.execute(database);
    await sql`release savepoint person`.execute(database);
    return rows.length > 0;
  } catch (error) {
    if ((error as { code?: string }).code !== '23505') throw error;
    // The citizen of the faster transaction is visible after the rollback.
    await sql`rollback to savepoint person`.execute(database);
    return false;
  }
}

/**
 * Writes a new citizen without a JSHSHIR, so that no conflict is possible. Since the id is known, the
 * statement is not awaited: it is sent together with the next one, which refers to it.
 */
async function insertWithoutNumber(
  database: DatabaseTransaction,
  citizen: CitizenBody,
  id: number,
): Promise<void> {
  const { search_key, name_key } = keysOf(citizen);
  await execute(
    database,
    sql`
      insert into users (id, first_name, last_name, father_name, phone, birthday, passport_series, passport_number,
        search_key, name_key) overriding system value
      values (${id}, ${citizen.first_name}, ${citizen.last_name}, ${citizen.father_name}, ${citizen.phone},
        ${citizen.birthday}, ${citizen.passport_series}, ${citizen.passport_number}, ${search_key}, ${name_key})`,
    { prepared: true, withNext: true },
  );
}

/** Finds the citizen of some personal data, or creates them. */
export async function findOrInsertCitizen(
  database: DatabaseTransaction,
  citizen: CitizenBody,
  reserveId: ReserveId,
): Promise<FoundCitizen> {
  const known = await findCitizen(database, citizen);
  if (known) return { ...known, created: false };
  if (citizen.personal_number === null) {
    const id = await reserveId(database);
    await insertWithoutNumber(database, citizen, id);
    return { id, created: true, blocked: false, block_reason: null };
  }
  const id = await insertCitizen(database, citizen, null);
  if (id !== null) return { id, created: true, blocked: false, block_reason: null };
  // Another transaction was faster: its citizen is visible now.
  const found = await findCitizen(database, citizen);
  if (!found) throw new Error('the citizen with the same JSHSHIR no longer exists');
  return { ...found, created: false };
}

async function findCitizen(
  database: DatabaseTransaction,
  papers: CitizenBody,
): Promise<Omit<FoundCitizen, 'created'> | undefined> {
  const { personal_number: number, passport_series, passport_number } = papers;
  if (number === null && (passport_series === null || passport_number === null)) return undefined;
  const named =
    number === null
      ? sql`personal_number is null and passport_series = ${passport_series} and passport_number = ${passport_number}`
      : sql`personal_number = ${number}`;
  const found = await lockCitizen(database, named);
  if (found) return found;
  // In a separate statement: a call that waited for a merge sees it now.
  const remainingId = await findRemaining(database, papers);
  if (remainingId === null) return undefined;
  const remaining = await lockCitizen(database, sql`id = ${remainingId}`);
  // A call that waited for the merge to be undone finds the citizen who has the documents again.
  return (await lockCitizen(database, named)) ?? remaining;
}

/** The first citizen that matches a condition; until the transaction ends they cannot be merged. */
async function lockCitizen(
  database: DatabaseTransaction,
  condition: Fragment,
): Promise<Omit<FoundCitizen, 'created'> | undefined> {
  const [row] = await execute(
    database,
    sql<Omit<FoundCitizen, 'created'>>`
      select id, blocked, block_reason from users where ${condition} order by id limit 1 for key share`,
  );
  return row;
}
