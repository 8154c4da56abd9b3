import { squaredDistance } from '#kernel/domain/geo/segments.ts';
import { boundsOf } from '../geometry/bounds.ts';
import { samePosition } from '../geometry/position.ts';
import { firstVertexOf, ringsOf, withOutline, withVertexAfter } from '../shapes/rings.ts';
import type { Bounds, LatLng, Outline, PolygonShape, Ring } from '../shapes/shape.ts';

/** A corner closer to an edge than this lies on it, in degrees: a tenth of a millimetre. */
export const edgeTolerance = 1e-9;

/** A corner or an edge of an area, by its index. */
export interface Corner {
  readonly polygon: PolygonShape;
  readonly vertex: number;
}

const ringBounds = new WeakMap<Ring, Bounds | null>();

/** The bounding box of an outline; null if it is empty. */
export function outlineBounds(outline: Outline): Bounds | null {
  const boxes = ringsOf(outline).flatMap((ring) => {
    let box = ringBounds.get(ring);
    if (box === undefined) ringBounds.set(ring, (box = boundsOf(ring)));
    return box ? [box] : [];
  });
  if (boxes.length < 2) return boxes[0] ?? null;
  return [
    Math.min(...boxes.map(([south]) => south)),
    Math.min(...boxes.map(([, west]) => west)),
    Math.max(...boxes.map(([, , north]) => north)),
    Math.max(...boxes.map(([, , , east]) => east)),
  ];
}

/** The areas whose bounding boxes intersect a box. */
export function areasNear(
  polygons: readonly PolygonShape[],
  [south, west, north, east]: Bounds,
): PolygonShape[] {
  return polygons.filter((polygon) => {
    const box = outlineBounds(polygon);
    return (
      box !== null &&
      box[0] <= north + edgeTolerance &&
      box[2] >= south - edgeTolerance &&
      box[1] <= east + edgeTolerance &&
      box[3] >= west - edgeTolerance
    );
  });
}

/** All corners at exactly one place. */
export function cornersAt(polygons: readonly PolygonShape[], position: LatLng): readonly Corner[] {
  return areasNear(polygons, [position[0], position[1], position[0], position[1]]).flatMap((polygon) =>
    everyCorner(polygon, (corner) => samePosition(corner, position)).map((vertex) => ({ polygon, vertex })),
  );
}

/** The edges with exactly these ends, in either direction. */
export function edgesBetween(polygons: readonly PolygonShape[], from: LatLng, to: LatLng): readonly Corner[] {
  return areasNear(polygons, boundsOf([from, to]) ?? [0, 0, 0, 0]).flatMap((polygon) =>
    everyCorner(
      polygon,
      (one, other) =>
        (samePosition(one, from) && samePosition(other, to)) ||
        (samePosition(one, to) && samePosition(other, from)),
    ).map((vertex) => ({ polygon, vertex })),
  );
}

/** Whether an area shares a corner with another. */
export function touchesOther(polygon: PolygonShape, others: readonly PolygonShape[]): boolean {
  const box = outlineBounds(polygon);
  if (!box) return false;
  const corners = new Set(ringsOf(polygon).flatMap((ring) => ring.map(keyOf)));
  return areasNear(others, box).some(
    (other) =>
      other !== polygon &&
      ringsOf(other).some((ring) => ring.some((position) => corners.has(keyOf(position)))),
  );
}

/** A hash of a position; collisions are unlikely. */
function keyOf([lat, lng]: LatLng): number {
  return lat * 7919.317 + lng;
}

/**
 * Adds places as corners to all areas on whose edges they lie, so that both sides of a border have the same corners. Areas
 * without such an edge stay the same objects.
 */
export function withCornersOnEdges(
  polygons: readonly PolygonShape[],
  positions: readonly LatLng[],
): readonly PolygonShape[] {
  const box = boundsOf(positions);
  if (!box) return polygons;
  const near = new Set(areasNear(polygons, box));
  return polygons.map((polygon) =>
    near.has(polygon) ? positions.reduce(withCornerOnEdges, polygon) : polygon,
  );
}

/**
 * The areas, in which edges within a box that pass through another area's corner get that corner too. With
 * shared borders, only changed edges can do so.
 */
export function withCommonCorners(
  polygons: readonly PolygonShape[],
  region: Bounds,
): readonly PolygonShape[] {
  const [south, west, north, east] = region;
  const corners = areasNear(polygons, region).flatMap((polygon) =>
    ringsOf(polygon)
      .flat()
      .filter(([lat, lng]) => lat >= south && lat <= north && lng >= west && lng <= east),
  );
  return withCornersOnEdges(polygons, [
    ...new Map(corners.map((position) => [keyOf(position), position])).values(),
  ]);
}

function withCornerOnEdges(polygon: PolygonShape, position: LatLng): PolygonShape {
  const edges = everyCorner(polygon, (from, to) => isOnEdge(from, to, position));
  // From the last edge, so that the indices of the others stay valid.
  return edges
    .toReversed()
    .reduce((shape, edge) => withOutline(shape, withVertexAfter(shape, edge, position)), polygon);
}

/** Whether a position lies on an edge, and is neither of its ends. */
export function isOnEdge([lat, lng]: LatLng, [toLat, toLng]: LatLng, position: LatLng): boolean {
  const [y, x] = position;
  if (y < Math.min(lat, toLat) - edgeTolerance || y > Math.max(lat, toLat) + edgeTolerance) return false;
  if (x < Math.min(lng, toLng) - edgeTolerance || x > Math.max(lng, toLng) + edgeTolerance) return false;
  if ((y === lat && x === lng) || (y === toLat && x === toLng)) return false;
  return squaredDistance(lng, lat, toLng, toLat, x, y) <= edgeTolerance ** 2;
}

/** The indices of the corners for which a predicate holds, given the corner and the next one. */
function everyCorner(outline: Outline, holds: (corner: LatLng, next: LatLng) => boolean): number[] {
  const found: number[] = [];
  for (const [index, ring] of ringsOf(outline).entries()) {
    const first = firstVertexOf(outline, index);
    for (const [at, corner] of ring.entries()) {
      const next = ring[at + 1] ?? ring[0] ?? corner;
      if (holds(corner, next)) found.push(first + at);
    }
  }
  return found;
}
