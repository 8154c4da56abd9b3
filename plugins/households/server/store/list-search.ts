import { sql } from 'kysely';
import {
  type Columns,
  columnsOf,
  type Database,
  type DatabaseTransaction,
  directionSql,
  escapeLike,
  every,
  execute,
  type Fragment,
  type OffsetLimit,
} from '#kernel/plugin-api/server.ts';
import { matchesFilters, orderWithin } from './buckets.ts';
import type { Filters, Order } from './list-request.ts';
import { readHouseholdSearch, type SearchWord } from './search-key.ts';

/** The places that a word matches: whole neighbourhoods, and streets. */
interface Places {
  readonly neighborhoods: readonly number[];
  readonly streets: readonly number[];
}

/** A text as conditions on `households`; matching place names are looked up first, since they are few. */
export interface TextCondition {
  readonly whole: Fragment;
  /** A narrower condition that an index can count without the table: only households in the matching places. */
  readonly inNeighborhoodsAndStreets: Fragment | null;
}

/** A page of hits, and the number at which counting stops. */
interface HitPage extends OffsetLimit {
  readonly maxHits: number;
}

/** Parses a text; each of its words must occur in a household's names, numbers or address. */
export async function readText(
  database: Database | DatabaseTransaction,
  text: string,
): Promise<TextCondition> {
  const words = await Promise.all(
    readHouseholdSearch(text).map(async (word) => ({
      ...word,
      matches: word.address === null ? null : await findAddresses(database, word.address),
    })),
  );
  const [only, ...others] = words;
  // One of them is enough: no index covers both.
  const [first = null] = only?.matches && others.length === 0 ? inNeighborhoodsAndStreets(only.matches) : [];
  return {
    whole: words.length === 0 ? sql`false` : every(words.map(hasWord)),
    inNeighborhoodsAndStreets: first,
  };
}

/** Whether a household matches a word: in its key, or as the name of its street or neighbourhood. */
function hasWord({ pattern, jshshir, matches }: SearchWord & { matches: Places | null }): Fragment {
  // A complete JSHSHIR is compared directly: its trigrams are in every other key.
  if (jshshir !== null) {
    return sql`id = any(array(select household_id from household_citizens where personal_number = ${jshshir}))`;
  }
  const ways = [sql`search_key like ${pattern}`, ...(matches ? inNeighborhoodsAndStreets(matches) : [])];
  return sql`(${sql.join(ways, sql` or `)})`;
}

function inNeighborhoodsAndStreets({ streets, neighborhoods }: Places): Fragment[] {
  return [
    ...(streets.length > 0 ? [sql`street_id = any(${[...streets]}::bigint[])`] : []),
    ...(neighborhoods.length > 0 ? [sql`neighborhood_id = any(${[...neighborhoods]}::bigint[])`] : []),
  ];
}

async function findAddresses(database: Database | DatabaseTransaction, word: string): Promise<Places> {
  const literal = escapeLike(word);
  // As in the key: from three letters on within a word, otherwise at the start of a word.
  const pattern = word.length < 3 ? `% ${literal}%` : `%${literal}%`;
  const isNamed = sql`' ' || fold_uz like ${pattern} or ' ' || fold_ru like ${pattern}`;
  const [row] = await execute(
    database,
    sql<{ neighborhoods: number[] | null; streets: number[] | null }>`
      select (select json_agg(id) from neighborhoods_v1_neighborhoods where ${isNamed}) as neighborhoods,
        (select json_agg(id) from streets_v1_streets where ${isNamed}) as streets`,
    { prepared: true },
  );
  return { neighborhoods: row?.neighborhoods ?? [], streets: row?.streets ?? [] };
}

/** The total number of hits of a text. */
export async function countHits(
  database: Database | DatabaseTransaction,
  filters: Filters,
  text: TextCondition,
): Promise<number> {
  const [row] = await execute(
    database,
    sql<{ hits: number }>`
      select count(*) as hits from households where ${matchesFilters(filters)} and ${text.whole}`,
  );
  return row?.hits ?? 0;
}

/** The hits of a text: their number up to a limit plus one and, unless there are more, the ids of a page. */
export async function findHits(
  database: Database | DatabaseTransaction,
  filters: Filters,
  order: Order,
  text: TextCondition,
  { offset, limit, maxHits }: HitPage,
): Promise<{ hits: number; ids: number[] }> {
  const own = matchesFilters(filters);
  const { join, by } = sortOf(order, columnsOf('household'));
  // A street named after a person often has more matches than are counted; then names of people need no
  // search.
  const certain = text.inNeighborhoodsAndStreets
    ? sql`(select count(*) from (
        select from households where ${own} and ${text.inNeighborhoodsAndStreets} limit ${maxHits + 1}
      ) as household)`
    : sql`0`;
  const [row] = await execute(
    database,
    sql<{ hits: number; ids: number[] | null }>`
      with placed as materialized (select ${certain} as hits), hit as materialized (
        select id, neighborhood_id, street_id, household_category_id, house_number, house_suffix, apartment_number,
          able_to_work, unemployed, informal, author_id, updated_at
        from households where (select hits from placed) <= ${maxHits} and ${own} and ${text.whole}
        limit ${maxHits + 1}
      )
      select greatest((select hits from placed), (select count(*) from hit)) as hits, array(
        select household.id from hit as household ${join} where (select count(*) from hit) <= ${maxHits}
        order by ${by} offset ${offset} limit ${limit}
      ) as ids`,
  );
  return { hits: row?.hits ?? 0, ids: row?.ids ?? [] };
}

/**
 * Selects the ids of a page if there are more hits than are counted: an indexed order is read until the page
 * is full; for other orders, the newest hits are sorted.
 */
export function selectCapped(
  filters: Filters,
  order: Order,
  text: TextCondition,
  { offset, limit, maxHits }: HitPage,
): Fragment {
  const condition = sql`${matchesFilters(filters)} and ${text.whole}`;
  const { join, by } = sortOf(order, columnsOf('household'));
  const from = isIndexed(order)
    ? sql`households as household where ${condition}`
    : sql`(select * from households where ${condition} order by id desc limit ${maxHits}) as household ${join}`;
  return sql`
    select id, row_number() over () as line from (
      select household.id from ${from} order by ${by} offset ${offset} limit ${limit}
    ) as page`;
}

/** Whether the order is indexed, so that its first hits are the first overall. */
export function isIndexed({ sortBy }: Order): boolean {
  return !['address', 'household_category', 'author'].includes(sortBy);
}

/** An order without buckets. */
function sortOf(order: Order, household: Columns): { join: Fragment; by: Fragment } {
  const { sortBy, language } = order;
  const direction = directionSql[order.direction];
  const inner = orderWithin(order);
  const tail = inner.terms.map((term) => sql`${term} ${directionSql[inner.direction]}`);
  const sorted = (terms: readonly Fragment[], join = sql``) => ({
    join,
    by: sql.join([...terms.map((term) => sql`${term} ${direction} nulls last`), ...tail]),
  });
  switch (sortBy) {
    case 'createdAt':
    case 'updatedAt':
      return sorted([]);
    case 'able_to_work':
    case 'unemployed':
    case 'informal':
      return { join: sql``, by: sql.join([sql`${sql.ref(sortBy)} ${direction}`, ...tail]) };
    case 'address':
      return sorted(
        [
          sql.ref(`around.name_${language}`),
          sql`around.id`,
          sql.ref(`place.name_${language}`),
          sql`place.id`,
        ],
        sql`join streets_v1_streets as place on place.id = ${household('street_id')}
          join neighborhoods_v1_neighborhoods as around on around.id = ${household('neighborhood_id')}`,
      );
    case 'household_category':
      return sorted(
        [sql.ref(`category.name_${language}`), sql`category.id`],
        sql`join household_categories_v1_categories as category on category.id = ${household('household_category_id')}`,
      );
    case 'author':
      return sorted(
        [sql`admin.last_name`, sql`admin.first_name`, sql`coalesce(${household('author_id')}, -1)`],
        sql`left join kernel_v1_admins as admin on admin.id = ${household('author_id')}`,
      );
  }
}
