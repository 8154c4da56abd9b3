import { z } from 'zod';
import {
  colorSchema,
  idParamSchema,
  idSchema,
  listQuerySchema,
  namesShape,
  optionSchema,
  pageSchema,
  recordShape,
  wholeFilter,
} from '#kernel/contract/index.ts';
import { coordinatesSchema, polygonSchema } from '#kernel/domain/geo/index.ts';

/** A neighbourhood; `coords` is a polygon of `[lat, lng]`, not closed. Shown with the suffix MFY. */
export const neighborhoodSchema = z.object({
  id: idSchema,
  ...namesShape,
  coords: z.array(coordinatesSchema),
  color: z.string(),
  ...recordShape,
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

/** Query of `GET neighborhoods/{id}`. */
export const neighborhoodQuerySchema = z.strictObject({ include: z.literal('users').optional() });

/** Query of `GET neighborhoods`: a page for super admins, by name unless asked; with `pagination=false` one's own, for selects. */
export const neighborhoodListQuerySchema = listQuerySchema({
  sort: ['name', 'author', 'createdAt', 'updatedAt'],
  filters: wholeFilter,
});
export type NeighborhoodListQuery = z.infer<typeof neighborhoodListQuerySchema>;

/** Answer of `GET neighborhoods`: a page, or with `pagination=false` a bare array of options. */
export const neighborhoodPageSchema = pageSchema(neighborhoodSchema);
export const neighborhoodListSchema = z.union([z.array(optionSchema), neighborhoodPageSchema]);

/** Body of `POST neighborhoods` and `PUT neighborhoods/{id}`. */
export const neighborhoodBodySchema = z.strictObject({
  ...namesShape,
  coords: polygonSchema,
  color: colorSchema,
});
export type NeighborhoodBody = z.infer<typeof neighborhoodBodySchema>;

/** A neighbourhood that a polygon overlaps, and by how much: whole square metres, at least one. A warning, no error. */
export const overlapSchema = z.object({ id: idSchema, ...namesShape, area: z.int().positive() });
export type Overlap = z.infer<typeof overlapSchema>;

/** Answer of `POST neighborhoods` and `PUT neighborhoods/{id}`: as in the list, and what it overlaps, largest first. */
export const savedNeighborhoodSchema = neighborhoodSchema.extend({ overlaps: z.array(overlapSchema) });
export type SavedNeighborhood = z.infer<typeof savedNeighborhoodSchema>;

/**
 * Body of `POST neighborhoods/overlaps`, which answers `{overlaps}` for a polygon that is being drawn and changes nothing;
 * `id` is the neighbourhood that it belongs to, if it has been saved before.
 */
export const overlapsBodySchema = z.strictObject({ coords: polygonSchema, id: idParamSchema.optional() });
export const overlapsSchema = z.object({ overlaps: z.array(overlapSchema) });
