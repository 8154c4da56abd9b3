import { z } from 'zod';
import { optionSchema } from '#kernel/contract/index.ts';

/** A category as selects and maps need it; `color` is `#rrggbb`. */
export const householdCategoryOptionSchema = optionSchema.extend({ color: z.string() });
export type HouseholdCategoryOption = z.infer<typeof householdCategoryOptionSchema>;
