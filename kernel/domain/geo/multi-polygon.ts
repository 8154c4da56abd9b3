import { z } from 'zod';

/** Several areas in GeoJSON: parts, their rings (the outer one first), closed, longitude first. */
export interface MultiPolygon {
  readonly type: 'MultiPolygon';
  readonly coordinates: readonly (readonly (readonly (readonly [lng: number, lat: number])[])[])[];
}

const ringSchema = z.array(z.tuple([z.number(), z.number()]));

/** Several areas as they are sent in; `normalizeBoundary` checks and orders their rings. */
export const multiPolygonSchema = z.strictObject({
  type: z.literal('MultiPolygon'),
  coordinates: z.array(z.array(ringSchema).min(1)).min(1),
});
