import Flatbush from 'flatbush';
import { isInRing } from './point-in-ring.ts';
import type { Place } from './ring-parts.ts';
import { meetingPoint, turn, type Segment } from './segments.ts';

/** Two edges of different rings that meet. */
export interface RingCrossing {
  /** Edges are numbered through all rings: edge `n` starts at vertex `n`. The smaller number first. */
  readonly edges: readonly [number, number];
  /** Where they meet. */
  readonly at: Place;
}

/** The result of comparing the rings of one area. */
export interface RingCrossings {
  readonly crossings: readonly RingCrossing[];
  /** Whether the search was given up, since too many edges lie beside each other. */
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
export function findRingCrossings(rings: readonly (readonly Place[])[]): RingCrossings {
  const edges = edgesOf(rings);
  if (rings.length < 2 || edges.length === 0) return { crossings: [], gaveUp: false, comparisons: 0 };
  const index = new Flatbush(edges.length);
  for (const { ends } of edges) index.add(...boxOf(ends));
  index.finish();
  const found: RingCrossing[] = [];
  const touching = new TouchingRings(rings);
  const limit = Math.max(4_000_000, edges.length * maxPairsPerEdge);
  let comparisons = 0;
  for (const [place, one] of edges.entries()) {
    if (found.length >= maxCrossings || comparisons > limit) break;
    index.search(...boxOf(one.ends), (other) => {
      comparisons += 1;
      const second = edges[other];
      if (!second || other <= place || second.ring === one.ring || comparisons > limit) return false;
      const at = meetingPoint(one.ends, second.ends);
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

function edgesOf(rings: readonly (readonly Place[])[]): readonly RingEdge[] {
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

/** A touch is a crossing where the ring goes on on the other side: then edges beside it lie on both sides. */
class TouchingRings {
  readonly #rings: readonly (readonly number[])[];
  readonly #pairs = new Map<string, { readonly pairs: [RingEdge, RingEdge][]; readonly at: Place }>();

  constructor(rings: readonly (readonly Place[])[]) {
    this.#rings = rings.map((ring) => ring.flatMap(([lat, lng]) => [lng, lat]));
  }

  add(one: RingEdge, other: RingEdge, [x, y]: readonly [x: number, y: number]): void {
    const key = `${one.ring} ${other.ring} ${x} ${y}`;
    const touch = this.#pairs.get(key);
    if (touch) touch.pairs.push([one, other]);
    else this.#pairs.set(key, { pairs: [[one, other]], at: [y, x] });
  }

  *crossings(): Generator<RingCrossing> {
    for (const { pairs, at } of this.#pairs.values()) {
      const [first] = pairs;
      if (first && (this.#sides(pairs, 0) > 1 || this.#sides(pairs, 1) > 1))
        yield { edges: [first[0].number, first[1].number], at };
    }
  }

  /** On how many sides of the other ring the edges that meet it at one place are. */
  #sides(pairs: readonly [RingEdge, RingEdge][], which: 0 | 1): number {
    const sides = new Set<boolean>();
    for (const pair of pairs) {
      const [ax, ay, bx, by] = pair[which].ends;
      sides.add(isInRing(this.#rings[pair[1 - which]?.ring ?? 0] ?? [], (ax + bx) / 2, (ay + by) / 2));
    }
    return sides.size;
  }
}
