import { sql } from 'kysely';
import { runQuery } from '#kernel/plugin-api/contract.ts';
import {
  type CachedResponse,
  type Database,
  type Effects,
  LazyCachedResponse,
  type NameColumns,
  presentNames,
  retry,
  type ServerContext,
} from '#kernel/plugin-api/server.ts';
import {
  type HouseholdColumns,
  householdColumnsQuery,
  householdVersionsQuery,
} from '#plugins/households/contract.ts';
import { arrowType, type LocationsQuery, type MapNeighborhood } from '../../contract.ts';
import { arrowOf, jsonOf, narrowCity, replacePins, type City } from './encode-city.ts';

/** A format in which the city is sent. */
export type CityForm = 'arrow' | 'json';

/** A city, and its requested formats. */
interface CachedCity {
  readonly city: City;
  readonly whole: Map<CityForm, LazyCachedResponse>;
}

const types = { arrow: arrowType, json: 'application/json; charset=utf-8' } as const;
const writers = { arrow: arrowOf, json: jsonOf } as const;

/**
 * The pause after a refresh: a minimum in milliseconds, or a multiple of the refresh's duration. Changes often come several at
 * once.
 */
const rest = { minMs: 300, times: 2 } as const;

/** A failed refresh is retried until it succeeds, since it is not notified again. */
const retryPolicy = { delayMs: 600, maxDelayMs: 38_400 } as const;

type CityReader = Pick<Effects, 'hooks'> & { readonly database: Database };

/** The latest city of a server; made by {@link createCityCache}. */
export interface CityCache {
  /** The locations that a query selects, from the cached city if it is current. */
  read(reader: CityReader, query: LocationsQuery, form: CityForm): Promise<CachedResponse>;
  /** Reads the city immediately, and again after changes during the read. */
  refresh(): void;
}

/** Creates the cache of a server's city. */
export function createCityCache({ transaction, log }: Pick<ServerContext, 'transaction' | 'log'>): CityCache {
  let latest: { readonly version: CityVersion; readonly city: Promise<CachedCity> } | null = null;

  /** Requests that arrive while the city is being read share the same read. */
  async function currentCity(reader: CityReader): Promise<CachedCity> {
    const version = await readVersion(reader);
    if (latest?.version.text === version.text) return latest.city;
    const former = latest;
    const reading = { version, city: readAfter(reader, former, version) };
    latest = reading;
    reading.city.catch(() => {
      if (latest === reading) latest = null;
    });
    return reading.city;
  }

  /** Prepares the format that our own map requests. */
  async function prepareCity(): Promise<void> {
    try {
      await wholeCity(await transaction(currentCity), 'arrow').compressFor('br');
    } catch (error) {
      // A request would fail with the same error and report it.
      log.debug({ err: error }, 'the city was not refreshed');
      // Any error, including those that the driver declares final.
      throw new Error('the city was not refreshed', { cause: error });
    }
  }

  /** Compresses the city with a higher level for browsers, once it has not changed for a while. */
  async function polishCity(): Promise<void> {
    const cached = await latest?.city;
    await Promise.all([...(cached?.whole.values() ?? [])].map((whole) => whole.compress()));
  }

  return {
    async read(reader, query, form) {
      const cached = await currentCity(reader);
      const narrowed = narrowCity(cached.city, query);
      return narrowed === cached.city
        ? wholeCity(cached, form)
        : new LazyCachedResponse(types[form], writers[form](narrowed));
    },
    refresh: createRefresh(prepareCity, () => {
      // Until it succeeds, the existing compressed version is sent.
      polishCity().catch((error: unknown) => log.debug({ err: error }, 'the city was not compressed'));
    }),
  };
}

/**
 * Prepares the city immediately, until it succeeds, and again after a pause if there were changes meanwhile.
 * Otherwise `settle` is called.
 */
function createRefresh(prepare: () => Promise<void>, settle: () => void): () => void {
  /** The running or pausing refresh: the start of its last attempt, and whether the city has changed since. */
  let refreshing: { began: number; again: boolean } | null = null;

  return function refresh(): void {
    if (refreshing) {
      refreshing.again = true;
      return;
    }
    const current = { began: 0, again: false };
    refreshing = current;
    function attempt(): Promise<void> {
      Object.assign(current, { began: performance.now(), again: false });
      return prepare();
    }
    void retry(attempt, retryPolicy).then(() => {
      const pause = Math.max(rest.minMs, (performance.now() - current.began) * rest.times);
      setTimeout(() => {
        refreshing = null;
        if (current.again) refresh();
        else settle();
      }, pause).unref();
    });
  };
}

function wholeCity({ city, whole }: CachedCity, form: CityForm): LazyCachedResponse {
  let cached = whole.get(form);
  if (!cached) {
    cached = new LazyCachedResponse(types[form], writers[form](city));
    whole.set(form, cached);
  }
  return cached;
}

/** The version of the city's data. */
interface CityVersion {
  readonly text: string;
  /** How often the pins of each neighbourhood have changed. */
  readonly pins: ReadonlyMap<number, number>;
}

async function readVersion({ hooks, database }: CityReader): Promise<CityVersion> {
  const [pins, { rows }] = await Promise.all([
    runQuery(hooks, householdVersionsQuery, null),
    sql<{ digest: string }>`
      select md5(concat(
        (select string_agg(concat(id, updated_at), ',' order by id) from neighborhoods_v1_neighborhoods), ';',
        (select string_agg(concat(id, updated_at), ',' order by id) from household_categories_v1_categories)
      )) as digest`.execute(database),
  ]);
  const counted = [...pins].toSorted(([one], [other]) => one - other);
  return { text: `${counted.join(' ')} ${rows[0]?.digest ?? ''}`, pins };
}

/** The city of a version; only the pins of neighbourhoods that changed since the previous version are read. */
async function readAfter(
  reader: CityReader,
  former: { readonly version: CityVersion; readonly city: Promise<CachedCity> } | null,
  version: CityVersion,
): Promise<CachedCity> {
  const changed = former && changedBetween(former.version.pins, version.pins);
  // If reading the previous one failed, this one is read completely.
  const known = changed && (await former.city.catch(() => null));
  if (!known) return readCity(reader, () => runQuery(reader.hooks, householdColumnsQuery, null));
  return readCity(reader, async () => {
    if (changed.size === 0) return known.city.households;
    const fresh = await runQuery(reader.hooks, householdColumnsQuery, [...changed]);
    return replacePins(known.city.households, fresh, changed);
  });
}

/** The neighbourhoods whose pins have changed; null if it may be any. */
function changedBetween(
  former: CityVersion['pins'],
  latter: CityVersion['pins'],
): ReadonlySet<number> | null {
  if (former.get(0) !== latter.get(0)) return null;
  return new Set([...latter].flatMap(([id, version]) => (former.get(id) === version ? [] : [id])));
}

/** The version is read first: the city may be newer than it, and is then read again, but never older. */
async function readCity(
  { database }: CityReader,
  readPins: () => Promise<HouseholdColumns>,
): Promise<CachedCity> {
  const [households, neighborhoods, categories] = await Promise.all([
    readPins(),
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
