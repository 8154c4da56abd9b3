import { lazy } from 'react';
import { defineClient, followRecords } from '#kernel/plugin-api/client.ts';
import { householdCategories } from '../manifest.ts';
import { documents } from './queries.ts';

/** The categories of households in the browser. */
export const householdCategoriesClient = defineClient(householdCategories, {
  pages: {
    list: lazy(() => import('./pages/list-page.tsx').then(({ ListPage }) => ({ default: ListPage }))),
  },
  start(context) {
    context.on('household_category_change', followRecords('household_categories', documents.page));
  },
});
