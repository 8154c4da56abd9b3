import { firstHits } from '#kernel/server/lists/first-hits.ts';
import { fewestOfPhone, mayBePhone, rangeOf, readSearch } from '#kernel/server/lists/search-words.ts';
import { execute, createValues } from '#kernel/server/lists/statement.ts';
import type { Database } from '#kernel/server/plugins/api/index.ts';
import { readRows, type UserRow } from './rows.ts';

/** Digits from which on the beginning of a JSHSHIR or a phone may be meant. */
const fewestOfNumber = 5;

/** The first citizens that a text finds: those whose JSHSHIR or phone begins so, else the newest. */
export async function findFirst(
  database: Database,
  text: string,
  options: { limit: number; signal: AbortSignal },
): Promise<UserRow[]> {
  const { patterns, digits } = readSearch(text);
  if (patterns.length === 0 || (digits !== null && digits.length < fewestOfPhone)) return [];
  if (digits !== null && digits.length >= fewestOfNumber) {
    const exact = await findNumbers(database, digits, options.limit);
    if (exact.length > 0 || !mayBePhone(digits)) return readFound(database, exact);
    options.signal.throwIfAborted();
  }
  const ids = await firstHits(
    database,
    {
      table: 'users',
      scope: 'everywhere',
      columns: 'id, search_key',
      order: 'id desc',
      condition: (values) =>
        patterns.map((pattern) => `search_key like ${values.add(pattern, 'text')}`).join(' and '),
    },
    options,
  );
  return readFound(database, ids);
}

/** Citizens by their ids, in that order. */
export async function readFound(database: Database, ids: readonly number[]): Promise<UserRow[]> {
  if (ids.length === 0) return [];
  const values = createValues();
  const given = `select id, line from unnest(${values.addOpaque(ids, 'bigint[]')}::bigint[]) with ordinality as given (id, line)`;
  return readRows(database, given, values, { prepared: true });
}

async function findNumbers(database: Database, digits: string, limit: number): Promise<number[]> {
  const values = createValues();
  const ranges = [
    ['personal_number', rangeOf(digits, 'jshshir')] as const,
    ['phone', rangeOf(digits, 'phone')] as const,
    ['phone', rangeOf(`998${digits}`, 'phone')] as const,
  ];
  const most = values.add(limit, 'bigint');
  const ways = ranges.flatMap(([column, range]) =>
    range === null
      ? []
      : [
          `(select id from users where ${column} between ${values.add(range[0], 'text')} and ${values.add(range[1], 'text')} limit ${most})`,
        ],
  );
  if (ways.length === 0) return [];
  const rows = await execute<{ id: number }>(
    database,
    `select id from (${ways.join(' union ')}) as hit order by id desc limit ${most}`,
    values,
  );
  return rows.map(({ id }) => id);
}
