import { sql } from 'kysely';
import type { ServerContext } from '#kernel/plugin-api/server.ts';
import { createCitizens } from './create-citizens.ts';

type Citizen = ReturnType<typeof createCitizens>[number];

/** Registers the citizens of the demonstration, with their search keys. */
export async function seedCitizens(
  { database }: ServerContext,
  keysOf: (citizen: Citizen) => { readonly search_key: string; readonly name_key: string },
): Promise<void> {
  const rows = createCitizens().map((citizen) => ({ ...citizen, ...keysOf(citizen) }));
  await sql`
    insert into users (first_name, last_name, father_name, phone, birthday, passport_series, passport_number,
      personal_number, blocked, block_reason, blocked_at, search_key, name_key, created_at)
    select first_name, last_name, father_name, phone, birthday, passport_series, passport_number,
      personal_number, block_reason is not null, block_reason,
      case when block_reason is not null then now() - days * interval '1 day' / 2 end, search_key, name_key,
      now() - days * interval '1 day'
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as citizen (first_name text, last_name text,
      father_name text, phone text, birthday date, passport_series text, passport_number text,
      personal_number text, block_reason text, search_key text, name_key text, days int)`.execute(database);
}
