import { findParts as cutParts, walkParts, type Part, type Stretch } from '#kernel/server/lists/parts.ts';
import { countedWithin, within } from '#kernel/server/lists/scope.ts';
import { execute, createValues, type Values } from '#kernel/server/lists/statement.ts';
import type { Database, DatabaseTransaction } from '#kernel/server/plugins/api/index.ts';
import type { HouseholdSort } from '../../contract.ts';
import type { Direction, Filters, Order } from './list-request.ts';

/** A kind of parts that a sorted list is made of, in the order of their keys or of what these stand for. */
interface Grain {
  /** Where the counts of these parts are kept. */
  readonly counted: 'all' | 'block' | 'street' | 'able_to_work' | 'unemployed' | 'informal' | 'day';
  /** The column of the counts that tells the parts apart. */
  readonly column: 'key' | 'household_category_id' | 'author_id';
  /** The key of the part that a household belongs to. */
  readonly keyOf: string;
  /** Whether a household is in the part of a key. */
  member(key: string): string;
  /** What parts are put in order by; the key itself when absent. */
  rank?(language: string): { readonly join: string; readonly by: readonly string[] };
  /** The order within a part; `follow` turns with the direction, `newest` does not. */
  readonly inner: readonly string[];
  readonly turns: boolean;
}

const newestFirst = { inner: ['id'], turns: false } as const;

function valueGrain(column: 'able_to_work' | 'unemployed' | 'informal'): Grain {
  return {
    counted: column,
    column: 'key',
    keyOf: `${column}::bigint`,
    member: (key) => `${column} = ${key}`,
    ...newestFirst,
  };
}

const dayOne = `date '2000-01-01'`;
const startOf = (key: string) => `((${dayOne} + (${key})::int)::timestamp at time zone 'UTC')`;

const grains: Readonly<Record<HouseholdSort, Grain>> = {
  createdAt: {
    counted: 'block',
    column: 'key',
    keyOf: 'id / 20000',
    member: (key) => `id >= ${key} * 20000 and id < (${key} + 1) * 20000`,
    inner: ['id'],
    turns: true,
  },
  updatedAt: {
    counted: 'day',
    column: 'key',
    keyOf: `((updated_at at time zone 'UTC')::date - ${dayOne})::bigint`,
    member: (key) => `updated_at >= ${startOf(key)} and updated_at < ${startOf(`${key} + 1`)}`,
    inner: ['updated_at', 'id'],
    turns: true,
  },
  address: {
    counted: 'street',
    column: 'key',
    keyOf: 'street_id',
    member: (key) => `street_id = ${key}`,
    rank: (language) => ({
      join: `join streets as place on place.id = part.key join neighborhoods as around on around.id = place.neighborhood_id`,
      by: [`around.name_${language}`, 'around.id', `place.name_${language}`],
    }),
    inner: ['house_number', 'coalesce(apartment_number, 0)', 'id'],
    turns: true,
  },
  household_category: {
    counted: 'all',
    column: 'household_category_id',
    keyOf: 'household_category_id',
    member: (key) => `household_category_id = ${key}`,
    rank: (language) => ({
      join: `join household_categories as category on category.id = part.key`,
      by: [`category.name_${language}`],
    }),
    ...newestFirst,
  },
  author: {
    counted: 'all',
    column: 'author_id',
    keyOf: 'coalesce(author_id, -1)',
    member: (key) => `author_id is not distinct from nullif(${key}, -1)`,
    rank: () => ({
      join: `left join admins as admin on admin.id = part.key`,
      by: ['admin.last_name', 'admin.first_name'],
    }),
    ...newestFirst,
  },
  able_to_work: valueGrain('able_to_work'),
  unemployed: valueGrain('unemployed'),
  informal: valueGrain('informal'),
};

/** The condition of the filters on `households`. */
export function filtersSql({ scope, category, houseType, author, street }: Filters, values: Values): string {
  return [
    within(scope, 'neighborhood_id', values),
    category === undefined ? null : `household_category_id = ${values.addOpaque(category, 'bigint')}`,
    houseType === undefined ? null : `house_type = ${values.addOpaque(houseType, 'text')}`,
    author === undefined ? null : `author_id = ${values.addOpaque(author, 'bigint')}`,
    street === undefined ? null : `street_id = ${values.addOpaque(street, 'bigint')}`,
  ]
    .filter((condition) => condition !== null)
    .join(' and ');
}

/** Which rows of the counts are added up, and by which of their columns. */
interface Kept {
  readonly grain: Grain['counted'];
  readonly column: Grain['column'] | 'neighborhood_id';
  /** Conditions on the neighbourhoods of counts, among which 0 stands for all, and of what is not yet folded. */
  readonly counts: string;
  readonly deltas: string;
}

/** Rows (key, count) of the parts that the filters leave something of, from the counts or, where none are kept, counted. */
function countsOfParts(filters: Filters, { sortBy }: Order, values: Values): string {
  const { counted, column, keyOf } = grains[sortBy];
  if (!isKept(filters, counted)) {
    return `select ${keyOf} as key, count(*) as count from households where ${filtersSql(filters, values)} group by 1`;
  }
  const counts = countedWithin(filters.scope, values);
  const deltas = within(filters.scope, 'neighborhood_id', values);
  return keptCounts(filters, { grain: counted, column, counts, deltas }, values);
}

function isKept({ category, houseType, author, street }: Filters, counted: Grain['counted']): boolean {
  if (street !== undefined) return false;
  if (author !== undefined && counted !== 'all' && counted !== 'block') return false;
  return counted !== 'day' || (category === undefined && houseType === undefined);
}

function keptCounts(filters: Filters, { grain, column, counts, deltas }: Kept, values: Values): string {
  const { category, houseType, author } = filters;
  const facets = [
    ['household_category_id', values.addOpaque(category ?? 0, 'bigint'), 0] as const,
    ['house_type', values.addOpaque(houseType ?? '', 'text'), `''`] as const,
    ['author_id', values.addOpaque(author ?? 0, 'bigint'), 0] as const,
  ];
  // The column whose values are the parts has them all; the rest has the one asked for.
  const inCounts = facets.map(([name, value, any]) =>
    name !== column
      ? `${name} = ${value}`
      : `${name} <> ${any} and (${value} = ${any} or ${name} = ${value})`,
  );
  const inDeltas = facets.map(([name, value, any]) => `(${value} = ${any} or ${name} = ${value})`);
  return `
    select key, sum(count)::bigint as count from (
      select ${column} as key, count from household_counts
        where grain = '${grain}' and ${counts} and ${inCounts.join(' and ')}
      union all
      select ${column}, delta from household_count_deltas
        where grain = '${grain}' and ${deltas} and ${inDeltas.join(' and ')}
    ) as piece group by key having sum(count) > 0`;
}

/** All parts, with what they are put in order by, and that order. */
function partsInOrder(
  filters: Filters,
  order: Order,
  values: Values,
  counts = countsOfParts(filters, order, values),
): { parts: string; order: string } {
  const ranked = grains[order.sortBy].rank?.(order.language);
  const ranks = (ranked?.by ?? []).map((term, place) => ({ term, name: `rank_${place}` }));
  const columns = ['part.key', 'part.count', ...ranks.map(({ term, name }) => `${term} as ${name}`)];
  const by = [...ranks.map(({ name }) => name), 'part.key'].map(
    (term) => `${term} ${order.direction} nulls last`,
  );
  return {
    parts: `select ${columns.join(', ')} from (${counts}) as part ${ranked?.join ?? ''}`,
    order: by.join(', '),
  };
}

/** Thousands of streets are found by their neighbourhoods: only those of the ones that a page touches are added up. */
function streetsInOrder(filters: Filters, order: Order, values: Values) {
  const own = filters.scope === 'everywhere' ? 'neighborhood_id <> 0' : countedWithin(filters.scope, values);
  const deltas = within(filters.scope, 'neighborhood_id', values);
  const around = keptCounts(
    filters,
    { grain: 'all', column: 'neighborhood_id', counts: own, deltas },
    values,
  );
  const touched = 'neighborhood_id in (select key::bigint from touched)';
  const streets = keptCounts(
    filters,
    { grain: 'street', column: 'key', counts: touched, deltas: touched },
    values,
  );
  return {
    ...partsInOrder(filters, order, values, streets),
    coarse: `
      select part.key, part.count, around.name_${order.language} as rank_0, around.id as rank_1, null::text as rank_2
      from (${around}) as part join neighborhoods as around on around.id = part.key`,
  };
}

/** How long a list is, and the parts that a stretch of it touches. */
export function findParts(
  database: Database | DatabaseTransaction,
  filters: Filters,
  order: Order,
  stretch: { offset: number; limit: number },
): Promise<Stretch> {
  const values = createValues();
  const ordered =
    order.sortBy === 'address' && isKept(filters, 'street')
      ? streetsInOrder(filters, order, values)
      : partsInOrder(filters, order, values);
  return cutParts(database, { ...ordered, ...stretch, prepared: isUsual(filters, order) }, values);
}

/** Every part of a list in order, for reading it from end to end. */
export async function listParts(database: Database, filters: Filters, order: Order): Promise<number[]> {
  const values = createValues();
  const ordered = partsInOrder(filters, order, values);
  const text = `select key from (${ordered.parts}) as part order by ${ordered.order}`;
  return (await execute<{ key: number }>(database, text, values)).map(({ key }) => key);
}

/** The order of the households within a part. */
export function innerOrder({ sortBy, direction }: Order): { terms: readonly string[]; direction: Direction } {
  const { inner, turns } = grains[sortBy];
  return { terms: inner, direction: turns ? direction : 'desc' };
}

/** Whether a household is in the part of a key. */
export function memberSql({ sortBy }: Order, key: string): string {
  return grains[sortBy].member(key);
}

/** Chooses the ids of the wanted households of some parts: (id, line). */
export function pickSql(filters: Filters, order: Order, parts: readonly Part[], values: Values): string {
  const chosen = filtersSql(filters, values);
  const where = (key: string) => `${memberSql(order, `(${key}::bigint)`)} and ${chosen}`;
  return walkParts(parts, { table: 'households', where, ...innerOrder(order) }, values);
}

/** Statements of at most one filter, and those of the newest first, are few and often sent. */
export function isUsual(
  { category, houseType, author, street }: Filters,
  { sortBy, direction }: Order,
): boolean {
  if (sortBy === 'createdAt' && direction === 'desc') return true;
  return [category, houseType, author, street].filter((filter) => filter !== undefined).length < 2;
}
