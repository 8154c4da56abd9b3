import { sql } from 'kysely';
import {
  type Database,
  execute,
  firstHits,
  rangeOf,
  readSearch,
  rowsOfIds,
  type Scope,
  within,
} from '#kernel/plugin-api/server.ts';
import { readText } from './list-search.ts';
import { readRows, type HouseholdRow } from './rows.ts';

/** The number of digits from which on they may be the start of a JSHSHIR; fewer are a house number. */
const minJshshirDigits = 5;

/**
 * The first matches of a text: households of a citizen with a matching JSHSHIR prefix, otherwise the newest
 * by name or address.
 */
export async function findFirst(
  database: Database,
  scope: Scope,
  text: string,
  options: { limit: number; signal: AbortSignal },
): Promise<HouseholdRow[]> {
  const { digits } = readSearch(text);
  const range = digits === null || digits.length < minJshshirDigits ? null : rangeOf(digits, 'jshshir');
  const exact = range ? await findCitizens(database, scope, range, options.limit) : [];
  // Numbers longer than house numbers can only be a JSHSHIR.
  if (exact.length > 0 || (digits !== null && digits.length > minJshshirDigits)) {
    return readFound(database, 'everywhere', exact);
  }
  const { whole: condition } = await readText(database, text);
  options.signal.throwIfAborted();
  const columns = sql`id, search_key, street_id, neighborhood_id`;
  const source = { table: 'households', scope, columns, order: sql`id desc`, condition };
  return readFound(database, 'everywhere', await firstHits(database, source, options));
}

/** Returns those of the given households that are within a scope, in the given order. */
export async function readFound(
  database: Database,
  scope: Scope,
  ids: readonly number[],
): Promise<HouseholdRow[]> {
  if (ids.length === 0) return [];
  const inScope = sql`select from households where households.id = given.id and ${within(scope)}`;
  return readRows(
    database,
    sql`select given.id, given.line from (${rowsOfIds(ids)}) as given where exists (${inScope})`,
  );
}

async function findCitizens(
  database: Database,
  scope: Scope,
  [first, last]: readonly [string, string],
  limit: number,
): Promise<number[]> {
  const rows = await execute(
    database,
    sql<{ id: number }>`
      select distinct id from (
        select household.id from household_citizens as citizen
        join households as household on household.id = citizen.household_id
        where citizen.personal_number between ${first} and ${last}
          and ${within(scope, 'household.neighborhood_id')} limit ${limit}
      ) as hit order by id desc`,
  );
  return rows.map(({ id }) => id);
}
