import Flatbush from 'flatbush';
import { createPointInRings } from '#kernel/domain/geo/point-in-rings.ts';
import { boundsOf } from '../geometry/bounds.ts';
import { worldRing, worldX, worldY } from '../geometry/mercator.ts';
import { nearestEdge } from '../hit/ring-hit.ts';
import { ringsOf } from '../shapes/rings.ts';
import type { LatLng, PolygonShape } from '../shapes/shape.ts';

/** Households as columns. */
export interface HouseholdPositions {
  readonly count: number;
  readonly placeOf: (row: number) => LatLng;
  readonly titleOf: (row: number) => string;
}

/**
 * A household closer to a border than this lies on it: less than a centimetre, as a share of the world's
 * width.
 */
const onBorder = 4 / 2 ** 30;
/** Areas whose bounding box is farther away are skipped, in degrees: about a metre. */
const margin = 1e-5;

/** A household that is in no area, or in several. */
export interface Misplaced {
  readonly row: number;
  /** The indices of the areas that contain it. */
  readonly areas: readonly number[];
}

/** Finds the households that are not in exactly one area. On a border they are in one of the adjacent areas. */
export function findMisplaced(
  polygons: readonly PolygonShape[],
  { count, placeOf }: Pick<HouseholdPositions, 'count' | 'placeOf'>,
): readonly Misplaced[] {
  if (polygons.length === 0) return [];
  const index = indexOf(polygons);
  const tests = polygons.map((polygon) =>
    createPointInRings(ringsOf(polygon).map((ring) => ring.flatMap(([lat, lng]) => [lng, lat]))),
  );
  const found: Misplaced[] = [];
  for (let row = 0; row < count; row += 1) {
    const position = placeOf(row);
    const [lat, lng] = position;
    const near = index.search(lng - margin, lat - margin, lng + margin, lat + margin);
    const around = near.filter((area) => tests[area]?.(lng, lat));
    if (around.length === 1) continue;
    const beside = near.filter((area) => isOnBorder(polygons[area], position));
    const areas = around.filter((area) => !beside.includes(area));
    if (areas.length > 1 || (areas.length === 0 && beside.length === 0))
      found.push({ row, areas: areas.toSorted((one, other) => one - other) });
  }
  return found;
}

function isOnBorder(polygon: PolygonShape | undefined, [lat, lng]: LatLng): boolean {
  const [x, y] = [worldX(lng), worldY(lat)];
  return polygon
    ? ringsOf(polygon).some((ring) => nearestEdge(worldRing(ring), x, y, onBorder) !== null)
    : false;
}

function indexOf(polygons: readonly PolygonShape[]): Flatbush {
  const index = new Flatbush(polygons.length);
  for (const polygon of polygons) {
    const [south, west, north, east] = boundsOf(ringsOf(polygon).flat()) ?? [1, 1, 0, 0];
    index.add(west, south, east, north);
  }
  index.finish();
  return index;
}
