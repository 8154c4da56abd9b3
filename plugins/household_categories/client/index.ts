import { defineClient, followRecords, lazyPage } from '#kernel/plugin-api/client.ts';
import { householdCategories } from '../manifest.ts';
import { documents } from './data/queries.ts';

/** The client module of household categories. */
export const householdCategoriesClient = defineClient(householdCategories, {
  pages: {
    list: lazyPage(async () => (await import('./pages/list-page.tsx')).ListPage),
  },
  start(context) {
    context.on('household_category_change', followRecords('household_categories', documents.page));
  },
});
