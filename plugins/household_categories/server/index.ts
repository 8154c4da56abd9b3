import {
  colorField,
  defineServer,
  normalizeNames,
  recordHistory,
  recordServer,
  shareKnowledge,
  shareRecordPages,
} from '#kernel/plugin-api/server.ts';
import { householdCategory } from '../contract.ts';
import { householdCategories } from '../manifest.ts';

const server = recordServer(householdCategories, householdCategory, {});
const history = recordHistory(householdCategories, householdCategory, server, {
  fields: [colorField('color', 'household_categories:color')],
});

/** The server module of household categories. */
export const householdCategoriesServer = defineServer(householdCategories, {
  routes: [...server.routes, ...history.routes],
  history: [history.tracked],
  hooks: [
    shareRecordPages({
      type: 'household_category',
      table: 'household_categories',
      list: '/household_categories',
    }),
    shareKnowledge('household_categories', new URL('../knowledge/', import.meta.url)),
  ],
  search: { categories: server.finder },
  async seed({ database }) {
    const { seedCategories } = await import('../demo/seed-categories.ts');
    await seedCategories(database);
  },
  start: ({ database }) => normalizeNames(database, 'household_categories'),
});
