import { shareAlong, squaredDistance } from '#kernel/domain/geo/segments.ts';
import { ringsOf } from '../shapes/rings.ts';
import type { LatLng, Outline } from '../shapes/shape.ts';
import { fromWorld, worldRing, worldX, worldY } from '../geometry/mercator.ts';

/** The part of an edited polygon under the pointer. */
export type HandleHit =
  | { readonly type: 'vertex'; readonly vertex: number }
  /** The handle in the middle of an edge, which becomes a new vertex. */
  | { readonly type: 'midpoint'; readonly edge: number; readonly at: LatLng }
  /** Another point of an edge; `at` is the nearest place on it. */
  | { readonly type: 'edge'; readonly edge: number; readonly at: LatLng };

/** How close the pointer must be, in pixels. */
export interface HandleTolerance {
  readonly vertex: number;
  readonly midpoint: number;
  readonly edge: number;
}

/** The tolerance of a mouse; a finger needs about twice as much. */
export const mouseHandleTolerance: HandleTolerance = { vertex: 10, midpoint: 8, edge: 5 };

/**
 * The handle of an outline under the pointer: the nearest vertex, otherwise a midpoint, otherwise an edge.
 */
export function handleAt(
  outline: Outline,
  position: LatLng,
  zoom: number,
  reach: HandleTolerance = mouseHandleTolerance,
): HandleHit | null {
  const scale = 2 ** zoom;
  const point = { x: worldX(position[1]), y: worldY(position[0]) };
  const vertex = nearestOf(outline, point, reach.vertex / scale, nearestVertex);
  if (vertex) return { type: 'vertex', vertex: vertex.first + vertex.index };
  const middle = nearestOf(outline, point, reach.midpoint / scale, nearestMiddle);
  if (middle) {
    const at = onEdge(middle.ring, middle.index, 0.5);
    return { type: 'midpoint', edge: middle.first + middle.index, at };
  }
  const edge = nearestOf(outline, point, reach.edge / scale, nearestEdge);
  if (!edge) return null;
  const share = fractionAlong(edge.ring, edge.index, point.x, point.y);
  return { type: 'edge', edge: edge.first + edge.index, at: onEdge(edge.ring, edge.index, share) };
}

/** The closest vertex, midpoint or edge of one ring to a point. */
interface Near {
  readonly index: number;
  readonly squared: number;
}

type FindNear = (ring: Float64Array, x: number, y: number, reach: number) => Near | null;

/** The closest of all rings; `first` is the index of its ring's first vertex. */
function nearestOf(
  outline: Outline,
  { x, y }: { readonly x: number; readonly y: number },
  reach: number,
  find: FindNear,
): (Near & { readonly ring: Float64Array; readonly first: number }) | null {
  let best: ReturnType<typeof nearestOf> = null;
  let first = 0;
  for (const coords of ringsOf(outline)) {
    const ring = worldRing(coords);
    const found = find(ring, x, y, reach);
    if (found && (!best || found.squared < best.squared)) best = { ...found, ring, first };
    first += coords.length;
  }
  return best;
}

/** The edge of a ring of pixels nearest to a point, if one is within reach. */
export function nearestEdge(ring: Float64Array, x: number, y: number, reach: number): Near | null {
  const last = ring.length / 2 - 1;
  let nearest: number | null = null;
  let best = reach * reach;
  let ax = ring[ring.length - 2] ?? 0;
  let ay = ring[ring.length - 1] ?? 0;
  for (let corner = 0; corner <= last; corner += 1) {
    const bx = ring[corner * 2] ?? 0;
    const by = ring[corner * 2 + 1] ?? 0;
    const squared = squaredDistance(ax, ay, bx, by, x, y);
    if (squared <= best) {
      best = squared;
      nearest = corner === 0 ? last : corner - 1;
    }
    ax = bx;
    ay = by;
  }
  return nearest === null ? null : { index: nearest, squared: best };
}

function nearestVertex(ring: Float64Array, x: number, y: number, reach: number): Near | null {
  let nearest: number | null = null;
  let best = reach * reach;
  for (let index = 0; index < ring.length; index += 2) {
    const squared = ((ring[index] ?? 0) - x) ** 2 + ((ring[index + 1] ?? 0) - y) ** 2;
    if (squared > best || (squared === best && nearest !== null)) continue;
    best = squared;
    nearest = index / 2;
  }
  return nearest === null ? null : { index: nearest, squared: best };
}

function nearestMiddle(ring: Float64Array, x: number, y: number, reach: number): Near | null {
  let nearest: number | null = null;
  let best = reach * reach;
  for (let index = 0; index < ring.length; index += 2) {
    const next = (index + 2) % ring.length;
    const middleX = ((ring[index] ?? 0) + (ring[next] ?? 0)) / 2;
    const middleY = ((ring[index + 1] ?? 0) + (ring[next + 1] ?? 0)) / 2;
    const squared = (middleX - x) ** 2 + (middleY - y) ** 2;
    if (squared > best || (squared === best && nearest !== null)) continue;
    best = squared;
    nearest = index / 2;
  }
  return nearest === null ? null : { index: nearest, squared: best };
}

function fractionAlong(ring: Float64Array, edge: number, x: number, y: number): number {
  const next = (edge * 2 + 2) % ring.length;
  const [ax, ay] = [ring[edge * 2] ?? 0, ring[edge * 2 + 1] ?? 0];
  return shareAlong(ax, ay, ring[next] ?? 0, ring[next + 1] ?? 0, x, y);
}

function onEdge(ring: Float64Array, edge: number, share: number): LatLng {
  const next = (edge * 2 + 2) % ring.length;
  const ax = ring[edge * 2] ?? 0;
  const ay = ring[edge * 2 + 1] ?? 0;
  return fromWorld(ax + share * ((ring[next] ?? 0) - ax), ay + share * ((ring[next + 1] ?? 0) - ay));
}
