import { sql } from 'kysely';
import type { Area } from '#kernel/plugin-api/contract.ts';
import { type Database, type Fragment, retryRead } from '#kernel/plugin-api/server.ts';
import type { LetterListQuery } from '../../contract.ts';
import {
  type LetterRow,
  lettersFrom,
  lettersWith,
  lettersWithin,
  selectLetters,
  letter,
  letterApplication,
} from './rows.ts';

/** The maximum number of letters counted; a longer list only says that it is longer. */
const maxCount = 10_000;

/** The filters of the register. */
export type LetterFilters = Pick<
  LetterListQuery,
  | 'year'
  | 'status'
  | 'template'
  | 'language'
  | 'application'
  | 'neighborhood'
  | 'signatory'
  | 'from'
  | 'to'
  | 'search'
>;

/** The order of a list: newest number first by default. */
const orders = {
  number: {
    asc: sql`${letter('year')}, ${letter('number')}`,
    desc: sql`${letter('year')} desc, ${letter('number')} desc`,
  },
  addressee: {
    asc: sql`${letter('addressee')}, ${letter('id')}`,
    desc: sql`${letter('addressee')} desc, ${letter('id')} desc`,
  },
  createdAt: { asc: sql`${letter('id')}`, desc: sql`${letter('id')} desc` },
} as const;

/** The condition for letters that a viewer may see and that match the filters. */
export function conditionOf(filters: LetterFilters, area: Area): Fragment {
  const conditions: Fragment[] = [lettersWithin(letterApplication, area), lettersWith(filters.search)];
  if (filters.year) conditions.push(sql`${letter('year')} = ${filters.year}`);
  if (filters.template) conditions.push(sql`${letter('template_id')} = ${filters.template}`);
  if (filters.status) conditions.push(sql`${letter('status')} = ${filters.status}`);
  if (filters.language) conditions.push(sql`${letter('language')} = ${filters.language}`);
  if (filters.application) conditions.push(sql`${letter('application_id')} = ${filters.application}`);
  if (filters.neighborhood)
    conditions.push(sql`${letterApplication('neighborhood_id')} = ${filters.neighborhood}`);
  if (filters.signatory) conditions.push(sql`${letter('signatory_id')} = ${filters.signatory}`);
  if (filters.from) conditions.push(sql`${letter('issued_on')} >= ${filters.from}::date`);
  if (filters.to) conditions.push(sql`${letter('issued_on')} <= ${filters.to}::date`);
  return sql.join(conditions, sql` and `);
}

/** A page of the register, with its total, which is counted up to a limit; there are no pages beyond it. */
export async function readLetters(
  database: Database,
  query: LetterListQuery,
  area: Area,
): Promise<{ rows: LetterRow[]; length: number; capped: boolean }> {
  const condition = conditionOf(query, area);
  const offset = (query.page - 1) * query.limit;
  const limit = Math.min(query.limit, maxCount - offset);
  const order = orders[query.sort_by ?? 'number'][query.sort_order ?? 'desc'];
  const [rows, length] = await Promise.all([
    limit > 0
      ? selectLetters(database, sql`${condition} order by ${order} limit ${limit} offset ${offset}`)
      : [],
    countLetters(database, condition),
  ]);
  return { rows, length: Math.min(length, maxCount), capped: length > maxCount };
}

/** The number of letters; counted to one beyond the limit. */
async function countLetters(database: Database, condition: Fragment): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (select from ${lettersFrom} where ${condition} limit ${maxCount + 1}) as counted`.execute(
    database,
  );
  return rows[0]?.count ?? 0;
}

/** Letters sorted by number, in batches. */
export async function* streamLetters(
  database: Database,
  filters: LetterFilters,
  area: Area,
): AsyncGenerator<LetterRow> {
  const condition = conditionOf(filters, area);
  let last = 0;
  while (true) {
    const next = sql`${condition} and ${letter('id')} > ${last} order by ${letter('id')} limit 500`;
    const rows = await retryRead(() => selectLetters(database, next));
    yield* rows;
    const end = rows.at(-1);
    if (!end) return;
    last = end.id;
  }
}
