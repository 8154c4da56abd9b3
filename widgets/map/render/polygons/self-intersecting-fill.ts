import { maxIntersections, type SelfIntersection } from '../../model/geometry/self-intersections.ts';
import { worldRing, worldY } from '../../model/geometry/mercator.ts';
import type { Ring } from '../../model/index.ts';

/** A triangulated area, in world pixels. */
export interface Fill {
  /** The vertices of the triangles: x and y, alternating. */
  readonly positions: Float64Array;
  readonly triangles: ArrayLike<number>;
}

/** An edge that is not horizontal, from its lower end. In world pixels: x east, y north. */
interface Edge {
  readonly number: number;
  readonly x: number;
  readonly low: number;
  readonly high: number;
  /** How far it moves east per unit north. */
  readonly lean: number;
}

/** A filled strip between two edges, starting at `low`. */
interface Strip {
  readonly left: Edge;
  readonly right: Edge;
  readonly low: number;
}

/**
 * Fills self-intersecting rings by the even-odd rule, with a sweep line: between two heights without a vertex or an
 * intersection, every second gap between its edges is inside. Fills nothing if not all intersections are known.
 */
export function fillSelfIntersecting(
  rings: readonly Ring[],
  intersections: readonly SelfIntersection[],
): Fill {
  const strips = new Strips();
  if (intersections.length >= maxIntersections) return strips.fill;
  const edges = edgesOf(rings);
  const heights = new Set<number>();
  for (const ring of rings) for (const y of worldRing(ring).filter((_, at) => at % 2 === 1)) heights.add(y);
  for (const { at } of intersections) heights.add(worldY(at[0]));
  let active: Edge[] = [];
  let next = 0;
  let low = Number.NaN;
  for (const high of [...heights].toSorted((one, other) => one - other)) {
    const middle = (low + high) / 2;
    active = active.filter((edge) => edge.high >= high);
    for (let edge = edges[next]; edge && edge.low <= low; edge = edges[(next += 1)]) active.push(edge);
    active.sort((one, other) => eastAt(one, middle) - eastAt(other, middle));
    strips.goUp(active, low);
    low = high;
  }
  strips.goUp([], low);
  return strips.fill;
}

/** The non-horizontal edges, lowest first. */
function edgesOf(rings: readonly Ring[]): readonly Edge[] {
  const edges: Edge[] = [];
  for (const ring of rings) addEdges(edges, worldRing(ring));
  return edges.toSorted((one, other) => one.low - other.low);
}

function addEdges(edges: Edge[], ring: Float64Array): void {
  for (let at = 0; at < ring.length; at += 2) {
    const [x = 0, y = 0] = [ring[at], ring[at + 1]];
    const [nextX = 0, nextY = 0] = [ring[(at + 2) % ring.length], ring[(at + 3) % ring.length]];
    if (y === nextY) continue;
    const lean = (nextX - x) / (nextY - y);
    edges.push({
      number: edges.length,
      x: y < nextY ? x : nextX,
      low: Math.min(y, nextY),
      high: Math.max(y, nextY),
      lean,
    });
  }
}

function eastAt({ x, low, lean }: Edge, y: number): number {
  return x + (y - low) * lean;
}

/** Strips grow upwards while they are between the same edges. */
class Strips {
  readonly #places: number[] = [];
  readonly #triangles: number[] = [];
  #open = new Map<string, Strip>();

  get fill(): Fill {
    return { positions: Float64Array.from(this.#places), triangles: this.#triangles };
  }

  /** From this height on, every second gap between these edges is filled. */
  goUp(edges: readonly Edge[], low: number): void {
    const open = new Map<string, Strip>();
    for (let at = 0; at + 1 < edges.length; at += 2) {
      const [left, right] = [edges[at], edges[at + 1]];
      if (!left || !right) continue;
      const name = `${left.number} ${right.number}`;
      open.set(name, this.#open.get(name) ?? { left, right, low });
    }
    for (const [name, strip] of this.#open) if (!open.has(name)) this.#close(strip, low);
    this.#open = open;
  }

  #close({ left, right, low }: Strip, high: number): void {
    const first = this.#places.length / 2;
    const corners = [
      eastAt(left, low),
      low,
      eastAt(right, low),
      low,
      eastAt(right, high),
      high,
      eastAt(left, high),
      high,
    ];
    this.#places.push(...corners);
    this.#triangles.push(first, first + 1, first + 2, first, first + 2, first + 3);
  }
}
