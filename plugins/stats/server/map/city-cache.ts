import { sql } from 'kysely';
import { runQuery } from '#kernel/plugin-api/contract.ts';
import {
  CachedResponse,
  type Database,
  type Effects,
  type NameColumns,
  presentNames,
  type ServerContext,
} from '#kernel/plugin-api/server.ts';
import { householdColumnsQuery, householdVersionQuery } from '#plugins/households/contract.ts';
import { arrowType, type LocationsQuery, type MapNeighborhood } from '../../contract.ts';
import { arrowOf, jsonOf, narrowCity, type City } from './encode-city.ts';

/** A form in which the city is sent. */
export type CityForm = 'arrow' | 'json';

/** A city, and the whole of it in the forms that have been asked for. */
interface CachedCity {
  readonly city: City;
  readonly whole: Map<CityForm, Promise<CachedResponse>>;
}

const types = { arrow: arrowType, json: 'application/json; charset=utf-8' } as const;
const writers = { arrow: arrowOf, json: jsonOf } as const;

/**
 * The rest after a refresh: at least so many milliseconds, or a multiple of its duration. Changes often come several
 * at once. After failures it doubles, so many times at most.
 */
const rest = { minMs: 300, times: 2, maxDoublings: 7 } as const;

type CityReader = Pick<Effects, 'hooks'> & { readonly database: Database };

/** The latest city of a server; made by {@link createCityCache}. */
export interface CityCache {
  /** The locations that a query selects, from the cached city while it is current. */
  read(reader: CityReader, query: LocationsQuery, form: CityForm): Promise<CachedResponse>;
  /** Reads the city at once, and once more after the changes that come meanwhile. */
  refresh(): void;
}

/** Creates the cache of a server's city. */
export function createCityCache({ transaction, log }: Pick<ServerContext, 'transaction' | 'log'>): CityCache {
  let latest: { readonly version: string; readonly city: Promise<CachedCity> } | null = null;

  /** Requests that come while the city is read wait for the same read. */
  async function currentCity(reader: CityReader): Promise<CachedCity> {
    const version = await readVersion(reader);
    if (latest?.version === version) return latest.city;
    const reading = { version, city: readCity(reader) };
    latest = reading;
    reading.city.catch(() => {
      if (latest === reading) latest = null;
    });
    return reading.city;
  }

  /** Prepares the form that our own map asks for, and answers whether it succeeded. */
  async function prepareCity(): Promise<boolean> {
    try {
      await wholeCity(await transaction(currentCity), 'arrow');
      return true;
    } catch (error) {
      // A request meets the same error and reports it.
      log.debug({ err: error }, 'the city was not refreshed');
      return false;
    }
  }

  return {
    async read(reader, query, form) {
      const cached = await currentCity(reader);
      const narrowed = narrowCity(cached.city, query);
      return narrowed === cached.city
        ? wholeCity(cached, form)
        : CachedResponse.of(types[form], writers[form](narrowed));
    },
    refresh: createRefresh(prepareCity),
  };
}

/** Prepares the city at once, and after a rest once more for what came meanwhile, or where it failed: nobody else would tell again. */
function createRefresh(prepare: () => Promise<boolean>): () => void {
  /** The refresh that is running or resting, and whether the city has changed since. */
  let refreshing: { again: boolean } | null = null;
  let failures = 0;

  return function refresh(): void {
    if (refreshing) {
      refreshing.again = true;
      return;
    }
    const current = { again: false };
    refreshing = current;
    const began = performance.now();
    void prepare().then((succeeded) => {
      failures = succeeded ? 0 : failures + 1;
      const minMs = rest.minMs * 2 ** Math.min(failures, rest.maxDoublings);
      const pause = Math.max(minMs, (performance.now() - began) * rest.times);
      setTimeout(() => {
        refreshing = null;
        if (current.again || !succeeded) refresh();
      }, pause).unref();
    });
  };
}

function wholeCity({ city, whole }: CachedCity, form: CityForm): Promise<CachedResponse> {
  let cached = whole.get(form);
  if (!cached) {
    cached = CachedResponse.of(types[form], writers[form](city));
    whole.set(form, cached);
  }
  return cached;
}

async function readVersion({ hooks, database }: CityReader): Promise<string> {
  const [households, { rows }] = await Promise.all([
    runQuery(hooks, householdVersionQuery, null),
    sql<{ places: string }>`
      select md5(concat(
        (select string_agg(concat(id, updated_at), ',' order by id) from neighborhoods_v1_neighborhoods), ';',
        (select string_agg(concat(id, updated_at), ',' order by id) from household_categories_v1_categories)
      )) as places`.execute(database),
  ]);
  return `${households} ${rows[0]?.places ?? ''}`;
}

/** The version was read before: the city may be newer, and is then read once more, but never older. */
async function readCity({ hooks, database }: CityReader): Promise<CachedCity> {
  const [households, neighborhoods, categories] = await Promise.all([
    runQuery(hooks, householdColumnsQuery, null),
    sql<NameColumns & Pick<MapNeighborhood, 'id' | 'coords' | 'geometry' | 'color'>>`
      select id, name_uz, name_ru, coords, geometry, color from neighborhoods_v1_neighborhoods order by id`.execute(
      database,
    ),
    sql<NameColumns & { id: number; color: string }>`
      select id, name_uz, name_ru, color from household_categories_v1_categories order by id`.execute(
      database,
    ),
  ]);
  const city = {
    households,
    neighborhoods: neighborhoods.rows.map(({ id, coords, geometry, color, ...names }) => ({
      id,
      ...presentNames(names),
      coords,
      ...(geometry ? { geometry } : {}),
      color,
    })),
    categories: categories.rows.map(({ id, color, ...names }) => ({ id, ...presentNames(names), color })),
  };
  return { city, whole: new Map() };
}
