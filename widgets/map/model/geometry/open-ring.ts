import type { LatLng } from '../shape.ts';
import { samePlace } from './place.ts';

/** A ring without corners that repeat the one before, and without the first corner at its end. */
export function openRing(coords: readonly LatLng[]): readonly LatLng[] {
  const ring = coords.filter((place, index) => {
    const before = coords[index - 1];
    return before === undefined || !samePlace(before, place);
  });
  const [first] = ring;
  const last = ring.at(-1);
  const closed = ring.length > 1 && first !== undefined && last !== undefined && samePlace(first, last);
  return closed ? ring.slice(0, -1) : ring;
}
