import Flatbush from 'flatbush';
import { latLng, type LatLng } from '../shapes/shape.ts';
import { isConvex } from './convex.ts';
import { samePlace } from './place.ts';
import { foldsBack, meetingPoint, type Segment } from './segments.ts';

/** Two edges that meet. Edge `n` runs from corner `n` to the next one, the last one back to the first. */
export interface Crossing {
  /** The smaller number first. */
  readonly edges: readonly [number, number];
  /** Where they meet. */
  readonly at: LatLng;
}

/** What a look at a whole ring found. */
export interface CrossingCheck {
  readonly crossings: readonly Crossing[];
  /** Whether so many edges lie beside each other that the look was given up. */
  readonly gaveUp: boolean;
}

/** More crossings than this are not named. */
export const mostCrossings = 100;

/** More pairs of edges than this are not compared, of a ring that is not large itself: some 50 ms. */
const mostPairs = 4_000_000;

/** As many pairs for each edge are compared in any case; a boundary of a country needs about five. */
const pairsEach = 40;

/** Fewer edges than this are compared one by one. */
const fewEdges = 24;

/**
 * Which edges of a ring meet where they should not: edges that are no neighbours and share a point, and neighbours that
 * lie on each other. Corners that repeat the one before are passed over. Linear but for a logarithm where edges are
 * short beside the ring.
 */
export function findCrossings(coords: readonly LatLng[]): CrossingCheck {
  if (isPlainlyConvex(coords)) return convex;
  const ring = new Ring(coords);
  return ring.edges.length < 3 ? { crossings: flat(coords), gaveUp: false } : look(ring);
}

/** Which edges of a way meet that is still being drawn: nothing leads from its last point to the first. */
export function findPathCrossings(points: readonly LatLng[]): CrossingCheck {
  return look(new Ring(points, false));
}

const convex: CrossingCheck = { crossings: [], gaveUp: false };

/** Whether that is the answer about a ring that is convex in degrees. */
export function saysConvex(check: CrossingCheck): boolean {
  return check === convex;
}

/** Thousands of small rings are laid out here one after the other: memory of its own for each would take longer than the look. */
const table = new Float64Array(64);

function isPlainlyConvex(coords: readonly LatLng[]): boolean {
  if (coords.length * 2 > table.length) return false;
  for (const [at, [lat, lng]] of coords.entries()) {
    table[at * 2] = lng;
    table[at * 2 + 1] = lat;
  }
  return isConvex(table, coords.length);
}

function look(ring: Ring): CrossingCheck {
  if (ring.isConvex) return convex;
  const found: Crossing[] = [];
  const compare = (one: number, other: number): void => {
    const crossing = found.length < mostCrossings ? ring.meeting(one, other) : null;
    if (crossing) found.push(crossing);
  };
  const gaveUp = ring.edges.length < fewEdges ? compareAll(ring, compare) : compareNear(ring, found, compare);
  return { crossings: found.toSorted(inOrder), gaveUp };
}

/**
 * The crossings of a ring of which one corner was moved: only its two edges are compared with the others.
 * `before` are the crossings of the ring `from`, in which the corner stood elsewhere.
 */
export function crossingsAfterMove(
  coords: readonly LatLng[],
  vertex: number,
  from: readonly LatLng[],
  before: readonly Crossing[],
): CrossingCheck {
  const count = coords.length;
  const previous = (vertex + count - 1) % count;
  const closes = samePlace(coords[previous] ?? origin, coords[(vertex + 1) % count] ?? origin);
  const flatBefore = new Ring(from).edges.length < 3;
  if (before.length >= mostCrossings || closes || flatBefore || from.length !== count)
    return findCrossings(coords);
  const ring = new Ring(coords);
  if (ring.edges.length < 3) return { crossings: flat(coords), gaveUp: false };
  const found = before.filter(({ edges }) => !edges.includes(previous) && !edges.includes(vertex));
  const moved = [previous, vertex].map((edge) => ring.edges.indexOf(edge)).filter((place) => place >= 0);
  for (const one of moved) {
    for (let other = 0; other < ring.edges.length && found.length < mostCrossings; other += 1) {
      const twice = moved.includes(other) && other <= one;
      const crossing = twice ? null : ring.meeting(one, other);
      if (crossing) found.push(crossing);
    }
  }
  return { crossings: found.toSorted(inOrder), gaveUp: false };
}

/** A ring without the edges that have no length; its places count the edges that are left. */
class Ring {
  readonly #closed: boolean;
  /** Where each edge begins, and after them where the last one ends: x, y, x, y. Longitude is x. */
  readonly #points: Float64Array;
  /** The numbers of the edges that have a length. */
  readonly edges: readonly number[];

  constructor(coords: readonly LatLng[], closed = true) {
    const edges: number[] = [];
    const count = coords.length - (closed ? 0 : 1);
    const points = new Float64Array(2 * (Math.max(0, count) + 1));
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
    this.#closed = closed;
    this.#points = points.subarray(0, 2 * (edges.length + 1));
    this.edges = edges;
  }

  /** Whether it is plain to see that no edges of it meet. */
  get isConvex(): boolean {
    return this.#closed && isConvex(this.#points, this.edges.length);
  }

  /** The ends of the edge at a place. */
  segment(place: number): Segment {
    const at = place * 2;
    const points = this.#points;
    return [points[at] ?? 0, points[at + 1] ?? 0, points[at + 2] ?? 0, points[at + 3] ?? 0];
  }

  /** An index over the boxes of the edges. */
  index(): Flatbush {
    const index = new Flatbush(this.edges.length);
    for (let place = 0; place < this.edges.length; place += 1) {
      const [ax, ay, bx, by] = this.segment(place);
      index.add(Math.min(ax, bx), Math.min(ay, by), Math.max(ax, bx), Math.max(ay, by));
    }
    index.finish();
    return index;
  }

  /** Where the edges at two places meet although they should not. */
  meeting(one: number, other: number): Crossing | null {
    const first = Math.min(one, other);
    const second = Math.max(one, other);
    const point = first === second ? null : this.#point(first, second);
    if (!point) return null;
    return { edges: [this.edges[first] ?? 0, this.edges[second] ?? 0], at: latLng(point[1], point[0]) };
  }

  #point(first: number, second: number): readonly [number, number] | null {
    if (second - first === 1) return this.#fold(first, second);
    if (this.#closed && first === 0 && second === this.edges.length - 1) return this.#fold(second, first);
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
    return meetingPoint([ax, ay, bx, by], [cx, cy, dx, dy]);
  }

  /** Where an edge turns straight back onto the one before. */
  #fold(before: number, after: number): readonly [number, number] | null {
    const [ax, ay, bx, by] = this.segment(before);
    const [, , cx, cy] = this.segment(after);
    return foldsBack(ax, ay, bx, by, cx, cy) ? [bx, by] : null;
  }
}

const origin = latLng(0, 0);

function compareAll(ring: Ring, compare: (one: number, other: number) => void): boolean {
  for (let one = 0; one < ring.edges.length; one += 1) {
    for (let other = one + 1; other < ring.edges.length; other += 1) compare(one, other);
  }
  return false;
}

function compareNear(
  ring: Ring,
  found: readonly Crossing[],
  compare: (one: number, other: number) => void,
): boolean {
  const index = ring.index();
  const most = Math.max(mostPairs, ring.edges.length * pairsEach);
  let pairs = 0;
  for (let one = 0; one < ring.edges.length && found.length < mostCrossings; one += 1) {
    const [ax, ay, bx, by] = ring.segment(one);
    const meet = (other: number): boolean => {
      pairs += 1;
      if (other > one && pairs <= most) compare(one, other);
      return false;
    };
    index.search(Math.min(ax, bx), Math.min(ay, by), Math.max(ax, bx), Math.max(ay, by), meet);
    if (pairs > most) return true;
  }
  return false;
}

/** A ring with fewer than three edges lies on itself everywhere. */
function flat(coords: readonly LatLng[]): readonly Crossing[] {
  return coords.length > 1 ? [{ edges: [0, 1], at: coords[0] ?? origin }] : [];
}

function inOrder(one: Crossing, other: Crossing): number {
  return one.edges[0] - other.edges[0] || one.edges[1] - other.edges[1];
}
