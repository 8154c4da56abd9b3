import { sql } from 'kysely';
import { type Coordinates, isInside } from '#kernel/domain/geo/index.ts';
import type { Database } from '#kernel/plugin-api/server.ts';
import {
  createPeople,
  createTown,
  neighborhoodOf,
  random,
  type Townsperson,
} from '#kernel/plugin-api/demo.ts';
import type { HouseholdBody } from '../contract.ts';

const householdCount = 600;

interface StreetOfNeighborhood {
  street_id: number;
  neighborhood_id: number;
  coords: Coordinates[];
}

/** The house number suffixes of divided plots, by a household's index modulo 48. */
const suffixes: Readonly<Record<number, string>> = { 7: 'A', 19: '/2', 31: 'B', 43: '/1' };

/**
 * Creates 600 households in the streets, each with a pin inside its neighbourhood, its members and their
 * income. The first ones are those of people who also appear in other plugins.
 */
export async function createHouseholds(database: Database): Promise<Omit<HouseholdBody, 'confirmed'>[]> {
  const { rows: streets } = await sql<StreetOfNeighborhood>`
    select street.id as street_id, neighborhood.id as neighborhood_id, neighborhood.coords
    from streets_v1_streets street join neighborhoods_v1_neighborhoods neighborhood on neighborhood.id = street.neighborhood_id
    order by street.id
  `.execute(database);
  const categories = await idsOf(
    sql<{ id: number }>`select id from household_categories_v1_categories order by id`,
    database,
  );
  const directions = await idsOf(
    sql<{ id: number }>`select id from directions_v1_directions order by id`,
    database,
  );
  const neighborhoods = await idsOf(
    sql<{ id: number }>`select id from neighborhoods_v1_neighborhoods order by id`,
    database,
  );
  const families = Map.groupBy(createTown(), ({ household }) => household);
  const next = random(600_600);
  const person = createPeople(606_060);
  const below = (limit: number) => Math.floor(next() * limit);

  return Array.from({ length: householdCount }, (_, index) => {
    const family = families.get(index) ?? [];
    const near = streetsOf(family, streets, neighborhoods);
    const street = near[below(near.length)];
    if (!street) throw new Error('The demonstration needs streets before households');
    const coords = randomPointInside(street.coords, next);
    const building = next() < 0.3;
    const people = family.length > 0 ? family : Array.from({ length: 1 + below(4) }, person);
    const adults = people.length;
    const unemployed = below(adults + 1);
    const direction = next() < 0.6 ? directions[below(directions.length)] : undefined;
    return {
      neighborhood_id: street.neighborhood_id,
      street_id: street.street_id,
      household_category_id: categories[below(categories.length)] ?? 0,
      house_type: building ? ('building' as const) : ('apartment' as const),
      house_number: 1 + below(120),
      // Plots that were divided: `12A`, `12/2`.
      house_suffix: suffixes[index % 48] ?? null,
      apartment_number: building ? 1 + below(60) : null,
      able_to_work: adults,
      unemployed,
      informal: below(adults - unemployed + 1),
      coords,
      citizens: people.map(({ last_name, first_name, father_name, personal_number }) => ({
        full_name: `${last_name} ${first_name} ${father_name}`,
        personal_number,
      })),
      directions: direction === undefined ? [] : [{ direction_id: direction, quantity: 1 + below(5) }],
    };
  });
}

/** The streets of a household's neighbourhood. */
function streetsOf(
  [head]: readonly Townsperson[],
  streets: readonly StreetOfNeighborhood[],
  neighborhoods: readonly number[],
): readonly StreetOfNeighborhood[] {
  if (!head) return streets;
  const id = neighborhoodOf(head, neighborhoods);
  const own = streets.filter(({ neighborhood_id }) => neighborhood_id === id);
  return own.length > 0 ? own : streets;
}

async function idsOf(query: ReturnType<typeof sql<{ id: number }>>, database: Database): Promise<number[]> {
  const { rows } = await query.execute(database);
  return rows.map(({ id }) => id);
}

/** A point inside a polygon of `[lat, lng]`, chosen by random numbers in 0…1; null for a polygon without area. */
export function randomPointInside(polygon: readonly Coordinates[], next: () => number): Coordinates | null {
  const latitudes = polygon.map(([latitude]) => latitude);
  const longitudes = polygon.map(([, longitude]) => longitude);
  const south = Math.min(...latitudes);
  const west = Math.min(...longitudes);
  const height = Math.max(...latitudes) - south;
  const width = Math.max(...longitudes) - west;
  for (let attempt = 0; attempt < 200; attempt++) {
    const point: Coordinates = [south + next() * height, west + next() * width];
    if (isInside(polygon, point)) return [round(point[0]), round(point[1])];
  }
  return null;
}

/** Six decimals of a degree are eleven centimetres. */
function round(degrees: number): number {
  return Math.round(degrees * 1_000_000) / 1_000_000;
}
