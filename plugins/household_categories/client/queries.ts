import { authorshipFields, nameFields, recordsDocument } from '#kernel/records/client/index.ts';
import type { HouseholdCategory } from '../contract.ts';

/** A page of categories. */
export const categoriesDocument = recordsDocument<HouseholdCategory>({
  type: 'HouseholdCategory',
  path: 'household-categories',
  fields: `${nameFields} color ${authorshipFields}`,
});
