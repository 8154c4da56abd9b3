import { earthRadius, radians } from '#kernel/domain/geo/ring-parts.ts';
import type { LatLng } from '../shapes/shape.ts';

/** The perimeter of a ring in metres. */
export function perimeterOf(coords: readonly LatLng[]): number {
  let sum = 0;
  let last = coords.at(-1);
  for (const position of coords) {
    if (last) sum += distanceBetween(last, position);
    last = position;
  }
  return sum;
}

/** The distance in metres between two places, along the globe. */
export function distanceBetween([lat, lng]: LatLng, [otherLat, otherLng]: LatLng): number {
  const north = Math.sin(radians(otherLat - lat) / 2) ** 2;
  const east = Math.sin(radians(otherLng - lng) / 2) ** 2;
  const share = north + east * Math.cos(radians(lat)) * Math.cos(radians(otherLat));
  return 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(share)));
}

/** A number and its unit, for formatting. */
export interface Measure {
  readonly value: number;
  readonly unit: 'm' | 'km' | 'm2' | 'ha';
}

/** An area in m² below one hectare, otherwise in hectares. */
export function areaMeasure(squareMetres: number): Measure {
  return squareMetres < 10_000
    ? { value: squareMetres, unit: 'm2' }
    : { value: squareMetres / 10_000, unit: 'ha' };
}

/** A length in metres below one kilometre, otherwise in kilometres. */
export function lengthMeasure(metres: number): Measure {
  return metres < 1000 ? { value: metres, unit: 'm' } : { value: metres / 1000, unit: 'km' };
}
