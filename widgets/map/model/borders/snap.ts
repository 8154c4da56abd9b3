import { pixelsBetween, worldRing, worldX, worldY, fromWorld } from '../geometry/mercator.ts';
import { areasNear, type Corner } from './shared-corners.ts';
import { ringsOf } from '../shapes/rings.ts';
import { latLng, type LatLng, type PolygonShape } from '../shapes/shape.ts';

/** A place on a border that a pointer is drawn to. */
export interface Snap {
  readonly at: LatLng;
  readonly on: 'corner' | 'edge';
}

/** The nearest corner within so many pixels, else the nearest place on an edge; `moved` and its edges do not count. */
export function snapTo(
  areas: readonly PolygonShape[],
  place: LatLng,
  zoom: number,
  pixels: number,
  moved: readonly Corner[] = [],
): Snap | null {
  const reach = pixels / 2 ** zoom;
  const [x, y] = [worldX(place[1]), worldY(place[0])];
  const [south, west] = fromWorld(x - reach, y - reach);
  const [north, east] = fromWorld(x + reach, y + reach);
  const near = areasNear(areas, [south, west, north, east]);
  return nearestCorner(near, place, zoom, pixels, moved) ?? nearestOnEdge(near, [x, y], reach, moved);
}

function isMoved(moved: readonly Corner[], polygon: PolygonShape, vertex: number): boolean {
  return moved.some((corner) => corner.polygon === polygon && corner.vertex === vertex);
}

function nearestCorner(
  areas: readonly PolygonShape[],
  place: LatLng,
  zoom: number,
  pixels: number,
  moved: readonly Corner[],
): Snap | null {
  let [best, found]: [number, LatLng | null] = [pixels, null];
  for (const polygon of areas) {
    for (const [vertex, corner] of ringsOf(polygon).flat().entries()) {
      if (isMoved(moved, polygon, vertex)) continue;
      const distance = pixelsBetween(corner, place, zoom);
      if (distance <= best) [best, found] = [distance, corner];
    }
  }
  return found && { at: found, on: 'corner' };
}

function nearestOnEdge(
  areas: readonly PolygonShape[],
  [x, y]: readonly [number, number],
  reach: number,
  moved: readonly Corner[],
): Snap | null {
  let best = reach;
  let found: LatLng | null = null;
  for (const polygon of areas) {
    let first = 0;
    for (const coords of ringsOf(polygon)) {
      const ring = worldRing(coords);
      for (let at = 0; at < coords.length; at += 1) {
        const next = (at + 1) % coords.length;
        const { distance, share } = distanceToEdge(ring, at, next, x, y);
        if (distance > best || isMoved(moved, polygon, first + at) || isMoved(moved, polygon, first + next))
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
  const [dx, dy] = [(ring[next * 2] ?? 0) - ax, (ring[next * 2 + 1] ?? 0) - ay];
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / length));
  return { share, distance: Math.hypot(ax + share * dx - x, ay + share * dy - y) };
}

/** Along the straight line in degrees, on which the areas of a border meet; Mercator bends it by less than a pixel. */
function between(from: LatLng | undefined, to: LatLng | undefined, share: number): LatLng | null {
  if (!from || !to) return null;
  return latLng(from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1]));
}
