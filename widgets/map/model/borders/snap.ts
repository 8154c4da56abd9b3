import { shareAlong } from '#kernel/domain/geo/segments.ts';
import { pixelsBetween, worldRing, worldX, worldY, fromWorld } from '../geometry/mercator.ts';
import { areasNear, type Corner } from './shared-corners.ts';
import { ringsOf, vertexAt } from '../shapes/rings.ts';
import { latLng, type LatLng, type PolygonShape } from '../shapes/shape.ts';

/** A position on a border to which the pointer snaps. */
export interface Snap {
  readonly at: LatLng;
  readonly on: 'corner' | 'edge';
}

/** The distance in pixels by which a corner is preferred to an edge. */
const cornerLead = 8;

/** Corners and edges to ignore. */
type Ignored = (polygon: PolygonShape, vertex: number, next?: number) => boolean;

/** Returns the nearest corner within the given pixels, otherwise the nearest place on an edge; ignores `moved` and its edges. */
export function snapTo(
  areas: readonly PolygonShape[],
  position: LatLng,
  zoom: number,
  pixels: number,
  moved: readonly Corner[] = [],
): Snap | null {
  const near = areasAround(areas, position, pixels / 2 ** zoom);
  const ignored = amongMoved(moved);
  return (
    nearestCorner(near, position, zoom, pixels, ignored) ??
    nearestOnEdge(near, position, zoom, pixels, ignored)
  );
}

/**
 * The nearest corner or place on an edge of an area other than `own`, at any distance. A corner wins over a
 * slightly nearer edge, since beside a corner there is always a nearer edge.
 */
export function nearestSnap(
  areas: readonly PolygonShape[],
  position: LatLng,
  zoom: number,
  pixels: number,
  { own, moved }: { readonly own: PolygonShape | null; readonly moved: readonly Corner[] },
): Snap | null {
  const near = areasAround(areas, position, pixels / 2 ** zoom).filter((area) => area !== own);
  const owned = new Set(own ? ringsOf(own).flat().map(String) : []);
  const isOwned = (polygon: PolygonShape, vertex: number) => owned.has(String(vertexAt(polygon, vertex)));
  const isMoved = amongMoved(moved);
  const ignored: Ignored = (polygon, vertex, next) =>
    isMoved(polygon, vertex, next) ||
    (isOwned(polygon, vertex) && (next === undefined || isOwned(polygon, next)));
  const edge = nearestOnEdge(near, position, zoom, pixels, ignored);
  const reach = edge ? Math.min(pixels, pixelsBetween(edge.at, position, zoom) + cornerLead) : pixels;
  return nearestCorner(near, position, zoom, reach, ignored) ?? edge;
}

function areasAround(
  areas: readonly PolygonShape[],
  position: LatLng,
  reach: number,
): readonly PolygonShape[] {
  const [x, y] = [worldX(position[1]), worldY(position[0])];
  const [south, west] = fromWorld(x - reach, y - reach);
  const [north, east] = fromWorld(x + reach, y + reach);
  return areasNear(areas, [south, west, north, east]);
}

function amongMoved(moved: readonly Corner[]): Ignored {
  return (polygon, vertex, next) =>
    moved.some(
      (corner) => corner.polygon === polygon && (corner.vertex === vertex || corner.vertex === next),
    );
}

function nearestCorner(
  areas: readonly PolygonShape[],
  position: LatLng,
  zoom: number,
  pixels: number,
  ignored: Ignored,
): Snap | null {
  let [best, found]: [number, LatLng | null] = [pixels, null];
  for (const polygon of areas) {
    for (const [vertex, corner] of ringsOf(polygon).flat().entries()) {
      const distance = pixelsBetween(corner, position, zoom);
      if (distance <= best && !ignored(polygon, vertex)) [best, found] = [distance, corner];
    }
  }
  return found && { at: found, on: 'corner' };
}

function nearestOnEdge(
  areas: readonly PolygonShape[],
  position: LatLng,
  zoom: number,
  pixels: number,
  ignored: Ignored,
): Snap | null {
  const [x, y] = [worldX(position[1]), worldY(position[0])];
  let best = pixels / 2 ** zoom;
  let found: LatLng | null = null;
  for (const polygon of areas) {
    let first = 0;
    for (const coords of ringsOf(polygon)) {
      const ring = worldRing(coords);
      for (let at = 0; at < coords.length; at += 1) {
        const next = (at + 1) % coords.length;
        const { distance, share } = distanceToEdge(ring, at, next, x, y);
        if (distance > best || ignored(polygon, first + at, first + next)) continue;
        // At its end, an edge is the same as the corner there.
        if ((share === 0 && ignored(polygon, first + at)) || (share === 1 && ignored(polygon, first + next)))
          continue;
        best = distance;
        found = between(coords[at], coords[next], share);
      }
      first += coords.length;
    }
  }
  return found && { at: found, on: 'edge' };
}

function distanceToEdge(ring: Float64Array, at: number, next: number, x: number, y: number) {
  const [ax, ay] = [ring[at * 2] ?? 0, ring[at * 2 + 1] ?? 0];
  const [bx, by] = [ring[next * 2] ?? 0, ring[next * 2 + 1] ?? 0];
  const share = shareAlong(ax, ay, bx, by, x, y);
  return { share, distance: Math.hypot(ax + share * (bx - ax) - x, ay + share * (by - ay) - y) };
}

/**
 * Along the straight line in degrees, in which adjacent areas share their border; Mercator bends it by less
 * than a pixel.
 */
function between(from: LatLng | undefined, to: LatLng | undefined, share: number): LatLng | null {
  if (!from || !to) return null;
  return latLng(from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1]));
}
