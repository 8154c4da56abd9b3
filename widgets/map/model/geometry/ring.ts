import { latLng, type LatLng } from '../shapes/shape.ts';
import { samePosition, worldEdge } from './position.ts';

/** A ring without consecutive duplicates, and without the first vertex repeated at its end. */
export function openRing(coords: readonly LatLng[]): readonly LatLng[] {
  const ring = repeatsItself(coords) ? coords.filter((_, index) => !repeats(coords, index)) : coords;
  const first = ring[0];
  const last = ring.at(-1);
  const closed = ring.length > 1 && first !== undefined && last !== undefined && samePosition(first, last);
  return closed ? ring.slice(0, -1) : ring;
}

function repeatsItself(coords: readonly LatLng[]): boolean {
  for (let index = 1; index < coords.length; index += 1) if (repeats(coords, index)) return true;
  return false;
}

function repeats(coords: readonly LatLng[], index: number): boolean {
  const position = coords[index];
  const before = coords[index - 1];
  return position !== undefined && before !== undefined && samePosition(before, position);
}

/** Half the side of a new polygon, in degrees. */
export const halfSide = 0.01;

/** The square of a new polygon around a place, moved inside at the edge of the world. */
export function squareAround([lat, lng]: LatLng, half: number = halfSide): readonly LatLng[] {
  const y = Math.min(worldEdge.lat - half, Math.max(half - worldEdge.lat, lat));
  const x = Math.min(worldEdge.lng - half, Math.max(half - worldEdge.lng, lng));
  return [
    latLng(y - half, x - half),
    latLng(y - half, x + half),
    latLng(y + half, x + half),
    latLng(y + half, x - half),
  ];
}
