import { sql } from 'kysely';
import type { Database } from '#kernel/plugin-api/server.ts';
import type { CitizenRow } from './rows.ts';
import { searchKey } from './search-key.ts';

interface RowWithoutKey {
  readonly id: number;
  readonly house_number: number;
  readonly house_suffix: string | null;
  readonly apartment_number: number | null;
  readonly citizens: readonly CitizenRow[] | null;
}

const batchSize = 1000;

/** Writes the search keys of households without one: those older than the keys, or inserted by hand. */
export async function writeSearchKeys(database: Database, max: number): Promise<void> {
  for (let done = 0; done < max; done += batchSize) {
    const { rows } = await sql<RowWithoutKey>`
      select household.id, household.house_number, household.house_suffix, household.apartment_number, (
        select json_agg(json_build_object('full_name', full_name, 'personal_number', personal_number) order by position)
        from household_citizens where household_id = household.id) as citizens
      from households as household where search_key is null order by id limit ${batchSize}`.execute(database);
    if (rows.length === 0) return;
    const keys = rows.map((row) =>
      searchKey({
        houseNumber: row.house_number,
        houseSuffix: row.house_suffix,
        apartmentNumber: row.apartment_number,
        citizens: row.citizens ?? [],
      }),
    );
    await sql`
      update households set search_key = given.key
      from unnest(${rows.map(({ id }) => id)}::bigint[], ${keys}::text[]) as given (id, key)
      where households.id = given.id and search_key is null`.execute(database);
    if (rows.length < batchSize) return;
  }
}
