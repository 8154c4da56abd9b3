import { sql } from 'kysely';
import type { Area } from '#kernel/plugin-api/contract.ts';
import { type Database, type DatabaseTransaction, execute, within } from '#kernel/plugin-api/server.ts';
import { namesOf, type HouseholdRow } from './rows.ts';

/** A household of which a citizen is a member. */
export interface CitizenHousehold extends Pick<
  HouseholdRow,
  'id' | 'neighborhood' | 'street' | 'house_type' | 'house_number' | 'house_suffix' | 'apartment_number'
> {
  readonly full_name: string;
}

const maxShown = 20;

/** The households of a citizen within an area, and the number outside it. */
export async function findCitizen(
  database: Database,
  { personalNumber, except, area }: { personalNumber: string; except: number | undefined; area: Area },
): Promise<{ otherHouseholds: readonly CitizenHousehold[]; elsewhere: number }> {
  const own = within(area);
  const [row] = await execute(
    database,
    sql<{ households: readonly CitizenHousehold[] | null; elsewhere: number }>`
      with found as (
        select households.*, citizen.full_name from household_citizens as citizen
        join households on households.id = citizen.household_id
        where citizen.personal_number = ${personalNumber}
          and citizen.household_id is distinct from ${except ?? null}::bigint
      )
      select (select count(*) from found where not (${own})) as elsewhere, (
        select json_agg(json_build_object('id', household.id, 'full_name', household.full_name,
          'house_type', household.house_type, 'house_number', household.house_number, 'house_suffix', household.house_suffix,
          'apartment_number', household.apartment_number, 'neighborhood', ${namesOf('neighborhood')},
          'street', ${namesOf('street')}) order by household.id)
        from (select * from found where ${own} order by id limit ${maxShown}) as household
        join neighborhoods_v1_neighborhoods as neighborhood on neighborhood.id = household.neighborhood_id
        join streets_v1_streets as street on street.id = household.street_id
      ) as households`,
    { prepared: true },
  );
  return { otherHouseholds: row?.households ?? [], elsewhere: row?.elsewhere ?? 0 };
}

/** Returns which of some citizens are already in another household than the one being changed. */
export async function findInOtherHouseholds(
  database: Database | DatabaseTransaction,
  personalNumbers: readonly string[],
  except: number | null = null,
): Promise<ReadonlySet<string>> {
  if (personalNumbers.length === 0) return new Set();
  const { rows } = await sql<{ personal_number: string }>`
    select distinct personal_number from household_citizens
    where personal_number = any(${[...personalNumbers]}::text[]) and household_id is distinct from ${except}`.execute(
    database,
  );
  return new Set(rows.map(({ personal_number }) => personal_number));
}
