import { sql } from 'kysely';
import { removalHook } from '#kernel/plugin-api/contract.ts';
import { onHook } from '#kernel/plugin-api/server.ts';
import { householdColumnsQuery, householdMetricsQuery, householdVersionsQuery } from '../contract.ts';
import { readColumns, readMetrics, readVersions } from './store/metrics.ts';

/** The table and column by which households refer to a record of another plugin. */
const references: Readonly<Record<string, readonly [table: string, column: string]>> = {
  'neighborhoods.neighborhood': ['households', 'neighborhood_id'],
  'streets.street': ['households', 'street_id'],
  'household_categories.household_category': ['households', 'household_category_id'],
  'directions.direction': ['household_directions', 'direction_id'],
};

/** Prevents the removal of a record that households refer to. */
const keepReferences = onHook(removalHook, async ({ subject, id, uses }, { database }) => {
  const reference = references[subject];
  if (!reference) return;
  const [table, column] = reference;
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(table)} where ${sql.ref(column)} = ${id}`.execute(database);
  uses('households', rows[0]?.count ?? 0);
});

const provideVersions = onHook(householdVersionsQuery, async ({ respond }, { database }) => {
  respond(await readVersions(database));
});

const provideColumns = onHook(householdColumnsQuery, async ({ input, respond }, { database }) => {
  respond(await readColumns(database, input));
});

const provideMetrics = onHook(householdMetricsQuery, async ({ respond }, { database }) => {
  respond(await readMetrics(database));
});

/** The hooks that households implement for other plugins. */
export const hooks = [keepReferences, provideVersions, provideColumns, provideMetrics];
