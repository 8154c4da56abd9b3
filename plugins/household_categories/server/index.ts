import {
  defineServer,
  normalizeNames,
  recordServer,
  shareKnowledge,
  shareRecordPages,
} from '#kernel/plugin-api/server.ts';
import { householdCategory } from '../contract.ts';
import { householdCategories } from '../manifest.ts';

const { routes, finder } = recordServer(householdCategories, householdCategory, {});

/** Household categories on the server. */
export const householdCategoriesServer = defineServer(householdCategories, {
  routes,
  hooks: [
    shareRecordPages({
      type: 'household_category',
      table: 'household_categories',
      list: '/household_categories',
    }),
    shareKnowledge('household_categories', new URL('../knowledge/', import.meta.url)),
  ],
  search: { categories: finder },
  async seed({ database }) {
    const { seedCategories } = await import('../demo/seed-categories.ts');
    await seedCategories(database);
  },
  start: ({ database }) => normalizeNames(database, 'household_categories'),
});
