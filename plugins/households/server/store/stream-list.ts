import { createValues, type Values } from '#kernel/server/lists/statement.ts';
import type { Database } from '#kernel/server/plugins/api/index.ts';
import type { Filters, Order } from './list-request.ts';
import { filtersSql, innerOrder, listParts, memberSql } from './buckets.ts';
import { readRows, type HouseholdRow } from './rows.ts';
import type { TextCondition } from './list-search.ts';

const portion = 1000;

/**
 * Reads a list from end to end, a portion at a time: part by part, each from where the last portion ended, so that neither a
 * transaction nor more than one portion is held while somebody takes his time to read.
 */
export async function* walkHouseholds(
  database: Database,
  filters: Filters,
  order: Order,
  text: TextCondition | null,
): AsyncGenerator<HouseholdRow[]> {
  for (const key of await listParts(database, filters, order)) {
    let last: HouseholdRow | undefined;
    for (;;) {
      const values = createValues();
      const rows = await readRows(database, portionSql(filters, order, text, { key, last }, values), values);
      if (rows.length > 0) yield rows;
      if (rows.length < portion) break;
      last = rows.at(-1);
    }
  }
}

function portionSql(
  filters: Filters,
  order: Order,
  text: TextCondition | null,
  { key, last }: { key: number; last: HouseholdRow | undefined },
  values: Values,
): string {
  const { terms, direction } = innerOrder(order);
  const conditions = [memberSql(order, values.add(key, 'bigint')), filtersSql(filters, values)];
  if (text) conditions.push(text.whole(values));
  if (last) {
    const place = terms.map((term) => placeOf(term, last, values)).join(', ');
    conditions.push(`(${terms.join(', ')}) ${direction === 'asc' ? '>' : '<'} (${place})`);
  }
  return `
    select id, row_number() over () as line from (
      select id from households where ${conditions.join(' and ')}
      order by ${terms.map((term) => `${term} ${direction}`).join(', ')} limit ${portion}
    ) as walked`;
}

/** Where a household stands in the order within its part. */
function placeOf(term: string, row: HouseholdRow, values: Values): string {
  switch (term) {
    case 'updated_at':
      return values.add(row.updated_at, 'timestamptz');
    case 'house_number':
      return values.add(row.house_number, 'int');
    case 'id':
      return values.add(row.id, 'bigint');
    default:
      return values.add(row.apartment_number ?? 0, 'int');
  }
}
