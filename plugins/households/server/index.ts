import {
  defineServer,
  maintainCounters,
  backfillSearchKeys,
  scheduleCompaction,
  shareKnowledge,
} from '#kernel/plugin-api/server.ts';
import { households } from '../manifest.ts';
import { followBorders } from './border.ts';
import { erasureHooks } from './erasure.ts';
import { history } from './history.ts';
import { provideHouseholdPins, provideHouseholds, takeHouseholdChanges } from './provide-households.ts';
import { hooks } from './hooks.ts';
import { auditHooks } from './related.ts';
import { find } from './search-provider.ts';
import { counterTables } from './store/buckets.ts';
import { compactChanges, compactCounts } from './store/compaction.ts';
import { writeSearchKeys } from './store/write-search-keys.ts';
import { insertHouseholds } from './store/write.ts';
import { citizens, create, detail, list, remove, update } from './routes.ts';
import { exportRoute } from './transfer/export.ts';
import { importSheet, preview } from './transfer/import-routes.ts';
import { template } from './transfer/template.ts';

/** The server module of households. */
export const householdsServer = defineServer(households, (context) => ({
  routes: [
    list,
    citizens,
    template,
    exportRoute(),
    detail,
    create,
    update,
    remove,
    preview,
    importSheet,
    ...history.routes,
  ],
  history: [history.tracked],
  hooks: [
    ...hooks,
    ...auditHooks,
    followBorders,
    provideHouseholds,
    provideHouseholdPins,
    takeHouseholdChanges,
    ...erasureHooks,
    shareKnowledge('households', new URL('../knowledge/', import.meta.url)),
  ],
  search: { households: find },
  async seed() {
    const { createHouseholds } = await import('../demo/create-households.ts');
    const created = await createHouseholds(context.database);
    await context.transaction(({ database }) => insertHouseholds(database, created, null));
  },
  demoBasemap: new URL('../demo/city.pmtiles', import.meta.url),
  async start() {
    maintainCounters(context, counterTables, compactCounts);
    scheduleCompaction(context, 'household_changes', compactChanges);
    await backfillSearchKeys(context, 'search-keys', writeSearchKeys);
  },
}));
