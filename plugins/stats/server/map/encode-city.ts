import { columnFromArray, int32, tableFromColumns, tableToIPC } from '@uwdata/flechette';
import type { HouseholdColumns } from '#plugins/households/contract.ts';
import type { HouseholdsLocations, LocationsQuery, MapCategory, MapNeighborhood } from '../../contract.ts';

/** Everything that the map shows. */
export interface City {
  readonly neighborhoods: readonly MapNeighborhood[];
  readonly categories: readonly MapCategory[];
  readonly households: Omit<HouseholdColumns, 'version'>;
}

const names = ['id', 'neighborhood', 'category', 'latitude', 'longitude'] as const;

/** The part of a city that a query leaves; the neighbourhood alone of which it asks. */
export function narrowCity(city: City, { neighborhood, household_category }: LocationsQuery): City {
  if (neighborhood === undefined && household_category === undefined) return city;
  const { households } = city;
  const chosen: number[] = [];
  for (let index = 0; index < households.id.length; index++) {
    if (neighborhood !== undefined && households.neighborhood[index] !== neighborhood) continue;
    if (household_category !== undefined && households.category[index] !== household_category) continue;
    chosen.push(index);
  }
  const pick = (column: Int32Array) => Int32Array.from(chosen, (index) => column[index] ?? 0);
  return {
    neighborhoods: city.neighborhoods.filter(({ id }) => neighborhood === undefined || id === neighborhood),
    categories: city.categories,
    households: {
      id: pick(households.id),
      neighborhood: pick(households.neighborhood),
      category: pick(households.category),
      latitude: pick(households.latitude),
      longitude: pick(households.longitude),
    },
  };
}

/** The city as an Arrow stream; see the contract for its columns. */
export function arrowOf({ households, neighborhoods, categories }: City): Buffer {
  const table = tableFromColumns(
    Object.fromEntries(names.map((name) => [name, columnFromArray(households[name], int32())])),
  );
  table.schema.metadata = new Map([
    ['neighborhoods', JSON.stringify(neighborhoods)],
    ['categories', JSON.stringify(categories)],
  ]);
  const bytes = tableToIPC(table, { format: 'stream' });
  if (!bytes) throw new Error('the columns were not written');
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** The city as plain JSON. */
export function jsonOf({ households, neighborhoods, categories }: City): Buffer {
  // A category is written out for each of its households: as text it is put together but once.
  const written = new Map(categories.map((category) => [category.id, JSON.stringify(category)]));
  const items: string[] = [];
  for (const [index, id] of households.id.entries()) {
    const category = written.get(households.category[index] ?? 0);
    if (category === undefined) continue;
    const latitude = (households.latitude[index] ?? 0) / 1e6;
    const longitude = (households.longitude[index] ?? 0) / 1e6;
    items.push(`{"id":${id},"coords":[${latitude},${longitude}],"household_category":${category}}`);
  }
  const shown: HouseholdsLocations['neighborhoods'] = [...neighborhoods];
  return Buffer.from(`{"neighborhoods":${JSON.stringify(shown)},"households":[${items.join(',')}]}`);
}
