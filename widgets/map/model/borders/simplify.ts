import Flatbush from 'flatbush';
import { squaredDistance } from '#kernel/domain/geo/segments.ts';
import { longitudeScale } from '../geometry/position.ts';
import { openRing } from '../geometry/ring.ts';
import { outlineOf, ringsOf, withOutline } from '../shapes/rings.ts';
import type { LatLng, PolygonShape, Ring } from '../shapes/shape.ts';
import { areasNear, edgeTolerance, isOnEdge, outlineBounds } from './shared-corners.ts';
import { borderFault } from './new-overlap.ts';

/** The length of a degree of latitude in metres. */
const metersPerDegree = 111_195;

/** The number of attempts with half the distance, if a simplification would cross a border. */
const maxAttempts = 6;

/**
 * Removes corners of an area that lie within a distance in metres of the line without them, in all areas that
 * share them. Corners where borders branch stay. Null if no corner can be removed.
 */
export function simplifyArea(
  polygons: readonly PolygonShape[],
  polygon: PolygonShape,
  meters: number,
): readonly PolygonShape[] | null {
  const box = outlineBounds(polygon);
  if (!box) return null;
  const near = areasNear(polygons, box);
  const isJunction = junctionsOf(near);
  let distance = meters;
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const dropped = new Set(
      ringsOf(polygon).flatMap((ring) => droppedCorners(ring, isJunction, distance / metersPerDegree)),
    );
    const after = withoutPositions(polygons, near, dropped);
    if (dropped.size === 0 || !after) return null;
    if (borderFault(polygons, after, polygon, box) === null && !touchesCorner(near, dropped)) return after;
    distance /= 2;
  }
  return null;
}

/** A unique key of a position. */
function keyOf([lat, lng]: LatLng): string {
  return `${lat} ${lng}`;
}

/**
 * Returns a function that tells whether a place is a junction: borders branch there, or one ends on another.
 */
function junctionsOf(polygons: readonly PolygonShape[]): (position: LatLng) => boolean {
  const ways = new Map<string, Set<string>>();
  for (const polygon of polygons) {
    for (const ring of ringsOf(polygon)) {
      for (const [index, position] of ring.entries()) {
        const before = ring.at(index - 1) ?? position;
        const after = ring[(index + 1) % ring.length] ?? position;
        const key = keyOf(position);
        const known = ways.get(key) ?? new Set();
        ways.set(key, known.add(keyOf(before)).add(keyOf(after)));
      }
    }
  }
  return (position) => (ways.get(keyOf(position))?.size ?? 0) > 2;
}

/** The removable corners of a ring (Douglas–Peucker, between the corners that must stay). */
function droppedCorners(ring: Ring, mustStay: (position: LatLng) => boolean, distance: number): string[] {
  const fixed = ring.flatMap((position, index) => (mustStay(position) ? [index] : []));
  const anchors = fixed.length > 1 ? fixed : [...new Set([fixed[0] ?? 0, farthestFrom(ring, fixed[0] ?? 0)])];
  const dropped: string[] = [];
  for (const [index, start] of anchors.entries()) {
    const end = anchors[index + 1] ?? (anchors[0] ?? 0) + ring.length;
    const stays = new Set([start, end]);
    markNeeded(ring, start, end, distance ** 2, stays);
    for (let at = start + 1; at < end; at += 1) {
      const position = ring[at % ring.length];
      if (position && !stays.has(at)) dropped.push(keyOf(position));
    }
  }
  return ring.length - dropped.length < 3 ? [] : dropped;
}

function farthestFrom(ring: Ring, from: number): number {
  const [lat, lng] = ring[from] ?? [0, 0];
  let [best, found] = [-1, from];
  for (const [index, [y, x]] of ring.entries()) {
    const squared = (y - lat) ** 2 + (x - lng) ** 2;
    if (squared > best) [best, found] = [squared, index];
  }
  return found;
}

function markNeeded(ring: Ring, first: number, last: number, limit: number, stays: Set<number>): void {
  const open: [number, number][] = [[first, last]];
  for (let range = open.pop(); range; range = open.pop()) {
    const [start, end] = range;
    const [a, b] = [ring[start % ring.length], ring[end % ring.length]];
    if (!a || !b) continue;
    let [best, found] = [limit, -1];
    for (let at = start + 1; at < end; at += 1) {
      const position = ring[at % ring.length] ?? a;
      // A degree of longitude is shorter than one of latitude.
      const scale = longitudeScale(a[0]);
      const squared = squaredDistance(
        a[1] * scale,
        a[0],
        b[1] * scale,
        b[0],
        position[1] * scale,
        position[0],
      );
      if (squared > best) [best, found] = [squared, at];
    }
    if (found < 0) continue;
    stays.add(found);
    open.push([start, found], [found, end]);
  }
}

/**
 * Whether an edge that replaces dropped corners passes through a corner that stays: one side of a border would
 * have that corner, and the other would not.
 */
function touchesCorner(polygons: readonly PolygonShape[], dropped: ReadonlySet<string>): boolean {
  const corners = polygons.flatMap((polygon) =>
    ringsOf(polygon).map((ring) => ring.map((at) => ({ at, isDropped: dropped.has(keyOf(at)) }))),
  );
  const rings = corners.map((ring) => ring.filter(({ isDropped }) => !isDropped).map(({ at }) => at));
  const edges = corners.flatMap((ring, number) => {
    const left = rings[number] ?? [];
    let index = -1;
    return ring.flatMap(({ isDropped }, vertex) => {
      if (!isDropped) index += 1;
      const isReplaced = !isDropped && ring[(vertex + 1) % ring.length]?.isDropped;
      const [from, to] = [left.at(index), left[(index + 1) % left.length]];
      return isReplaced && from && to ? [{ from, to }] : [];
    });
  });
  if (edges.length === 0) return false;
  const boxes = new Flatbush(edges.length);
  for (const { from, to } of edges)
    boxes.add(
      Math.min(from[0], to[0]),
      Math.min(from[1], to[1]),
      Math.max(from[0], to[0]),
      Math.max(from[1], to[1]),
    );
  boxes.finish();
  return rings.flat().some((corner) => {
    const [y, x] = corner;
    const found = boxes.search(y - edgeTolerance, x - edgeTolerance, y + edgeTolerance, x + edgeTolerance);
    return found.some((at) => {
      const edge = edges[at];
      return edge !== undefined && isOnEdge(edge.from, edge.to, corner);
    });
  });
}

/** The areas without some corners; null if a ring would have fewer than three. */
function withoutPositions(
  polygons: readonly PolygonShape[],
  near: readonly PolygonShape[],
  dropped: ReadonlySet<string>,
): readonly PolygonShape[] | null {
  const changes = new Map<PolygonShape, PolygonShape>();
  for (const polygon of near) {
    // A self-intersecting ring may then contain the same place twice in a row.
    const rings = ringsOf(polygon).map((ring) =>
      openRing(ring.filter((position) => !dropped.has(keyOf(position)))),
    );
    if (rings.some(({ length }) => length < 3)) return null;
    if (rings.some((ring, index) => ring.length < (ringsOf(polygon)[index]?.length ?? 0)))
      changes.set(polygon, withOutline(polygon, outlineOf(rings)));
  }
  return polygons.map((polygon) => changes.get(polygon) ?? polygon);
}
