import { ask, createValues, type Values } from '#kernel/server/lists/statement.ts';
import { escapeLike } from '#kernel/server/lists/search-words.ts';
import type { Database, DatabaseTransaction } from '#kernel/server/plugin.ts';
import type { Filters, Order } from './list-request.ts';
import { filtersSql, innerOrder } from './parts.ts';
import { readHouseholdSearch } from './search-key.ts';

/** Hits are counted up to here; beyond, the list says that there are more. */
export const usualMostHits = 10_000;

/** The places that a word names: whole neighbourhoods, and streets. */
interface Places {
  readonly neighborhoods: readonly number[];
  readonly streets: readonly number[];
}

/** A text as a condition on `households`; the names of places are looked up first, since they are few. */
export type TextCondition = (values: Values) => string;

/** Reads a text; each of its words must be in the names, numbers or address of a household. */
export async function readText(
  database: Database | DatabaseTransaction,
  text: string,
): Promise<TextCondition> {
  const words = readHouseholdSearch(text);
  const places = await Promise.all(
    words.map(({ place }) => (place === null ? null : findPlaces(database, place))),
  );
  return (values) => {
    const conditions = words.map(({ pattern }, index) => {
      const found = places[index];
      const ways = [`search_key like ${values.add(pattern, 'text')}`];
      if (found && found.streets.length > 0)
        ways.push(`street_id = any(${values.add(found.streets, 'bigint[]')})`);
      if (found && found.neighborhoods.length > 0)
        ways.push(`neighborhood_id = any(${values.add(found.neighborhoods, 'bigint[]')})`);
      return `(${ways.join(' or ')})`;
    });
    return conditions.length === 0 ? 'false' : conditions.join(' and ');
  };
}

async function findPlaces(database: Database | DatabaseTransaction, word: string): Promise<Places> {
  const values = createValues();
  const literal = escapeLike(word);
  // As in the key: within a word from three letters on, else where a word begins.
  const pattern = values.add(word.length < 3 ? `% ${literal}%` : `%${literal}%`, 'text');
  const named = `' ' || fold_uz like ${pattern} or ' ' || fold_ru like ${pattern}`;
  const [row] = await ask<{ neighborhoods: number[] | null; streets: number[] | null }>(
    database,
    `select (select json_agg(id) from neighborhoods where ${named}) as neighborhoods,
       (select json_agg(id) from streets where ${named}) as streets`,
    values,
    { often: true },
  );
  return { neighborhoods: row?.neighborhoods ?? [], streets: row?.streets ?? [] };
}

/** How many a text finds, up to a limit and one more. */
export async function countHits(
  database: Database | DatabaseTransaction,
  filters: Filters,
  text: TextCondition,
  most: number,
): Promise<number> {
  const values = createValues();
  const [row] = await ask<{ hits: number }>(
    database,
    `select count(*) as hits from (
       select from households where ${filtersSql(filters, values)} and ${text(values)} limit ${most + 1}
     ) as hit`,
    values,
  );
  return row?.hits ?? 0;
}

/**
 * Chooses the ids of a page of hits. Few are sorted as they lie. Of more than are counted, the orders that an index has are
 * walked until the page is full; for the others the newest hits are put in order.
 */
export function pickHitsSql(
  filters: Filters,
  order: Order,
  text: TextCondition,
  page: { offset: number; limit: number; isCapped: boolean; most: number },
  values: Values,
): string {
  const offset = values.add(page.offset, 'bigint');
  const limit = values.add(page.limit, 'bigint');
  const where = `${filtersSql(filters, values)} and ${text(values)}`;
  const { join, by } = sortOf(order);
  const isWalked = join === '';
  const found =
    page.isCapped && !isWalked
      ? `(select * from households where ${where} order by id desc limit ${page.most})`
      : `(select * from households where ${where}${page.isCapped ? '' : ' offset 0'})`;
  return `
    select id, row_number() over () as line from (
      select household.id from ${page.isCapped && isWalked ? 'households' : found} as household ${join}
      ${page.isCapped && isWalked ? `where ${where}` : ''}
      order by ${by} offset ${offset} limit ${limit}
    ) as page`;
}

/** A whole order, for what is not made of parts. */
function sortOf(order: Order): { join: string; by: string } {
  const { sortBy, direction, language } = order;
  const inner = innerOrder(order);
  const tail = inner.terms.map((term) => `${term} ${inner.direction}`);
  const sorted = (terms: readonly string[], join = '') => ({
    join,
    by: [...terms.map((term) => `${term} ${direction} nulls last`), ...tail].join(', '),
  });
  switch (sortBy) {
    case 'createdAt':
    case 'updatedAt':
      return sorted([]);
    case 'able_to_work':
    case 'unemployed':
    case 'informal':
      return { join: '', by: [`${sortBy} ${direction}`, ...tail].join(', ') };
    case 'address':
      return sorted(
        [`around.name_${language}`, 'around.id', `place.name_${language}`, 'place.id'],
        `join streets as place on place.id = household.street_id
         join neighborhoods as around on around.id = household.neighborhood_id`,
      );
    case 'household_category':
      return sorted(
        [`category.name_${language}`, 'category.id'],
        'join household_categories as category on category.id = household.household_category_id',
      );
    case 'author':
      return sorted(
        ['admin.last_name', 'admin.first_name', 'coalesce(household.author_id, -1)'],
        'left join admins as admin on admin.id = household.author_id',
      );
  }
}
