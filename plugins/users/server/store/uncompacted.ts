import { sql } from 'kysely';
import { type Database, nameKey, personKey } from '#kernel/plugin-api/server.ts';
import type { User } from '../../contract.ts';

type NamedRow = Pick<
  User,
  | 'first_name'
  | 'last_name'
  | 'father_name'
  | 'phone'
  | 'passport_series'
  | 'passport_number'
  | 'personal_number'
>;

const portion = 1000;

/** The keys of a citizen: for the search, and for the order by name. */
export function keysOf(row: NamedRow): { search_key: string; name_key: string } {
  return {
    search_key: personKey({
      firstName: row.first_name,
      lastName: row.last_name,
      fatherName: row.father_name,
      phone: row.phone,
      passportSeries: row.passport_series,
      passportNumber: row.passport_number,
      personalNumber: row.personal_number,
    }),
    name_key: nameKey([row.last_name, row.first_name, row.father_name ?? ''].join(' ')),
  };
}

/** Writes the keys of citizens without one: the register is also filled by other systems, which cannot compute them. */
export async function writeKeys(database: Database, max: number): Promise<void> {
  for (let done = 0; done < max; done += portion) {
    const { rows } = await sql<NamedRow & { id: number; version: string }>`
      select id, first_name, last_name, father_name, phone, passport_series, passport_number, personal_number,
        xmin::text as version
      from users where search_key is null order by id limit ${portion}`.execute(database);
    if (rows.length === 0) return;
    const given = rows.map((row) => ({ id: row.id, version: row.version, ...keysOf(row) }));
    // Only if it has not changed since it was read: a key must match the names beside it.
    await sql`
      update users set search_key = given.search_key, name_key = given.name_key
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
        as given (id bigint, version text, search_key text, name_key text)
      where users.id = given.id and users.xmin::text = given.version`.execute(database);
    if (rows.length < portion) return;
  }
}
