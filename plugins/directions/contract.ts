import { z } from 'zod';
import {
  idSchema,
  listQuerySchema,
  namesShape,
  optionSchema,
  pageSchema,
  recordShape,
  wholeFilter,
} from '#kernel/contract/index.ts';

/** A direction: a kind of activity by which a household earns. */
export const directionSchema = z.object({
  id: idSchema,
  ...namesShape,
  author_id: idSchema.nullable(),
  ...recordShape,
});
export type Direction = z.infer<typeof directionSchema>;

/** Query of `GET directions`: a page for super admins, by name unless asked; with `pagination=false` all, for selects. */
export const directionListQuerySchema = listQuerySchema({
  sort: ['name', 'author', 'createdAt', 'updatedAt'],
  filters: wholeFilter,
});
export type DirectionListQuery = z.infer<typeof directionListQuerySchema>;

/** Answer of `GET directions`: a page, or with `pagination=false` a bare array of options. */
export const directionPageSchema = pageSchema(directionSchema);
export const directionListSchema = z.union([z.array(optionSchema), directionPageSchema]);

/** Body of `POST directions` and `PUT directions/{id}`. */
export const directionBodySchema = z.strictObject(namesShape);
export type DirectionBody = z.infer<typeof directionBodySchema>;
