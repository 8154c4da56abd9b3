import { sql } from 'kysely';
import type { Coordinates } from '#kernel/contract/index.ts';
import { createPeople, random } from '#kernel/server/demo/people.ts';
import type { ServerContext } from '#kernel/server/plugin.ts';
import { pointInside } from './point-in-polygon.ts';

const householdCount = 600;

interface StreetOfNeighborhood {
  street_id: number;
  neighborhood_id: number;
  coords: Coordinates[];
}

/** Puts 600 households into the streets, each with a pin inside its neighbourhood, its people and how they earn. */
export async function fillHouseholds({ database }: ServerContext): Promise<void> {
  const { rows: streets } = await sql<StreetOfNeighborhood>`
    select street.id as street_id, neighborhood.id as neighborhood_id, neighborhood.coords
    from streets street join neighborhoods neighborhood on neighborhood.id = street.neighborhood_id
    order by street.id
  `.execute(database);
  const categories = await idsOf(
    sql<{ id: number }>`select id from household_categories order by id`,
    database,
  );
  const directions = await idsOf(sql<{ id: number }>`select id from directions order by id`, database);
  const next = random(600_600);
  const person = createPeople(606_060);
  const below = (limit: number) => Math.floor(next() * limit);

  const households = Array.from({ length: householdCount }, (_, index) => {
    const street = streets[below(streets.length)];
    if (!street) throw new Error('The demonstration needs streets before households');
    const [latitude, longitude] = pointInside(street.coords, next) ?? [null, null];
    const building = next() < 0.3;
    const adults = 1 + below(4);
    const unemployed = below(adults + 1);
    const direction = next() < 0.6 ? directions[below(directions.length)] : undefined;
    return {
      number: index + 1,
      neighborhood_id: street.neighborhood_id,
      street_id: street.street_id,
      household_category_id: categories[below(categories.length)],
      house_type: building ? 'building' : 'apartment',
      house_number: 1 + below(120),
      apartment_number: building ? 1 + below(60) : null,
      able_to_work: adults,
      unemployed,
      informal: below(adults - unemployed + 1),
      latitude,
      longitude,
      citizens: Array.from({ length: adults }, () => {
        const { last_name, first_name, father_name, personal_number } = person();
        return { full_name: `${last_name} ${first_name} ${father_name}`, personal_number };
      }),
      direction: direction === undefined ? null : { id: direction, quantity: 1 + below(5) },
    };
  });

  await sql`
    with given as materialized (
      select value as household, (value ->> 'number')::bigint as number
      from jsonb_array_elements(${JSON.stringify(households)}::jsonb)
    ), placed as (
      insert into households (
        neighborhood_id, street_id, household_category_id, house_type, house_number, apartment_number,
        able_to_work, unemployed, informal, latitude, longitude
      )
      select (household ->> 'neighborhood_id')::bigint, (household ->> 'street_id')::bigint,
        (household ->> 'household_category_id')::bigint, household ->> 'house_type',
        (household ->> 'house_number')::integer, (household ->> 'apartment_number')::integer,
        (household ->> 'able_to_work')::integer, (household ->> 'unemployed')::integer,
        (household ->> 'informal')::integer, (household ->> 'latitude')::float8,
        (household ->> 'longitude')::float8
      from given order by number
      returning id
    ), numbered as (
      select id, row_number() over (order by id) as number from placed
    ), people as (
      insert into household_citizens (household_id, position, full_name, personal_number)
      select numbered.id, citizen.position, citizen.value ->> 'full_name', citizen.value ->> 'personal_number'
      from numbered join given using (number)
      cross join lateral jsonb_array_elements(household -> 'citizens')
        with ordinality as citizen (value, position)
    )
    insert into household_directions (household_id, direction_id, quantity)
    select numbered.id, (household -> 'direction' ->> 'id')::bigint,
      (household -> 'direction' ->> 'quantity')::integer
    from numbered join given using (number)
    where jsonb_typeof(household -> 'direction') = 'object'
  `.execute(database);
}

async function idsOf(
  query: ReturnType<typeof sql<{ id: number }>>,
  database: ServerContext['database'],
): Promise<number[]> {
  const { rows } = await query.execute(database);
  return rows.map(({ id }) => id);
}
