import { sql } from 'kysely';
import { removalHook } from '#kernel/contract/index.ts';
import { onHook } from '#kernel/server/plugins/api/index.ts';
import type { DatabaseTransaction } from '#kernel/server/plugins/api/index.ts';

/** The column by which households refer to a thing of another plugin. */
const columns: Readonly<Record<string, string>> = {
  'neighborhoods.neighborhood': 'neighborhood_id',
  'streets.street': 'street_id',
  'household_categories.household_category': 'household_category_id',
};

/** Says how many households refer to what is about to go. */
export const countUses = onHook(removalHook, async ({ subject, id, uses }, { database }) => {
  const column = columns[subject];
  if (column !== undefined) uses('households', await count(database, 'households', column, id));
  if (subject === 'directions.direction') {
    uses('households', await count(database, 'household_directions', 'direction_id', id));
  }
});

async function count(
  database: DatabaseTransaction,
  table: string,
  column: string,
  id: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(table)} where ${sql.ref(column)} = ${id}`.execute(database);
  return rows[0]?.count ?? 0;
}
