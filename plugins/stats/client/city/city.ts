import { tableFromIPC } from '@uwdata/flechette';
import { apiAddress, request } from '#kernel/plugin-api/client.ts';
import {
  arrowType,
  type HouseholdsLocations,
  type MapCategory,
  type MapNeighborhood,
} from '../../contract.ts';

/** Everything that the map shows, with the households as columns. */
export interface City {
  readonly neighborhoods: readonly MapNeighborhood[];
  readonly categories: readonly MapCategory[];
  readonly ids: ArrayLike<number>;
  /** The id of each household's neighbourhood; null in the JSON form, which omits it. */
  readonly neighborhoodIds: ArrayLike<number> | null;
  readonly categoryIds: ArrayLike<number>;
  /** In degrees. */
  readonly latitudes: ArrayLike<number>;
  readonly longitudes: ArrayLike<number>;
}

/** Reads the requested part of the city, by default all of it: as columns if the server supports them, otherwise as JSON. */
export async function readCity(query: string, signal: AbortSignal): Promise<City> {
  const response = await request(apiAddress(`stats/households-locations${query}`), {
    headers: { Accept: `${arrowType}, application/json;q=0.5` },
    signal,
  });
  const isArrow = response.headers.get('Content-Type')?.startsWith(arrowType) ?? false;
  return isArrow
    ? cityOfArrow(new Uint8Array(await response.arrayBuffer()))
    : parseCityJson((await response.json()) as HouseholdsLocations);
}

/** Reads the columns of an Arrow stream; the contract names them. */
export function cityOfArrow(bytes: Uint8Array): City {
  const table = tableFromIPC(bytes);
  const { metadata } = table.schema;
  const column = (name: string) => (table.getChild(name)?.toArray() ?? []) as ArrayLike<number>;
  // Not `Float64Array.from`, which takes 30 ms for a hundred thousand numbers.
  function degrees(name: string): Float64Array {
    const values = new Float64Array(column(name));
    for (let row = 0; row < values.length; row += 1) values[row] = (values[row] ?? 0) / 1e6;
    return values;
  }
  return {
    neighborhoods: JSON.parse(metadata?.get('neighborhoods') ?? '[]') as MapNeighborhood[],
    categories: JSON.parse(metadata?.get('categories') ?? '[]') as MapCategory[],
    ids: column('id'),
    neighborhoodIds: column('neighborhood'),
    categoryIds: column('category'),
    latitudes: degrees('latitude'),
    longitudes: degrees('longitude'),
  };
}

/** Parses the JSON form. */
export function parseCityJson({ neighborhoods, households }: HouseholdsLocations): City {
  const categories = new Map(households.map(({ household_category: one }) => [one.id, one]));
  return {
    neighborhoods,
    categories: [...categories.values()],
    ids: households.map(({ id }) => id),
    neighborhoodIds: null,
    categoryIds: households.map(({ household_category: { id } }) => id),
    latitudes: households.map(({ coords: [latitude] }) => latitude),
    longitudes: households.map(({ coords: [, longitude] }) => longitude),
  };
}
