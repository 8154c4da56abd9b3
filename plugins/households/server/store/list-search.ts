import { execute, createValues, type Values } from '#kernel/server/lists/statement.ts';
import { escapeLike } from '#kernel/server/lists/search-words.ts';
import type { Database, DatabaseTransaction } from '#kernel/server/plugins/api/index.ts';
import type { Filters, Order } from './list-request.ts';
import { filtersSql, innerOrder } from './buckets.ts';
import { readHouseholdSearch, type SearchWord } from './search-key.ts';

/** Hits are counted up to here; beyond, the list says that there are more. */
export const usualMostHits = 10_000;

/** The places that a word names: whole neighbourhoods, and streets. */
interface Places {
  readonly neighborhoods: readonly number[];
  readonly streets: readonly number[];
}

const noPlaces: Places = { neighborhoods: [], streets: [] };

/** A text as conditions on `households`; the names of places are looked up first, since they are few. */
export interface TextCondition {
  /** The whole of it. */
  readonly whole: (values: Values) => string;
  /** Some of what the whole means, which an index counts without the table: those in places of that name. */
  readonly inPlaces: ((values: Values) => string) | null;
}

/** Reads a text; each of its words must be in the names, numbers or address of a household. */
export async function readText(
  database: Database | DatabaseTransaction,
  text: string,
): Promise<TextCondition> {
  const words = await Promise.all(
    readHouseholdSearch(text).map(async (word) => ({
      ...word,
      places: word.place === null ? noPlaces : await findPlaces(database, word.place),
    })),
  );
  const [only, ...others] = words;
  return {
    whole: (values) => words.map((word) => `(${waysOf(word, values).join(' or ')})`).join(' and ') || 'false',
    inPlaces: others.length === 0 && only ? inPlaces(only.places) : null,
  };
}

/** How a household may have a word: by its street, its neighbourhood, or its own key. */
function waysOf({ pattern, jshshir, places }: SearchWord & { places: Places }, values: Values): string[] {
  if (jshshir !== null) return [citizenSql(jshshir, values)];
  const ways = [`search_key like ${values.add(pattern, 'text')}`];
  if (places.streets.length > 0) ways.push(`street_id = any(${values.add(places.streets, 'bigint[]')})`);
  if (places.neighborhoods.length > 0)
    ways.push(`neighborhood_id = any(${values.add(places.neighborhoods, 'bigint[]')})`);
  return ways;
}

/** One of them is enough: no index has both. */
function inPlaces({ streets, neighborhoods }: Places): TextCondition['inPlaces'] {
  if (streets.length > 0) return (values) => `street_id = any(${values.add(streets, 'bigint[]')})`;
  if (neighborhoods.length > 0)
    return (values) => `neighborhood_id = any(${values.add(neighborhoods, 'bigint[]')})`;
  return null;
}

/** A whole JSHSHIR is looked up as it is: its digits in threes are in every other key. */
function citizenSql(jshshir: string, values: Values): string {
  const number = values.add(jshshir, 'text');
  return `id = any(array(select household_id from household_citizens where personal_number = ${number}))`;
}

async function findPlaces(database: Database | DatabaseTransaction, word: string): Promise<Places> {
  const values = createValues();
  const literal = escapeLike(word);
  // As in the key: within a word from three letters on, else where a word begins.
  const pattern = values.add(word.length < 3 ? `% ${literal}%` : `%${literal}%`, 'text');
  const named = `' ' || fold_uz like ${pattern} or ' ' || fold_ru like ${pattern}`;
  const [row] = await execute<{ neighborhoods: number[] | null; streets: number[] | null }>(
    database,
    `select (select json_agg(id) from neighborhoods where ${named}) as neighborhoods,
       (select json_agg(id) from streets where ${named}) as streets`,
    values,
    { prepared: true },
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
  const [row] = await execute<{ hits: number }>(
    database,
    `select count(*) as hits from (
       select from households where ${filtersSql(filters, values)} and ${text.whole(values)} limit ${most + 1}
     ) as hit`,
    values,
  );
  return row?.hits ?? 0;
}

/** What a text finds: how many up to a limit and one more, and, unless they are more, the ids of a page of them. */
export async function findHits(
  database: Database | DatabaseTransaction,
  filters: Filters,
  order: Order,
  text: TextCondition,
  page: { offset: number; limit: number; most: number },
): Promise<{ hits: number; ids: number[] }> {
  const values = createValues();
  const own = filtersSql(filters, values);
  const { join, by } = sortOf(order);
  // A street by the name of a person often holds more than are counted, and then nobody need be looked for.
  const sure = text.inPlaces
    ? `(select count(*) from (
         select from households where ${own} and ${text.inPlaces(values)} limit ${page.most + 1}
       ) as household)`
    : '0';
  const [row] = await execute<{ hits: number; ids: number[] | null }>(
    database,
    `with sure as materialized (select ${sure} as hits), hit as materialized (
       select id, neighborhood_id, street_id, household_category_id, house_number, apartment_number, able_to_work,
         unemployed, informal, author_id, updated_at
       from households where (select hits from sure) <= ${page.most} and ${own} and ${text.whole(values)}
       limit ${page.most + 1}
     )
     select greatest((select hits from sure), (select count(*) from hit)) as hits, array(
       select household.id from hit as household ${join} where (select count(*) from hit) <= ${page.most}
       order by ${by} offset ${values.add(page.offset, 'bigint')} limit ${values.add(page.limit, 'bigint')}
     ) as ids`,
    values,
  );
  return { hits: row?.hits ?? 0, ids: row?.ids ?? [] };
}

/** Chooses households by their ids, in that order: (id, line). */
export function idsSql(ids: readonly number[], values: Values): string {
  return `select id, line from unnest(${values.addOpaque(ids, 'bigint[]')}::bigint[]) with ordinality as given (id, line)`;
}

/**
 * Chooses the ids of a page where more is found than is counted: the orders that an index has are walked until the page is
 * full; for the others the newest are put in order.
 */
export function pickCappedSql(
  filters: Filters,
  order: Order,
  text: TextCondition,
  page: { offset: number; limit: number; most: number },
  values: Values,
): string {
  const where = `${filtersSql(filters, values)} and ${text.whole(values)}`;
  const { join, by } = sortOf(order);
  const newest = `(select * from households where ${where} order by id desc limit ${page.most})`;
  const from = isWalked(order) ? `households as household where ${where}` : `${newest} as household ${join}`;
  return `
    select id, row_number() over () as line from (
      select household.id from ${from}
      order by ${by} offset ${values.add(page.offset, 'bigint')} limit ${values.add(page.limit, 'bigint')}
    ) as page`;
}

/** Whether an index has the order, so that however many are found, the first of them are the first of all. */
export function isWalked(order: Order): boolean {
  return sortOf(order).join === '';
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
