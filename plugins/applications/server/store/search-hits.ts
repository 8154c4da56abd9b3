import { sql } from 'kysely';
import {
  type Database,
  execute,
  minPhoneDigits,
  firstHits,
  matchesPatterns,
  mayBePhone,
  rangeOf,
  readSearch,
  rowsOfIds,
  type Scope,
  within,
} from '#kernel/plugin-api/server.ts';
import type { ApplicationRow, NeighborhoodRow } from './rows.ts';

/** An application as a hit of the search in the top bar. */
export type FoundRow = Pick<
  ApplicationRow,
  'id' | 'status' | 'first_name' | 'last_name' | 'father_name' | 'phone' | 'personal_number'
> &
  Pick<NeighborhoodRow, 'name_uz' | 'name_ru'>;

/** The number of digits from which on they may be the start of a JSHSHIR; fewer are an application's or a house number. */
const minJshshirDigits = 5;

/** The first matches of a text: the application with that number, those with a JSHSHIR prefix, otherwise the newest. */
export async function findFirst(
  database: Database,
  scope: Scope,
  text: string,
  options: { limit: number; signal: AbortSignal },
): Promise<FoundRow[]> {
  const { patterns, number, digits } = readSearch(text);
  if (patterns.length === 0) return [];
  const exact = digits === null ? [] : await findNumbers(database, scope, { number, digits }, options.limit);
  const whole =
    digits !== null &&
    digits.length >= minJshshirDigits &&
    (!mayBePhone(digits) || exact.some((id) => id !== number));
  const short = digits !== null && digits.length < minPhoneDigits;
  if (whole || short || exact.length >= options.limit) return readFound(database, scope, exact);
  const source = {
    table: 'applications',
    scope,
    columns: sql`id, day, search_key`,
    order: sql`day desc, id desc`,
    condition: matchesPatterns(patterns),
  };
  const ids = await firstHits(database, source, options);
  return readFound(database, scope, [...new Set([...exact, ...ids])].slice(0, options.limit));
}

/** The application with a number, followed by those whose author's JSHSHIR starts with these digits. */
async function findNumbers(
  database: Database,
  scope: Scope,
  { number, digits }: { number: number | null; digits: string },
  limit: number,
): Promise<number[]> {
  const range = digits.length < minJshshirDigits ? null : rangeOf(digits, 'jshshir');
  const area = within(scope);
  const byJshshir =
    range === null
      ? sql``
      : sql`union all (
          select id, 1 from applications
          where personal_number between ${range[0]} and ${range[1]} and ${area} limit ${limit}
        )`;
  const rows = await execute(
    database,
    sql<{ id: number }>`
      select id from (
        select id, 0 as place from applications where id = ${number}::bigint and ${area} ${byJshshir}
      ) as hit order by place, id desc`,
  );
  return [...new Set(rows.map(({ id }) => id))];
}

/** Returns the given applications that lie in a scope, in the order of the ids. */
export async function readFound(
  database: Database,
  scope: Scope,
  ids: readonly number[],
): Promise<FoundRow[]> {
  if (ids.length === 0) return [];
  return execute(
    database,
    sql<FoundRow>`
      select one.id, one.status, one.first_name, one.last_name, one.father_name, one.phone, one.personal_number,
        place.name_uz, place.name_ru
      from (${rowsOfIds(ids)}) as given
      cross join lateral (
        select * from applications where applications.id = given.id and ${within(scope)} offset 0
      ) as one
      join neighborhoods_v1_neighborhoods as place on place.id = one.neighborhood_id order by given.line`,
  );
}
