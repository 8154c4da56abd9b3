import { firstHits } from '#kernel/server/lists/first-hits.ts';
import { within, type Scope } from '#kernel/server/lists/scope.ts';
import { fewestOfPhone, mayBePhone, rangeOf, readSearch } from '#kernel/server/lists/search-words.ts';
import { execute, createValues } from '#kernel/server/lists/statement.ts';
import type { Database } from '#kernel/server/plugins/api/index.ts';
import type { Status } from '../../contract.ts';

/** An application as the search of the top bar shows it. */
export interface FoundRow {
  readonly id: number;
  readonly status: Status;
  readonly first_name: string;
  readonly last_name: string;
  readonly father_name: string | null;
  readonly phone: string | null;
  readonly personal_number: string | null;
  readonly name_uz: string;
  readonly name_ru: string;
}

/** Digits from which on the beginning of a JSHSHIR may be meant; fewer are the number of an application, or of a house. */
const fewestOfJshshir = 5;

/** The first applications that a text finds: the one of that number, those of a JSHSHIR that begins so, else the newest. */
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
    digits.length >= fewestOfJshshir &&
    (!mayBePhone(digits) || exact.some((id) => id !== number));
  const short = digits !== null && digits.length < fewestOfPhone;
  if (whole || short || exact.length >= options.limit) return readFound(database, scope, exact);
  const ids = await firstHits(
    database,
    {
      table: 'applications',
      scope,
      columns: 'id, day, search_key',
      order: 'day desc, id desc',
      condition: (values) =>
        patterns.map((pattern) => `search_key like ${values.add(pattern, 'text')}`).join(' and '),
    },
    options,
  );
  return readFound(database, scope, [...new Set([...exact, ...ids])].slice(0, options.limit));
}

/** The application of a number, before those whose author's JSHSHIR begins with these digits. */
async function findNumbers(
  database: Database,
  scope: Scope,
  { number, digits }: { number: number | null; digits: string },
  limit: number,
): Promise<number[]> {
  const range = digits.length < fewestOfJshshir ? null : rangeOf(digits, 'jshshir');
  const values = createValues();
  const area = within(scope, 'neighborhood_id', values);
  const byNumber = `select id, 0 as place from applications where id = ${values.add(number, 'bigint')} and ${area}`;
  const byJshshir =
    range === null
      ? ''
      : `union all (
           select id, 1 from applications
           where personal_number between ${values.add(range[0], 'text')} and ${values.add(range[1], 'text')} and ${area}
           limit ${values.add(limit, 'bigint')}
         )`;
  const rows = await execute<{ id: number }>(
    database,
    `select id from (${byNumber} ${byJshshir}) as hit order by place, id desc`,
    values,
  );
  return [...new Set(rows.map(({ id }) => id))];
}

/** Those of some applications that lie in a scope, in the order of their ids as given. */
export function readFound(database: Database, scope: Scope, ids: readonly number[]): Promise<FoundRow[]> {
  if (ids.length === 0) return Promise.resolve([]);
  const values = createValues();
  return execute<FoundRow>(
    database,
    `select one.id, one.status, one.first_name, one.last_name, one.father_name, one.phone, one.personal_number,
       place.name_uz, place.name_ru
     from unnest(${values.addOpaque(ids, 'bigint[]')}::bigint[]) with ordinality as given (id, line)
     cross join lateral (
       select * from applications where applications.id = given.id and ${within(scope, 'neighborhood_id', values)} offset 0
     ) as one
     join neighborhoods as place on place.id = one.neighborhood_id order by given.line`,
    values,
  );
}
