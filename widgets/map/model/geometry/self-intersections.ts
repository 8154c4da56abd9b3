import Flatbush from 'flatbush';
import { latLng, type LatLng } from '../shapes/shape.ts';
import { isConvex } from './convex.ts';
import { samePosition } from './position.ts';
import { foldsBack, intersectionPoint, type Segment } from '#kernel/domain/geo/segments.ts';

/** Two edges that meet. Edge `n` runs from vertex `n` to the next one, the last edge back to the first vertex. */
export interface SelfIntersection {
  /** The smaller number first. */
  readonly edges: readonly [number, number];
  /** The point where they meet. */
  readonly at: LatLng;
}

/** The result of checking a ring. */
export interface IntersectionCheck {
  readonly intersections: readonly SelfIntersection[];
  /** Whether the check was aborted, since too many edges are close to each other. */
  readonly gaveUp: boolean;
  /** The number of compared pairs of edges. */
  readonly comparisons: number;
}

/** Further intersections are not listed. */
export const maxIntersections = 100;

/** The limit of pairs for a small ring: some 50 ms. */
const maxPairs = 4_000_000;

/** The limit of pairs for each edge of a large ring; the boundary of a country needs about five. */
const maxPairsPerEdge = 40;

/** Rings with fewer edges are compared without an index. */
const minIndexedEdges = 24;

/**
 * Finds the edges of a ring that meet where they should not: non-adjacent edges that share a point, and
 * adjacent ones that overlap. Repeated vertices are skipped. Takes O(n log n) if edges are short compared to
 * the ring.
 */
export function findSelfIntersections(coords: readonly LatLng[]): IntersectionCheck {
  if (isPlainlyConvex(coords)) return convexResult;
  const ring = new Ring(coords);
  return ring.edges.length < 3 ? flatResult(coords) : checkRing(ring);
}

const convexResult: IntersectionCheck = { intersections: [], gaveUp: false, comparisons: 0 };

/** Whether a check found the ring to be convex in degrees. */
export function isConvexResult(check: IntersectionCheck): boolean {
  return check === convexResult;
}

/** Reused for thousands of small rings: allocating memory for each would take longer than the check. */
const scratch = new Float64Array(64);

function isPlainlyConvex(coords: readonly LatLng[]): boolean {
  if (coords.length * 2 > scratch.length) return false;
  // By index: iterators would take a third of the time for loading thousands of areas.
  for (let index = 0; index < coords.length; index += 1) {
    const position = coords[index] as LatLng;
    scratch[index * 2] = position[1];
    scratch[index * 2 + 1] = position[0];
  }
  return isConvex(scratch, coords.length);
}

function checkRing(ring: Ring): IntersectionCheck {
  if (ring.isConvex) return convexResult;
  const found: SelfIntersection[] = [];
  const compare = (one: number, other: number): void => {
    const intersection = found.length < maxIntersections ? ring.meeting(one, other) : null;
    if (intersection) found.push(intersection);
  };
  const { gaveUp, comparisons } =
    ring.edges.length < minIndexedEdges ? compareAll(ring, compare) : compareNear(ring, found, compare);
  return { intersections: found.toSorted(inOrder), gaveUp, comparisons };
}

/**
 * Checks a ring after one vertex was moved, by comparing only the vertex's two edges with the others.
 * `before` are the intersections of the ring `from`, before the move.
 */
export function intersectionsAfterMove(
  coords: readonly LatLng[],
  vertex: number,
  from: readonly LatLng[],
  before: readonly SelfIntersection[],
): IntersectionCheck {
  const count = coords.length;
  const previous = (vertex + count - 1) % count;
  const closes = samePosition(coords[previous] ?? origin, coords[(vertex + 1) % count] ?? origin);
  const flatBefore = new Ring(from).edges.length < 3;
  if (before.length >= maxIntersections || closes || flatBefore || from.length !== count)
    return findSelfIntersections(coords);
  const ring = new Ring(coords);
  if (ring.edges.length < 3) return flatResult(coords);
  const found = before.filter(({ edges }) => !edges.includes(previous) && !edges.includes(vertex));
  const moved = [previous, vertex].map((edge) => ring.edges.indexOf(edge)).filter((index) => index >= 0);
  for (const one of moved) {
    for (let other = 0; other < ring.edges.length && found.length < maxIntersections; other += 1) {
      const twice = moved.includes(other) && other <= one;
      const intersection = twice ? null : ring.meeting(one, other);
      if (intersection) found.push(intersection);
    }
  }
  const comparisons = moved.length * ring.edges.length;
  return { intersections: found.toSorted(inOrder), gaveUp: false, comparisons };
}

/** A ring without zero-length edges; positions count the remaining edges. */
class Ring {
  /** The start of each edge, and finally the end of the last one: x, y, x, y. Longitude is x. */
  readonly #points: Float64Array;
  /** The indices of the edges with a length. */
  readonly edges: readonly number[];

  constructor(coords: readonly LatLng[]) {
    const edges: number[] = [];
    const count = coords.length;
    const points = new Float64Array(2 * (count + 1));
    let from = coords[0] ?? origin;
    points[0] = from[1];
    points[1] = from[0];
    for (let edge = 0; edge < count; edge += 1) {
      const to = coords[edge + 1] ?? coords[0] ?? origin;
      if (from[0] === to[0] && from[1] === to[1]) continue;
      edges.push(edge);
      points[edges.length * 2] = to[1];
      points[edges.length * 2 + 1] = to[0];
      from = to;
    }
    this.#points = points.subarray(0, 2 * (edges.length + 1));
    this.edges = edges;
  }

  /** A convex ring cannot intersect itself. */
  get isConvex(): boolean {
    return isConvex(this.#points, this.edges.length);
  }

  /** The ends of the edge at a position. */
  segment(index: number): Segment {
    const at = index * 2;
    const points = this.#points;
    return [points[at] ?? 0, points[at + 1] ?? 0, points[at + 2] ?? 0, points[at + 3] ?? 0];
  }

  /** An index over the boxes of the edges. */
  index(): Flatbush {
    const index = new Flatbush(this.edges.length);
    for (let at = 0; at < this.edges.length; at += 1) {
      const [ax, ay, bx, by] = this.segment(at);
      index.add(Math.min(ax, bx), Math.min(ay, by), Math.max(ax, bx), Math.max(ay, by));
    }
    index.finish();
    return index;
  }

  /** Returns the point where the edges at two positions wrongly meet. */
  meeting(one: number, other: number): SelfIntersection | null {
    const first = Math.min(one, other);
    const second = Math.max(one, other);
    const point = first === second ? null : this.#point(first, second);
    if (!point) return null;
    return { edges: [this.edges[first] ?? 0, this.edges[second] ?? 0], at: latLng(point[1], point[0]) };
  }

  #point(first: number, second: number): readonly [number, number] | null {
    if (second - first === 1) return this.#foldsBackAt(first, second);
    if (first === 0 && second === this.edges.length - 1) return this.#foldsBackAt(second, first);
    const points = this.#points;
    const a = first * 2;
    const c = second * 2;
    const ax = points[a] ?? 0;
    const ay = points[a + 1] ?? 0;
    const bx = points[a + 2] ?? 0;
    const by = points[a + 3] ?? 0;
    const cx = points[c] ?? 0;
    const cy = points[c + 1] ?? 0;
    const dx = points[c + 2] ?? 0;
    const dy = points[c + 3] ?? 0;
    if ((cx < ax && cx < bx && dx < ax && dx < bx) || (cx > ax && cx > bx && dx > ax && dx > bx)) return null;
    if ((cy < ay && cy < by && dy < ay && dy < by) || (cy > ay && cy > by && dy > ay && dy > by)) return null;
    return intersectionPoint([ax, ay, bx, by], [cx, cy, dx, dy]);
  }

  /** Returns the point where an edge folds back onto the one before. */
  #foldsBackAt(before: number, after: number): readonly [number, number] | null {
    const [ax, ay, bx, by] = this.segment(before);
    const [, , cx, cy] = this.segment(after);
    return foldsBack(ax, ay, bx, by, cx, cy) ? [bx, by] : null;
  }
}

const origin = latLng(0, 0);

type Compare = (one: number, other: number) => void;
type Effort = Pick<IntersectionCheck, 'gaveUp' | 'comparisons'>;

function compareAll({ edges: { length } }: Ring, compare: Compare): Effort {
  for (let one = 0; one < length; one += 1) {
    for (let other = one + 1; other < length; other += 1) compare(one, other);
  }
  return { gaveUp: false, comparisons: (length * (length - 1)) / 2 };
}

function compareNear(ring: Ring, found: readonly SelfIntersection[], compare: Compare): Effort {
  const index = ring.index();
  const limit = Math.max(maxPairs, ring.edges.length * maxPairsPerEdge);
  let comparisons = 0;
  for (let one = 0; one < ring.edges.length && found.length < maxIntersections; one += 1) {
    const [ax, ay, bx, by] = ring.segment(one);
    const compareWith = (other: number): boolean => {
      comparisons += 1;
      if (other > one && comparisons <= limit) compare(one, other);
      return false;
    };
    index.search(Math.min(ax, bx), Math.min(ay, by), Math.max(ax, bx), Math.max(ay, by), compareWith);
    if (comparisons > limit) return { gaveUp: true, comparisons };
  }
  return { gaveUp: false, comparisons };
}

/** A ring with fewer than three edges overlaps itself everywhere. */
function flatResult(coords: readonly LatLng[]): IntersectionCheck {
  const intersections: SelfIntersection[] =
    coords.length > 1 ? [{ edges: [0, 1], at: coords[0] ?? origin }] : [];
  return { intersections, gaveUp: false, comparisons: 0 };
}

function inOrder(one: SelfIntersection, other: SelfIntersection): number {
  return one.edges[0] - other.edges[0] || one.edges[1] - other.edges[1];
}
