import { definePlugin, recordChangeSchema } from '#kernel/contract/index.ts';

/** Categories of households, each with its colour on the map. */
export const householdCategories = definePlugin({
  id: 'household_categories',
  version: '1.0.0',
  events: { household_category_change: { payload: recordChangeSchema } },
});
