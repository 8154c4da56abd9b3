import { firstHits } from '#kernel/server/lists/first-hits.ts';
import { within, type Scope } from '#kernel/server/lists/scope.ts';
import { rangeOf, readSearch } from '#kernel/server/lists/search-words.ts';
import { execute, createValues } from '#kernel/server/lists/statement.ts';
import type { Database } from '#kernel/server/plugins/api/index.ts';
import { readRows, type HouseholdRow } from './rows.ts';
import { idsSql, readText } from './list-search.ts';

/** Digits from which on the beginning of a JSHSHIR may be meant; fewer are the number of a house. */
const fewestOfJshshir = 5;

/** The first households that a text finds: those of a citizen whose JSHSHIR begins so, else the newest of that name or address. */
export async function findFirst(
  database: Database,
  scope: Scope,
  text: string,
  options: { limit: number; signal: AbortSignal },
): Promise<HouseholdRow[]> {
  const { digits } = readSearch(text);
  const range = digits === null || digits.length < fewestOfJshshir ? null : rangeOf(digits, 'jshshir');
  const exact = range ? await findCitizens(database, scope, range, options.limit) : [];
  // Longer numbers than those of houses are nothing else.
  if (exact.length > 0 || (digits !== null && digits.length > fewestOfJshshir)) {
    return readFound(database, 'everywhere', exact);
  }
  const { whole: condition } = await readText(database, text);
  options.signal.throwIfAborted();
  const columns = 'id, search_key, street_id, neighborhood_id';
  const ids = await firstHits(
    database,
    { table: 'households', scope, columns, order: 'id desc', condition },
    options,
  );
  return readFound(database, 'everywhere', ids);
}

/** Those of some households that lie in a scope, in the order of their ids as given. */
export async function readFound(
  database: Database,
  scope: Scope,
  ids: readonly number[],
): Promise<HouseholdRow[]> {
  if (ids.length === 0) return [];
  const values = createValues();
  const given = idsSql(ids, values);
  const own = within(scope, 'neighborhood_id', values);
  const picked = `select given.id, given.line from (${given}) as given
    where exists (select from households where households.id = given.id and ${own})`;
  return readRows(database, picked, values);
}

async function findCitizens(
  database: Database,
  scope: Scope,
  [first, last]: readonly [string, string],
  limit: number,
): Promise<number[]> {
  const values = createValues();
  const rows = await execute<{ id: number }>(
    database,
    `select distinct id from (
       select household.id from household_citizens as citizen join households as household on household.id = citizen.household_id
       where citizen.personal_number between ${values.add(first, 'text')} and ${values.add(last, 'text')}
         and ${within(scope, 'household.neighborhood_id', values)}
       limit ${values.add(limit, 'bigint')}
     ) as hit order by id desc`,
    values,
  );
  return rows.map(({ id }) => id);
}
