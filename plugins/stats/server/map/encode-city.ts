import { columnFromArray, int32, tableFromColumns, tableToIPC } from '@uwdata/flechette';
import type { HouseholdColumns } from '#plugins/households/contract.ts';
import type { HouseholdsLocations, LocationsQuery, MapCategory, MapNeighborhood } from '../../contract.ts';

/** Everything that the map shows. */
export interface City {
  readonly neighborhoods: readonly MapNeighborhood[];
  readonly categories: readonly MapCategory[];
  readonly households: HouseholdColumns;
}

const names = ['id', 'neighborhood', 'category', 'latitude', 'longitude'] as const;

/** The part of a city that matches a query; only the queried neighbourhood. */
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

/** Replaces the pins of some neighbourhoods by newly read ones; the result stays sorted by neighbourhood. */
export function replacePins(
  former: HouseholdColumns,
  fresh: HouseholdColumns,
  changed: ReadonlySet<number>,
): HouseholdColumns {
  const unchanged = runsOf(former).filter(({ neighborhood }) => !changed.has(neighborhood));
  const runs = [...unchanged, ...runsOf(fresh)].toSorted(
    (one, other) => one.neighborhood - other.neighborhood,
  );
  const length = runs.reduce((sum, { from, to }) => sum + to - from, 0);
  function join(name: (typeof names)[number]): Int32Array {
    const joined = new Int32Array(length);
    let at = 0;
    for (const { columns, from, to } of runs) {
      joined.set(columns[name].subarray(from, to), at);
      at += to - from;
    }
    return joined;
  }
  return {
    id: join('id'),
    neighborhood: join('neighborhood'),
    category: join('category'),
    latitude: join('latitude'),
    longitude: join('longitude'),
  };
}

/** Returns the runs of consecutive pins of one neighbourhood. */
function runsOf(columns: HouseholdColumns) {
  const runs: { columns: HouseholdColumns; neighborhood: number; from: number; to: number }[] = [];
  for (const [index, neighborhood] of columns.neighborhood.entries()) {
    const last = runs.at(-1);
    if (last?.neighborhood === neighborhood) last.to = index + 1;
    else runs.push({ columns, neighborhood, from: index, to: index + 1 });
  }
  return runs;
}

/** The city as an Arrow stream; see the contract for its columns. */
export function arrowOf({ households, neighborhoods, categories }: City): Buffer {
  const table = tableFromColumns(Object.fromEntries(names.map((name) => [name, columnOf(households[name])])));
  table.schema.metadata = new Map([
    ['neighborhoods', JSON.stringify(neighborhoods)],
    ['categories', JSON.stringify(categories)],
  ]);
  const bytes = tableToIPC(table, { format: 'stream' });
  if (!bytes) throw new Error('the columns were not written');
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** An integer column. The type is explicit, since it cannot be inferred from an empty array. */
function columnOf(values: Int32Array) {
  return values.length === 0 ? columnFromArray(values, int32()) : columnFromArray(values);
}

/** The city as plain JSON. */
export function jsonOf({ households, neighborhoods, categories }: City): Buffer {
  // A category is repeated for each of its households, so it is serialized once.
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
