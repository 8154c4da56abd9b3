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
} from '#kernel/plugin-api/server.ts';
import type { User } from '../../contract.ts';
import { store } from './user-store.ts';

/** The number of digits from which on they may be the start of a JSHSHIR or a phone. */
const fewestOfNumber = 5;

/** The first matches of a text: citizens with a matching JSHSHIR or phone prefix, otherwise the newest. */
export async function findFirst(
  database: Database,
  text: string,
  options: { limit: number; signal: AbortSignal },
): Promise<User[]> {
  const { patterns, digits } = readSearch(text);
  if (patterns.length === 0 || (digits !== null && digits.length < minPhoneDigits)) return [];
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
      columns: sql`id, search_key`,
      order: sql`id desc`,
      condition: matchesPatterns(patterns),
    },
    options,
  );
  return readFound(database, ids);
}

/** Citizens by their ids, in the order of the ids. */
export async function readFound(database: Database, ids: readonly number[]): Promise<User[]> {
  if (ids.length === 0) return [];
  return store.readRows(database, rowsOfIds(ids), { prepared: true });
}

async function findNumbers(database: Database, digits: string, limit: number): Promise<number[]> {
  const ranges = [
    ['personal_number', rangeOf(digits, 'jshshir')] as const,
    ['phone', rangeOf(digits, 'phone')] as const,
    ['phone', rangeOf(`998${digits}`, 'phone')] as const,
  ];
  const ways = ranges.flatMap(([column, range]) =>
    range === null
      ? []
      : [
          sql`(select id from users where ${sql.ref(column)} between ${range[0]} and ${range[1]} limit ${limit})`,
        ],
  );
  if (ways.length === 0) return [];
  const rows = await execute(
    database,
    sql<{ id: number }>`
      select id from (${sql.join(ways, sql` union `)}) as hit order by id desc limit ${limit}`,
  );
  return rows.map(({ id }) => id);
}
