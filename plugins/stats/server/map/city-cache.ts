import { sql } from 'kysely';
import { runQuery } from '#kernel/contract/index.ts';
import { presentNames, type NameColumns } from '#kernel/records/server/crud/index.ts';
import { CachedResponse } from '#kernel/server/http/responses/cached-response.ts';
import type { Database, Effects, ServerContext } from '#kernel/server/plugins/api/index.ts';
import { householdColumnsQuery, householdVersionQuery } from '#plugins/households/contract.ts';
import { arrowType, type LocationsQuery, type MapNeighborhood } from '../../contract.ts';
import { arrowOf, jsonOf, narrowCity, type City } from './encode-city.ts';

/** A form in which the city is sent. */
export type CityForm = 'arrow' | 'json';

/** A city, and the whole of it in the forms that have been asked for. */
interface KeptCity {
  readonly city: City;
  readonly whole: Map<CityForm, Promise<CachedResponse>>;
}

const types = { arrow: arrowType, json: 'application/json; charset=utf-8' } as const;
const writers = { arrow: arrowOf, json: jsonOf } as const;

/** One city a server; a second one in this process has a database of its own. */
const cities = new WeakMap<ServerContext, { readonly version: string; readonly city: Promise<KeptCity> }>();

/** Those that are being renewed or rest after it, and whether something has changed meanwhile. */
const renewing = new WeakMap<ServerContext, { again: boolean }>();
/** Milliseconds of rest after a renewal, or so many times as long as it took: changes often come several at once. */
const rest = { least: 300, times: 2 } as const;

type Asker = Pick<Effects, 'hooks'> & { readonly database: Database; readonly context: ServerContext };

/** The locations that a query asks for: made of what is kept as long as it still holds, else of what is read anew. */
export async function readLocations(
  asker: Asker,
  query: LocationsQuery,
  form: CityForm,
): Promise<CachedResponse> {
  const kept = await currentCity(asker);
  const narrowed = narrowCity(kept.city, query);
  return narrowed === kept.city
    ? wholeCity(kept, form)
    : CachedResponse.of(types[form], writers[form](narrowed));
}

/** Has the city ready from the start on, and anew after each change that this plugin tells its nodes of. */
export function startCityRefresh(context: ServerContext): void {
  context.onNodeMessage(() => renew(context));
}

/** The first change is followed at once, those on its heels by one more renewal. */
function renew(context: ServerContext): void {
  const underway = renewing.get(context);
  if (underway) {
    underway.again = true;
    return;
  }
  const turn = { again: false };
  renewing.set(context, turn);
  const began = performance.now();
  void makeReady(context).finally(() => {
    const pause = Math.max(rest.least, (performance.now() - began) * rest.times);
    setTimeout(() => {
      renewing.delete(context);
      if (turn.again) renew(context);
    }, pause).unref();
  });
}

/** In the form that our own map asks for. */
async function makeReady(context: ServerContext): Promise<void> {
  try {
    const kept = await context.transaction(({ hooks, database }) =>
      currentCity({ hooks, database, context }),
    );
    await wholeCity(kept, 'arrow');
  } catch (error) {
    // Whoever asks next meets the same trouble, and is told of it.
    context.log.debug({ err: error }, 'the city was not made ready');
  }
}

function wholeCity({ city, whole }: KeptCity, form: CityForm): Promise<CachedResponse> {
  let kept = whole.get(form);
  if (!kept) {
    kept = CachedResponse.of(types[form], writers[form](city));
    whole.set(form, kept);
  }
  return kept;
}

/** Who comes while the city is read waits for the same reading. */
async function currentCity(asker: Asker): Promise<KeptCity> {
  const { context } = asker;
  const version = await readVersion(asker);
  const known = cities.get(context);
  if (known?.version === version) return known.city;
  const reading = { version, city: readCity(asker) };
  cities.set(context, reading);
  reading.city.catch(() => {
    if (cities.get(context) === reading) cities.delete(context);
  });
  return reading.city;
}

async function readVersion({ hooks, database }: Asker): Promise<string> {
  const [households, { rows }] = await Promise.all([
    runQuery(hooks, householdVersionQuery, null),
    sql<{ places: string }>`
      select md5(concat(
        (select string_agg(concat(id, updated_at), ',' order by id) from neighborhoods), ';',
        (select string_agg(concat(id, updated_at), ',' order by id) from household_categories)
      )) as places`.execute(database),
  ]);
  return `${households} ${rows[0]?.places ?? ''}`;
}

/** The version was asked for before: what is read may be newer, and is then read once more, never older. */
async function readCity({ hooks, database }: Asker): Promise<KeptCity> {
  const [households, neighborhoods, categories] = await Promise.all([
    runQuery(hooks, householdColumnsQuery, null),
    sql<NameColumns & { id: number; coords: MapNeighborhood['coords']; color: string }>`
      select id, name_uz, name_ru, coords, color from neighborhoods order by id`.execute(database),
    sql<NameColumns & { id: number; color: string }>`
      select id, name_uz, name_ru, color from household_categories order by id`.execute(database),
  ]);
  const city = {
    households,
    neighborhoods: neighborhoods.rows.map(({ id, coords, color, ...names }) => ({
      id,
      ...presentNames(names),
      coords,
      color,
    })),
    categories: categories.rows.map(({ id, color, ...names }) => ({ id, ...presentNames(names), color })),
  };
  return { city, whole: new Map() };
}
