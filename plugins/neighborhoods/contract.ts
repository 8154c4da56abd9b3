import { z } from 'zod';
import {
  colorSchema,
  defineRecord,
  idParamSchema,
  idSchema,
  namesShape,
  type RecordBodyOf,
  type RecordOf,
  superAdmin,
} from '#kernel/plugin-api/contract.ts';
import { coordinatesSchema, multiPolygonSchema, polygonSchema } from '#kernel/domain/geo/index.ts';

/**
 * A neighbourhood; `coords` is a polygon of `[lat, lng]`, not closed: the outer ring of its largest part. `geometry` holds
 * all rings where there are several. A body without `geometry` leaves the other rings as they are; null deletes them.
 * Shown with the suffix MFY.
 */
export const neighborhood = defineRecord({
  plugin: 'neighborhoods',
  name: 'neighborhood',
  type: 'Neighborhood',
  table: 'neighborhoods',
  path: 'neighborhoods',
  page: '/neighborhoods/list',
  access: superAdmin,
  area: 'id',
  fields: {
    coords: z.array(coordinatesSchema),
    geometry: multiPolygonSchema.nullable(),
    color: z.string(),
  },
  input: { coords: polygonSchema, geometry: multiPolygonSchema.nullable().optional(), color: colorSchema },
  calls: {
    list: 'Neighbourhoods: a page for super admins; with pagination=false one’s own, for selects',
    create: 'Adds a neighbourhood; an overlap with others is answered as a warning',
    update: 'Changes a neighbourhood; an overlap with others is answered as a warning',
    remove: 'Deletes a neighbourhood to which nothing refers',
  },
});
export type Neighborhood = RecordOf<typeof neighborhood>;
export type NeighborhoodBody = RecordBodyOf<typeof neighborhood>;

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
export const neighborhoodDetailSchema = neighborhood.schema.extend({
  users: z.array(receiverOptionSchema).optional(),
});
export type NeighborhoodDetail = z.infer<typeof neighborhoodDetailSchema>;

/** Query of `GET neighborhoods/{id}`. */
export const neighborhoodQuerySchema = z.strictObject({ include: z.literal('users').optional() });

/** A neighbourhood that a polygon overlaps, and by how much: whole square metres, at least one. A warning, no error. */
export const overlapSchema = z.object({ id: idSchema, ...namesShape, area: z.int().positive() });
export type Overlap = z.infer<typeof overlapSchema>;

/** Answer of `POST neighborhoods` and `PUT neighborhoods/{id}`: as in the list, and what it overlaps, largest first. */
export const savedNeighborhoodSchema = neighborhood.schema.extend({ overlaps: z.array(overlapSchema) });
export type SavedNeighborhood = z.infer<typeof savedNeighborhoodSchema>;

/**
 * Body of `POST neighborhoods/overlaps`, which answers `{overlaps}` for a polygon that is being drawn and changes nothing;
 * `id` is the neighbourhood that it belongs to, if it has been saved before.
 */
export const overlapsBodySchema = z.strictObject({
  coords: polygonSchema,
  geometry: multiPolygonSchema.nullable().optional(),
  id: idParamSchema.optional(),
});
export const overlapsSchema = z.object({ overlaps: z.array(overlapSchema) });
