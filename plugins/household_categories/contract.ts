import { z } from 'zod';
import {
  colorSchema,
  idSchema,
  listQuerySchema,
  namesShape,
  optionSchema,
  pageSchema,
  recordShape,
  wholeFilter,
} from '#kernel/contract/index.ts';

/** A category as selects and maps need it; `color` is `#rrggbb`. */
export const householdCategoryOptionSchema = optionSchema.extend({ color: z.string() });
export type HouseholdCategoryOption = z.infer<typeof householdCategoryOptionSchema>;

/** A category of households, with its colour on the map. */
export const householdCategorySchema = z.object({
  id: idSchema,
  ...namesShape,
  color: z.string(),
  ...recordShape,
});
export type HouseholdCategory = z.infer<typeof householdCategorySchema>;

/** Query of `GET household-categories`: a page for super admins; with `pagination=false` all, for selects. */
export const householdCategoryListQuerySchema = listQuerySchema({
  sort: ['name', 'author', 'createdAt', 'updatedAt'],
  filters: wholeFilter,
});
export type HouseholdCategoryListQuery = z.infer<typeof householdCategoryListQuerySchema>;

/** Answer of `GET household-categories`: a page, or with `pagination=false` a bare array of options. */
export const householdCategoryPageSchema = pageSchema(householdCategorySchema);
export const householdCategoryListSchema = z.union([
  z.array(householdCategoryOptionSchema),
  householdCategoryPageSchema,
]);

/** Body of `POST household-categories` and `PUT household-categories/{id}`. */
export const householdCategoryBodySchema = z.strictObject({ ...namesShape, color: colorSchema });
export type HouseholdCategoryBody = z.infer<typeof householdCategoryBodySchema>;
