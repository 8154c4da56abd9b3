import Flatbush from 'flatbush';
import type { Position } from './ring-parts.ts';
import { intersectionPoint, orientation, type Segment } from './segments.ts';

/** Two edges of different rings that cross or overlap. */
export interface RingCrossing {
  /** The smaller number first. Edges are numbered across all rings: edge `n` starts at vertex `n`. */
  readonly edges: readonly [number, number];
  /** The point where they meet. */
  readonly at: Position;
}

/** The result of comparing the rings of an area. */
export interface RingCrossings {
  readonly crossings: readonly RingCrossing[];
  /** Whether the search was aborted because too many edges are close to each other. */
  readonly gaveUp: boolean;
  /** The number of compared pairs of edges. */
  readonly comparisons: number;
}

/** The maximum number of listed crossings. */
export const maxCrossings = 100;

/** An edge of one of several rings. */
interface RingEdge {
  /** Its number across all rings. */
  readonly number: number;
  readonly ring: number;
  readonly ends: Segment;
}

/** Above this number of pairs per edge, rings run along each other. */
const maxPairsPerEdge = 40;

/**
 * Finds where the rings of an area cross each other or overlap. Rings may touch in single points. Edges are numbered
 * across all rings. Takes O(n log n) if edges are short compared to the rings.
 */
export function findRingCrossings(rings: readonly (readonly Position[])[]): RingCrossings {
  const edges = edgesOf(rings);
  if (rings.length < 2 || edges.length === 0) return { crossings: [], gaveUp: false, comparisons: 0 };
  const index = new Flatbush(edges.length);
  for (const { ends } of edges) index.add(...boxOf(ends));
  index.finish();
  const found: RingCrossing[] = [];
  const touching = new TouchingRings();
  const limit = Math.max(4_000_000, edges.length * maxPairsPerEdge);
  let comparisons = 0;
  for (const [oneIndex, one] of edges.entries()) {
    if (found.length >= maxCrossings || comparisons > limit) break;
    index.search(...boxOf(one.ends), (other) => {
      comparisons += 1;
      const second = edges[other];
      if (!second || other <= oneIndex || second.ring === one.ring || comparisons > limit) return false;
      const at = intersectionPoint(one.ends, second.ends);
      if (!at) return false;
      if (crosses(one.ends, second.ends) || runsAlong(one.ends, second.ends))
        found.push({ edges: [one.number, second.number], at: [at[1], at[0]] });
      else touching.add(one, second, at);
      return false;
    });
  }
  const all = [...found, ...touching.crossings()].slice(0, maxCrossings);
  return { crossings: all, gaveUp: comparisons > limit, comparisons };
}

function edgesOf(rings: readonly (readonly Position[])[]): readonly RingEdge[] {
  const edges: RingEdge[] = [];
  let first = 0;
  for (const [ring, coords] of rings.entries()) {
    for (const [index, from] of coords.entries()) {
      const to = coords[(index + 1) % coords.length] ?? from;
      if (from[0] === to[0] && from[1] === to[1]) continue;
      edges.push({ number: first + index, ring, ends: [from[1], from[0], to[1], to[0]] });
    }
    first += coords.length;
  }
  return edges;
}

function boxOf([ax, ay, bx, by]: Segment): [number, number, number, number] {
  return [Math.min(ax, bx), Math.min(ay, by), Math.max(ax, bx), Math.max(ay, by)];
}

/** Whether two segments cross in the interior of both. */
function crosses([ax, ay, bx, by]: Segment, [cx, cy, dx, dy]: Segment): boolean {
  const sides = [orientation(ax, ay, bx, by, cx, cy) * orientation(ax, ay, bx, by, dx, dy)];
  return (sides[0] ?? 0) < 0 && orientation(cx, cy, dx, dy, ax, ay) * orientation(cx, cy, dx, dy, bx, by) < 0;
}

/** Whether two segments that meet share more than a point. */
function runsAlong([ax, ay, bx, by]: Segment, [cx, cy, dx, dy]: Segment): boolean {
  if (orientation(ax, ay, bx, by, cx, cy) !== 0 || orientation(ax, ay, bx, by, dx, dy) !== 0) return false;
  const isFlat = Math.abs(bx - ax) >= Math.abs(by - ay);
  const [a, b, c, d] = isFlat ? [ax, bx, cx, dx] : [ay, by, cy, dy];
  return Math.min(Math.max(a, b), Math.max(c, d)) > Math.max(Math.min(a, b), Math.min(c, d));
}

type Point = readonly [x: number, y: number];

/** A point where two rings touch, with the first pair of edges found there. */
interface Touch {
  readonly at: Point;
  readonly edges: readonly [number, number];
  /** For each ring, its neighbouring points before and after the touch. */
  readonly ways: readonly [Point[], Point[]];
}

/**
 * Collects the points where rings touch. A touch is a crossing if one ring continues on the other side of the other.
 */
class TouchingRings {
  readonly #touches = new Map<string, Touch>();

  add(one: RingEdge, other: RingEdge, at: Point): void {
    const key = `${one.ring} ${other.ring} ${at.join(' ')}`;
    const touch = this.#touches.get(key) ?? { at, edges: [one.number, other.number], ways: [[], []] };
    this.#touches.set(key, touch);
    addWays(touch.ways[0], at, one.ends);
    addWays(touch.ways[1], at, other.ends);
  }

  *crossings(): Generator<RingCrossing> {
    for (const { at, edges, ways } of this.#touches.values()) {
      const [[from, to], [one, other]] = ways;
      if (from && to && one && other && isBetween(at, from, to, one) !== isBetween(at, from, to, other))
        yield { edges, at: [at[1], at[0]] };
    }
  }
}

/**
 * Adds the ends of an edge except the touching point, without duplicates, since each pair of edges at a vertex is
 * found.
 */
function addWays(ways: Point[], [x, y]: Point, [ax, ay, bx, by]: Segment): void {
  for (const [endX, endY] of [
    [ax, ay],
    [bx, by],
  ] as const) {
    const isKnown = ways.some((way) => way[0] === endX && way[1] === endY);
    if (!isKnown && (endX !== x || endY !== y)) ways.push([endX, endY]);
  }
}

/** Whether a left turn around a point, from one direction to another, passes a third. */
function isBetween([x, y]: Point, from: Point, to: Point, way: Point): boolean {
  const leftTurn = (one: Point, other: Point) => orientation(x, y, ...one, ...other);
  if (leftTurn(from, to) > 0) return leftTurn(from, way) > 0 && leftTurn(way, to) > 0;
  return !(leftTurn(to, way) >= 0 && leftTurn(way, from) >= 0);
}
