import { definePlugin, recordChangeSchema, superAdmin } from '#kernel/plugin-api/contract.ts';

/** Categories of households, each with its colour on the map. */
export const householdCategories = definePlugin({
  id: 'household_categories',
  version: '1.0.0',
  routes: { list: { path: '/household_categories', access: superAdmin } },
  menu: { list: { icon: 'grid' } },
  capabilities: ['household_categories.history'],
  search: { categories: { route: 'list', area: 'none' } },
  actions: { add: { route: 'list', opens: 'new' } },
  events: { household_category_change: { payload: recordChangeSchema, access: superAdmin, area: 'none' } },
});
