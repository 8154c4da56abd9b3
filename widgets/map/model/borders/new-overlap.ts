import { divide } from '../geometry/planar/division.ts';
import { isSolid } from '../geometry/planar/operations.ts';
import type { Bounds, PolygonShape } from '../shapes/shape.ts';
import { outlineFault } from '../state/validity.ts';
import { areasNear } from './shared-corners.ts';

/** The maximum overlap that rounding can cause, in square degrees. */
const rounding = 1e-9;

/**
 * Why a change of areas is rejected: one of them intersects itself now, or areas overlap more than before.
 * Existing overlaps may stay and shrink, so that they can be corrected.
 */
export function borderFault(
  before: readonly PolygonShape[],
  after: readonly PolygonShape[],
  edited: PolygonShape,
  region: Bounds,
): 'crosses_itself' | 'crosses_neighbor' | null {
  const earlier = new Map(before.map((polygon) => [String(polygon.id), polygon]));
  for (const polygon of after) {
    const old = earlier.get(String(polygon.id));
    if (old === polygon || outlineFault(polygon) === null || (old && outlineFault(old) !== null)) continue;
    return polygon.id === edited.id ? 'crosses_itself' : 'crosses_neighbor';
  }
  const overlap = overlapOf(areasNear(after, region));
  if (overlap === 0) return null;
  return overlap > overlapOf(areasNear(before, region)) * (1 + rounding) ? 'crosses_neighbor' : null;
}

/** How much areas overlap, in square degrees; a place covered three times counts twice. */
function overlapOf(polygons: readonly PolygonShape[]): number {
  if (polygons.length < 2) return 0;
  return divide(polygons).sizes.reduce(
    (sum, face) =>
      face.layers.length > 1 && isSolid(face) ? sum + face.area * (face.layers.length - 1) : sum,
    0,
  );
}
