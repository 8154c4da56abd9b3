import type { LatLng } from '../shapes/shape.ts';
import { samePlace } from './place.ts';

/** A ring without vertices that repeat the one before, and without the first vertex at its end. */
export function openRing(coords: readonly LatLng[]): readonly LatLng[] {
  const ring = repeatsItself(coords) ? coords.filter((_, index) => !repeats(coords, index)) : coords;
  const [first] = ring;
  const last = ring.at(-1);
  const closed = ring.length > 1 && first !== undefined && last !== undefined && samePlace(first, last);
  return closed ? ring.slice(0, -1) : ring;
}

function repeatsItself(coords: readonly LatLng[]): boolean {
  for (let index = 1; index < coords.length; index += 1) if (repeats(coords, index)) return true;
  return false;
}

function repeats(coords: readonly LatLng[], index: number): boolean {
  const place = coords[index];
  const before = coords[index - 1];
  return place !== undefined && before !== undefined && samePlace(before, place);
}
