import Flatbush from 'flatbush';
import type { Position } from './ring-parts.ts';
import { intersectionPoint, turn, type Segment } from './segments.ts';

/** Two edges of different rings that meet. */
export interface RingCrossing {
  /** Edges are numbered through all rings: edge `n` starts at vertex `n`. The smaller number first. */
  readonly edges: readonly [number, number];
  /** The point where they meet. */
  readonly at: Position;
}

/** The result of comparing the rings of one area. */
export interface RingCrossings {
  readonly crossings: readonly RingCrossing[];
  /** Whether the search was aborted, since too many edges are close to each other. */
  readonly gaveUp: boolean;
  /** How many pairs of edges were compared. */
  readonly comparisons: number;
}

/** Further crossings are not listed. */
export const maxCrossings = 100;

/** An edge of one of several rings. */
interface RingEdge {
  /** Counted through all rings. */
  readonly number: number;
  readonly ring: number;
  readonly ends: Segment;
}

/** More pairs of edges for each edge mean that rings run along each other. */
const maxPairsPerEdge = 40;

/**
 * Finds where rings of one outline cross each other or run along each other. Rings may touch in single points. Edges are
 * numbered through all rings. Takes O(n log n) where edges are short compared to the rings.
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
  for (const [place, one] of edges.entries()) {
    if (found.length >= maxCrossings || comparisons > limit) break;
    index.search(...boxOf(one.ends), (other) => {
      comparisons += 1;
      const second = edges[other];
      if (!second || other <= place || second.ring === one.ring || comparisons > limit) return false;
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

/** Whether two segments cross inside of both. */
function crosses([ax, ay, bx, by]: Segment, [cx, cy, dx, dy]: Segment): boolean {
  const sides = [turn(ax, ay, bx, by, cx, cy) * turn(ax, ay, bx, by, dx, dy)];
  return (sides[0] ?? 0) < 0 && turn(cx, cy, dx, dy, ax, ay) * turn(cx, cy, dx, dy, bx, by) < 0;
}

/** Whether two segments that meet share more than a point. */
function runsAlong([ax, ay, bx, by]: Segment, [cx, cy, dx, dy]: Segment): boolean {
  if (turn(ax, ay, bx, by, cx, cy) !== 0 || turn(ax, ay, bx, by, dx, dy) !== 0) return false;
  const isFlat = Math.abs(bx - ax) >= Math.abs(by - ay);
  const [a, b, c, d] = isFlat ? [ax, bx, cx, dx] : [ay, by, cy, dy];
  return Math.min(Math.max(a, b), Math.max(c, d)) > Math.max(Math.min(a, b), Math.min(c, d));
}

type Point = readonly [x: number, y: number];

/** A place where two rings touch, with the edges that were found there first. */
interface Touch {
  readonly at: Point;
  readonly edges: readonly [number, number];
  /** The points before and after the meeting, for each of the rings. */
  readonly ways: readonly [Point[], Point[]];
}

/** Collects where rings touch. A touch is a crossing where one ring continues on the other side of the other ring. */
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

/** The ends of an edge but the place itself; both edges at a vertex are found with each edge that meets them. */
function addWays(ways: Point[], [x, y]: Point, [ax, ay, bx, by]: Segment): void {
  for (const [endX, endY] of [
    [ax, ay],
    [bx, by],
  ] as const) {
    const isKnown = ways.some((way) => way[0] === endX && way[1] === endY);
    if (!isKnown && (endX !== x || endY !== y)) ways.push([endX, endY]);
  }
}

/** Whether one who turns left at a place, from one direction until another, meets a third. */
function isBetween([x, y]: Point, from: Point, to: Point, way: Point): boolean {
  const leftTurn = (one: Point, other: Point) => turn(x, y, ...one, ...other);
  if (leftTurn(from, to) > 0) return leftTurn(from, way) > 0 && leftTurn(way, to) > 0;
  return !(leftTurn(to, way) >= 0 && leftTurn(way, from) >= 0);
}
