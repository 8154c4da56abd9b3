import type { LatLng } from '../shapes/shape.ts';
import { turn } from './segments.ts';

/** Whether a place lies in a ring or on its edge. Where the ring crosses itself, twice enclosed is outside. */
export function contains(coords: readonly LatLng[], [lat, lng]: LatLng): boolean {
  let inside = false;
  let [y, x] = coords.at(-1) ?? [Number.NaN, Number.NaN];
  for (const [nextY, nextX] of coords) {
    const side = turn(x, y, nextX, nextY, lng, lat);
    if (side === 0 && between(x, nextX, lng) && between(y, nextY, lat)) return true;
    if (y > lat !== nextY > lat && side > 0 === nextY > y) inside = !inside;
    y = nextY;
    x = nextX;
  }
  return inside;
}

function between(one: number, other: number, value: number): boolean {
  return value >= Math.min(one, other) && value <= Math.max(one, other);
}
