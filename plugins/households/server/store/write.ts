import { sql } from 'kysely';
import type { Area } from '#kernel/plugin-api/contract.ts';
import {
  type Database,
  type DatabaseTransaction,
  execute,
  touched,
  within,
} from '#kernel/plugin-api/server.ts';
import type { HouseholdBody } from '../../contract.ts';
import { readRows, type HouseholdRow } from './rows.ts';
import { searchKey } from './search-key.ts';

/** The stored fields of a household. */
export type HouseholdFields = Omit<HouseholdBody, 'confirmed'>;

/** A household within an area; null if there is none. */
export async function findHousehold(
  database: Database | DatabaseTransaction,
  id: number,
  area: Area,
): Promise<HouseholdRow | null> {
  const selected = sql`select id, 1 as line from households where id = ${id} and ${within(area)}`;
  const [row] = await readRows(database, selected, { prepared: true });
  return row ?? null;
}

/** Locks a household until the transaction ends; false if there is none within the area. */
export async function lockHousehold(database: DatabaseTransaction, id: number, area: Area): Promise<boolean> {
  const statement = sql`select id from households where id = ${id} and ${within(area)} for update`;
  return (await execute(database, statement, { prepared: true })).length > 0;
}

/** The columns of a household that its form contains. */
const storedColumns = sql`neighborhood_id, street_id, household_category_id, house_type, house_number, house_suffix,
  apartment_number, able_to_work, unemployed, informal, latitude, longitude, search_key`;

/** Inserts households, with one statement each for households, citizens and directions; returns their ids, in order. */
export async function insertHouseholds(
  database: DatabaseTransaction,
  households: readonly HouseholdFields[],
  authorId: number | null,
): Promise<number[]> {
  const rows = households.map((fields, number) => ({ ...columnsOf(fields), number }));
  const { rows: written } = await sql<{ number: number; id: number }>`
    with given as materialized (
      select nextval(pg_get_serial_sequence('households', 'id')) as id, number, ${storedColumns}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (number int, neighborhood_id bigint, street_id bigint,
        household_category_id bigint, house_type text, house_number int, house_suffix text, apartment_number int,
        able_to_work int, unemployed int, informal int, latitude float8, longitude float8, search_key text)
    ), written as (
      insert into households (id, ${storedColumns}, author_id) overriding system value
      select id, ${storedColumns}, ${authorId}::bigint from given
    )
    select number, id from given`.execute(database);
  const idOf = new Map(written.map(({ number, id }) => [number, id]));
  const ids = rows.map(({ number }) => idOf.get(number) ?? 0);
  await writeMembers(
    database,
    households.map((fields, index) => ({ ...fields, id: ids[index] ?? 0 })),
  );
  return ids;
}

/** Changes a household; its citizens and directions are replaced. */
export async function updateHousehold(
  database: DatabaseTransaction,
  id: number,
  fields: HouseholdFields,
): Promise<void> {
  const row = columnsOf(fields);
  await sql`
    update households set neighborhood_id = ${row.neighborhood_id}, street_id = ${row.street_id},
      household_category_id = ${row.household_category_id}, house_type = ${row.house_type},
      house_number = ${row.house_number}, house_suffix = ${row.house_suffix}, apartment_number = ${row.apartment_number},
      able_to_work = ${row.able_to_work}, unemployed = ${row.unemployed}, informal = ${row.informal},
      latitude = ${row.latitude}, longitude = ${row.longitude}, search_key = ${row.search_key}, updated_at = ${touched}
    where id = ${id}`.execute(database);
  await sql`delete from household_citizens where household_id = ${id}`.execute(database);
  await sql`delete from household_directions where household_id = ${id}`.execute(database);
  await writeMembers(database, [{ ...fields, id }]);
}

/** Deletes a household with its citizens and directions. */
export async function deleteHousehold(database: DatabaseTransaction, id: number): Promise<void> {
  await sql`delete from households where id = ${id}`.execute(database);
}

function columnsOf(fields: HouseholdFields) {
  return {
    neighborhood_id: fields.neighborhood_id,
    street_id: fields.street_id,
    household_category_id: fields.household_category_id,
    house_type: fields.house_type,
    house_number: fields.house_number,
    house_suffix: fields.house_suffix ?? null,
    apartment_number: fields.apartment_number,
    able_to_work: fields.able_to_work,
    unemployed: fields.unemployed,
    informal: fields.informal,
    latitude: fields.coords?.[0] ?? null,
    longitude: fields.coords?.[1] ?? null,
    search_key: searchKey({
      houseNumber: fields.house_number,
      houseSuffix: fields.house_suffix ?? null,
      apartmentNumber: fields.apartment_number,
      citizens: fields.citizens,
    }),
  };
}

async function writeMembers(
  database: DatabaseTransaction,
  households: readonly (HouseholdFields & { id: number })[],
): Promise<void> {
  const citizens = households.flatMap(({ id, citizens: own }) =>
    own.map(({ full_name, personal_number }, index) => ({
      household_id: id,
      position: index + 1,
      full_name,
      personal_number,
    })),
  );
  const directions = households.flatMap(({ id, directions: own }) =>
    own.map(({ direction_id, quantity }) => ({ household_id: id, direction_id, quantity })),
  );
  await sql`
    insert into household_citizens (household_id, position, full_name, personal_number)
    select household_id, position, full_name, personal_number from jsonb_to_recordset(${JSON.stringify(citizens)}::jsonb)
      as given (household_id bigint, position int, full_name text, personal_number text)`.execute(database);
  await sql`
    insert into household_directions (household_id, direction_id, quantity)
    select household_id, direction_id, quantity from jsonb_to_recordset(${JSON.stringify(directions)}::jsonb)
      as given (household_id bigint, direction_id bigint, quantity int)`.execute(database);
}
