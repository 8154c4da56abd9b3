import { sql } from 'kysely';
import type { ServerContext } from '#kernel/plugin-api/server.ts';
import { createPeople, random } from '#kernel/plugin-api/demo.ts';
import { keysOf } from './store/uncompacted.ts';

const count = 500;

/** Registers five hundred citizens who do not exist; one in seven has not filled everything in. */
export async function fillUsers({ database }: ServerContext): Promise<void> {
  const nextPerson = createPeople(20_260_501);
  const next = random(20_260_502);
  const rows = Array.from({ length: count }, (_, index) => {
    const { sex: _sex, ...person } = nextPerson();
    const filled = index % 7 !== 3;
    const known = {
      ...person,
      passport_series: filled ? person.passport_series : null,
      passport_number: filled ? person.passport_number : null,
    };
    return {
      ...known,
      ...keysOf(known),
      blocked: index % 61 === 60,
      days: Math.floor(next() * 400),
    };
  });
  await sql`
    insert into users (first_name, last_name, father_name, phone, birthday, passport_series, passport_number,
      personal_number, blocked, search_key, name_key, created_at)
    select first_name, last_name, father_name, phone, birthday, passport_series, passport_number,
      personal_number, blocked, search_key, name_key, now() - days * interval '1 day'
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as citizen (first_name text, last_name text,
      father_name text, phone text, birthday date, passport_series text, passport_number text,
      personal_number text, blocked boolean, search_key text, name_key text,
      days int)`.execute(database);
}
