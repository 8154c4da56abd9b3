import { z } from 'zod';

/** A GeoJSON MultiPolygon: parts, each a list of closed rings (the outer one first), longitude first. */
export interface MultiPolygon {
  readonly type: 'MultiPolygon';
  readonly coordinates: readonly (readonly (readonly (readonly [lng: number, lat: number])[])[])[];
}

const ringSchema = z.array(z.tuple([z.number(), z.number()]));

/** The schema of a multipolygon as received; `normalizeBoundary` checks and orders its rings. */
export const multiPolygonSchema = z.strictObject({
  type: z.literal('MultiPolygon'),
  coordinates: z.array(z.array(ringSchema).min(1)).min(1),
});
