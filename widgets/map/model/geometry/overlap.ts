import { area } from '@turf/area';
import { featureCollection, polygon } from '@turf/helpers';
import { intersect } from '@turf/intersect';
import type { LatLng } from '../shapes/shape.ts';

/**
 * The area in m² that two polygons share. In a module of its own, since it brings a library along: import it where it
 * is used, and only then.
 */
export function overlapArea(one: readonly LatLng[], other: readonly LatLng[]): number {
  if (one.length < 3 || other.length < 3) return 0;
  const shared = intersect(featureCollection([polygonOf(one), polygonOf(other)]));
  return shared ? area(shared) : 0;
}

function polygonOf(coords: readonly LatLng[]) {
  const ring = coords.map(([lat, lng]) => [lng, lat]);
  return polygon([[...ring, ring[0] ?? []]]);
}
