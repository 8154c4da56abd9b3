import { z } from 'zod';
import {
  idParamSchema,
  idSchema,
  listQuerySchema,
  namesShape,
  optionSchema,
  pageSchema,
  recordShape,
  wholeFilter,
} from '#kernel/contract/index.ts';

/** A street as selects need it; shown as the name followed by 'ko'chasi'. */
export const streetOptionSchema = optionSchema.extend({ neighborhood_id: idSchema });
export type StreetOption = z.infer<typeof streetOptionSchema>;

/** A street of a neighbourhood. */
export const streetSchema = z.object({
  id: idSchema,
  neighborhood_id: idSchema,
  neighborhood: optionSchema,
  ...namesShape,
  ...recordShape,
});
export type Street = z.infer<typeof streetSchema>;

/** Query of `GET streets`: a page for those who may add some; with `pagination=false` all, for selects. Both within one's area. */
export const streetListQuerySchema = listQuerySchema({
  sort: ['name', 'neighborhood', 'author', 'createdAt', 'updatedAt'],
  filters: { ...wholeFilter, neighborhood: idParamSchema.optional() },
});
export type StreetListQuery = z.infer<typeof streetListQuerySchema>;

/** Answer of `GET streets`: a page, or with `pagination=false` a bare array of options. */
export const streetPageSchema = pageSchema(streetSchema);
export const streetListSchema = z.union([z.array(streetOptionSchema), streetPageSchema]);

/** Body of `POST streets` and `PUT streets/{id}`. */
export const streetBodySchema = z.strictObject({ neighborhood_id: idParamSchema, ...namesShape });
export type StreetBody = z.infer<typeof streetBodySchema>;
