import { z } from 'zod';
import {
  colorSchema,
  defineRecord,
  type RecordOf,
  type RecordOptionOf,
  superAdmin,
} from '#kernel/plugin-api/contract.ts';

/** A category of households, with its colour on the map: `#rrggbb`. */
export const householdCategory = defineRecord({
  plugin: 'household_categories',
  name: 'household_category',
  type: 'HouseholdCategory',
  table: 'household_categories',
  path: 'household-categories',
  page: '/household_categories',
  access: superAdmin,
  fields: { color: z.string() },
  input: { color: colorSchema },
  optionFields: ['color'],
  calls: {
    list: 'Household categories: a page for super admins; with pagination=false all, for selects',
    detail: 'One household category',
    create: 'Adds a category',
    update: 'Changes a category',
  },
});
export type HouseholdCategory = RecordOf<typeof householdCategory>;
export type HouseholdCategoryOption = RecordOptionOf<typeof householdCategory>;
