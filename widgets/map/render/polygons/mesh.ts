import earcut, { deviation } from 'earcut';
import { isConvex } from '../../model/geometry/convex.ts';
import { isConvexResult } from '../../model/geometry/self-intersections.ts';
import { worldRing, worldSize } from '../../model/geometry/mercator.ts';
import {
  intersectionCheck,
  latLng,
  partsOf,
  ringsOf,
  type Bounds,
  type LatLng,
  type Outline,
  type Ring,
} from '../../model/index.ts';
import { simplifyRing, type Level } from './simplify-ring.ts';
import { fillSelfIntersecting, type Fill } from './self-intersecting-fill.ts';

/** A triangulated polygon, in world pixels. */
export interface Mesh extends Fill {
  /** Its rings, not closed: x and y, alternating. */
  readonly outlines: readonly Float64Array[];
}

/** How many vertices of polygons are drawn, and which part of very long ones; null means all. */
export interface Detail {
  readonly level: Level;
  readonly box: Bounds | null;
}

/** Longer rings are clipped to the view. */
const longRingVertices = 20_000;

/** The share of its area by which the triangles may differ from a polygon. */
const areaTolerance = 1e-6;

const meshes = new WeakMap<
  Ring,
  { readonly detail: Detail; readonly otherRings: Outline['otherRings']; readonly mesh: Mesh }
>();

/**
 * The mesh of a polygon. Several rings, or a self-intersecting one, are filled by the even-odd rule, as in
 * hit tests; if intersections are unknown, it has outlines and no fill.
 */
export function meshOf(outline: Outline, detail: Detail): Mesh {
  const { coords, otherRings } = outline;
  const known = meshes.get(coords);
  if (known && known.otherRings === otherRings && isSameDetail(known.detail, detail)) return known.mesh;
  const mesh = otherRings ? buildParts(outline, detail) : buildMesh(coords, detail);
  meshes.set(coords, { detail, otherRings, mesh });
  return mesh;
}

/** Whether two details draw the same. */
export function isSameDetail(one: Detail, other: Detail): boolean {
  return one.level === other.level && one.box === other.box;
}

function buildMesh(coords: Ring, detail: Detail): Mesh {
  const drawn = visibleRing(coords, detail);
  const outline = worldRing(drawn);
  const outlines = [outline];
  const check = intersectionCheck({ coords });
  const isKnownConvex = drawn === coords && isConvexResult(check) && isEvenlyProjected(outline);
  if (isKnownConvex || isConvex(outline, drawn.length))
    return { outlines, positions: outline, triangles: fanOf(drawn.length) };
  const { intersections, gaveUp } = check;
  if (gaveUp) return { outlines, positions: outline, triangles: [] };
  if (intersections.length > 0) return { outlines, ...fillSelfIntersecting([coords], intersections) };
  const triangles = earcut(outline);
  // A ring that touches itself without crossing is not always triangulated correctly.
  const isRight = coords.length > longRingVertices || deviation(outline, null, 2, triangles) < areaTolerance;
  return isRight
    ? { outlines, positions: outline, triangles }
    : { outlines, ...fillSelfIntersecting([coords], []) };
}

/** The mesh of an area of several rings: each part is triangulated with its holes. */
function buildParts(outline: Outline, detail: Detail): Mesh {
  const { intersections, gaveUp } = intersectionCheck(outline);
  const parts = partsOf(outline).map((rings) =>
    rings.map((ring) => worldRing(visibleRing(ring, detail))).filter(({ length }) => length >= 6),
  );
  const outlines = parts.flat();
  if (gaveUp) return { outlines, positions: new Float64Array(), triangles: [] };
  const rings = ringsOf(outline);
  if (intersections.length > 0) return { outlines, ...fillSelfIntersecting(rings, intersections) };
  const triangles: number[] = [];
  let first = 0;
  for (const part of parts) {
    const world = joined(part);
    const holes = holeStarts(part);
    const found = earcut(world, holes);
    const isLong = world.length > longRingVertices * 2;
    if (!isLong && deviation(world, holes, 2, found) >= areaTolerance)
      return { outlines, ...fillSelfIntersecting(rings, []) };
    for (const index of found) triangles.push(index + first);
    first += world.length / 2;
  }
  return { outlines, positions: joined(outlines), triangles };
}

/** The first vertex of each hole of a part. */
function holeStarts(part: readonly Float64Array[]): number[] {
  const starts: number[] = [];
  let count = 0;
  for (const ring of part) {
    if (count > 0) starts.push(count);
    count += ring.length / 2;
  }
  return starts;
}

function joined(lists: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(lists.reduce((count, { length }) => count + length, 0));
  let at = 0;
  for (const list of lists) {
    all.set(list, at);
    at += list.length;
  }
  return all;
}

function visibleRing(coords: readonly LatLng[], { level, box }: Detail): readonly LatLng[] {
  const ring = simplifyRing(coords, level);
  return box && ring.length > longRingVertices ? clipRing(ring, box) : ring;
}

/**
 * The height in world pixels within which the projection is linear to less than a pixel: a tenth of a degree
 * at the equator.
 */
const evenHeight = worldSize / 3600;

/** Whether a ring that is convex in degrees is convex on the map too. */
function isEvenlyProjected(ring: Float64Array): boolean {
  let low = Infinity;
  let high = -Infinity;
  for (let at = 1; at < ring.length; at += 2) {
    const y = ring[at] ?? 0;
    if (y < low) low = y;
    if (y > high) high = y;
  }
  return high - low <= evenHeight;
}

/** Triangle fans by the number of vertices. */
const fans = new Map<number, readonly number[]>();

function fanOf(count: number): readonly number[] {
  const known = fans.get(count);
  if (known) return known;
  const triangles: number[] = [];
  for (let corner = 2; corner < count; corner += 1) triangles.push(0, corner - 1, corner);
  fans.set(count, triangles);
  return triangles;
}

/** One side of a box: whether a point is inside it, and where an edge crosses it. */
interface Side {
  readonly holds: (position: LatLng) => boolean;
  readonly crossedBy: (from: LatLng, to: LatLng) => LatLng;
}

/** Clips a ring to a box; outside it, the result follows the sides of the box. */
export function clipRing(coords: readonly LatLng[], box: Bounds): readonly LatLng[] {
  return sidesOf(box).reduce(cut, coords);
}

function cut(coords: readonly LatLng[], { holds, crossedBy }: Side): readonly LatLng[] {
  const clipped: LatLng[] = [];
  let from = coords.at(-1);
  for (const to of coords) {
    if (from && holds(from) !== holds(to)) clipped.push(crossedBy(from, to));
    if (holds(to)) clipped.push(to);
    from = to;
  }
  return clipped;
}

function sidesOf([south, west, north, east]: Bounds): readonly Side[] {
  return [sideOf(0, south, 1), sideOf(0, north, -1), sideOf(1, west, 1), sideOf(1, east, -1)];
}

function sideOf(axis: 0 | 1, limit: number, way: 1 | -1): Side {
  return {
    holds: (position) => way * (position[axis] - limit) >= 0,
    crossedBy(from, to) {
      const share = (limit - from[axis]) / (to[axis] - from[axis]);
      const along = from[(1 - axis) as 0 | 1] + share * (to[(1 - axis) as 0 | 1] - from[(1 - axis) as 0 | 1]);
      return axis === 0 ? latLng(limit, along) : latLng(along, limit);
    },
  };
}
