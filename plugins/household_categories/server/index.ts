import { foldNames } from '#kernel/records/server/crud/index.ts';
import { shareKnowledge } from '#kernel/server/knowledge/share-knowledge.ts';
import { defineServer } from '#kernel/server/plugins/api/index.ts';
import { householdCategories } from '../manifest.ts';
import { fillCategories } from './demo.ts';
import { find } from './find.ts';
import { create, detail, list, update } from './routes.ts';

/** Household categories on the server. */
export const householdCategoriesServer = defineServer(householdCategories, {
  migrations: new URL('./migrations/', import.meta.url),
  routes: [list, detail, create, update],
  hooks: [shareKnowledge('household_categories', new URL('../knowledge/', import.meta.url))],
  search: { categories: find },
  seed: fillCategories,
  start: ({ database }) => foldNames(database, 'household_categories'),
});
