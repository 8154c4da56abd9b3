import { z } from 'zod';
import {
  coordinatesSchema,
  idSchema,
  listQuerySchema,
  momentSchema,
  namesShape,
  pageSchema,
  personSchema,
} from '#kernel/contract/index.ts';

/** A neighbourhood; `coords` is a polygon of `[lat, lng]`, not closed. Shown with the suffix MFY. */
export const neighborhoodSchema = z.object({
  id: idSchema,
  ...namesShape,
  coords: z.array(coordinatesSchema),
  color: z.string(),
});
export type Neighborhood = z.infer<typeof neighborhoodSchema>;

/** An admin who may receive a forwarded task in a neighbourhood. */
export const receiverOptionSchema = z.object({
  id: idSchema,
  first_name: z.string(),
  last_name: z.string(),
  father_name: z.string().nullable(),
  role: z.object(namesShape),
});
export type ReceiverOption = z.infer<typeof receiverOptionSchema>;

/** Answer of `GET neighborhoods/{id}`; `users` with `include=users` only. */
export const neighborhoodDetailSchema = neighborhoodSchema.extend({
  users: z.array(receiverOptionSchema).optional(),
});
export type NeighborhoodDetail = z.infer<typeof neighborhoodDetailSchema>;

/** A neighbourhood as the list of super admins shows it. */
export const neighborhoodItemSchema = neighborhoodSchema.extend({
  author: personSchema.nullable(),
  createdAt: momentSchema,
  updatedAt: momentSchema,
});
export type NeighborhoodItem = z.infer<typeof neighborhoodItemSchema>;

/** Answer of `GET neighborhoods` without `pagination=false`. */
export const neighborhoodPageSchema = pageSchema(neighborhoodItemSchema);

/** Query of `GET neighborhoods`: a page for super admins, or with `pagination=false` the whole list for selects. */
export const neighborhoodListQuerySchema = listQuerySchema({
  sort: ['name', 'createdAt', 'updatedAt'],
  filters: { pagination: z.enum(['true', 'false']).optional() },
});
export type NeighborhoodListQuery = z.infer<typeof neighborhoodListQuerySchema>;

/** Query of `GET neighborhoods/{id}`. */
export const neighborhoodQuerySchema = z.strictObject({ include: z.literal('users').optional() });
