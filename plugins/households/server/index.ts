import { shareKnowledge } from '#kernel/server/knowledge/share-knowledge.ts';
import { defineServer } from '#kernel/server/api/index.ts';
import { households } from '../manifest.ts';
import { hooks } from './hooks.ts';
import { find } from './search-provider.ts';
import { startJobs } from './jobs.ts';
import { citizens, create, detail, list, remove, update } from './routes.ts';
import { exportList } from './transfer/export.ts';
import { importSheet, preview } from './transfer/import-routes.ts';
import { template } from './transfer/template.ts';

/** Households on the server. */
export const householdsServer = defineServer(households, {
  routes: [list, citizens, template, exportList, detail, create, update, remove, preview, importSheet],
  hooks: [...hooks, shareKnowledge('households', new URL('../knowledge/', import.meta.url))],
  search: { households: find },
  async seed(context) {
    const { seedHouseholds } = await import('../demo/seed-households.ts');
    await seedHouseholds(context);
  },
  start: startJobs,
});
