import { sql } from 'kysely';
import { type Database, every, type Fragment, orderByColumns, retryRead } from '#kernel/plugin-api/server.ts';
import { isInBucket, listBucketKeys, matchesFilters, orderWithin } from './buckets.ts';
import type { Filters, Order } from './list-request.ts';
import type { TextCondition } from './list-search.ts';
import { readRows, type HouseholdRow } from './rows.ts';

const batchSize = 1000;

/**
 * Reads a list completely in batches, bucket by bucket, each batch starting after the previous one: a slow
 * client holds neither a transaction nor more than one batch.
 */
export async function* streamHouseholds(
  database: Database,
  filters: Filters,
  order: Order,
  text: TextCondition | null,
): AsyncGenerator<HouseholdRow[]> {
  const { terms, direction } = orderWithin(order);
  const keys = await retryRead(() => listBucketKeys(database, filters, order));
  for (const key of keys) {
    let last: HouseholdRow | undefined;
    for (;;) {
      const condition = every([
        isInBucket(order, sql`${key}::bigint`),
        matchesFilters(filters),
        text && text.whole,
        last ? isAfter(last, order) : null,
      ]);
      const batch = sql`
        select id, row_number() over () as line from (
          select id from households where ${condition} order by ${orderByColumns(terms, direction)} limit ${batchSize}
        ) as batch`;
      const rows = await retryRead(() => readRows(database, batch));
      if (rows.length > 0) yield rows;
      if (rows.length < batchSize) break;
      last = rows.at(-1);
    }
  }
}

/** Whether a household comes after another one in its bucket. */
function isAfter(row: HouseholdRow, order: Order): Fragment {
  const { terms, direction } = orderWithin(order);
  const sense = direction === 'asc' ? sql`>` : sql`<`;
  return sql`(${sql.join(terms)}) ${sense} (${sql.join(cursorOf(row, order))})`;
}

/** The values of a household for the sort keys within a bucket. */
function cursorOf(row: HouseholdRow, { sortBy }: Order): Fragment[] {
  const id = sql`${row.id}::bigint`;
  if (sortBy === 'updatedAt') return [sql`${row.updated_at}::timestamptz`, id];
  if (sortBy === 'address')
    return [
      sql`${row.house_number}::int`,
      sql`${row.house_suffix ?? ''}::text`,
      sql`${row.apartment_number ?? 0}::int`,
      id,
    ];
  return [id];
}
