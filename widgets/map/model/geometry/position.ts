import { latLng, type LatLng } from '../shapes/shape.ts';

/** The largest latitude and longitude, in degrees. */
export const worldEdge = { lat: 90, lng: 180 } as const;

/** The reasons why two values are not a place. */
type PositionFault = 'not_a_number' | 'outside_world' | 'swapped';

/** Why a latitude and a longitude are not a place; `null` if they are. */
export function positionFault(lat: unknown, lng: unknown): PositionFault | null {
  if (typeof lat !== 'number' || typeof lng !== 'number') return 'not_a_number';
  const { lat: north, lng: east } = worldEdge;
  if (lat >= -north && lat <= north && lng >= -east && lng <= east) return null;
  if (!Number.isFinite(lat) || !Number.isFinite(lng)) return 'not_a_number';
  return Math.abs(lng) <= worldEdge.lat && Math.abs(lat) <= worldEdge.lng ? 'swapped' : 'outside_world';
}

/** Whether two places are the same. */
export function samePosition(one: LatLng, other: LatLng): boolean {
  return one[0] === other[0] && one[1] === other[1];
}

/** The length of a degree of longitude, in degrees of latitude. */
export function longitudeScale(lat: number): number {
  return Math.cos((lat * Math.PI) / 180);
}

/** The distance of two places that are near each other, in degrees of latitude. */
export function nearDistance([lat, lng]: LatLng, [toLat, toLng]: LatLng): number {
  return Math.hypot(toLat - lat, (toLng - lng) * longitudeScale(lat));
}

/** A place shifted by degrees, limited to the world. */
export function shifted([lat, lng]: LatLng, [north, east]: readonly [number, number]): LatLng {
  return latLng(held(lat + north, worldEdge.lat), held(lng + east, worldEdge.lng));
}

/** The midpoint of two places. */
export function middleOf([lat, lng]: LatLng, [otherLat, otherLng]: LatLng): LatLng {
  return latLng((lat + otherLat) / 2, (lng + otherLng) / 2);
}

function held(value: number, edge: number): number {
  return Math.min(edge, Math.max(-edge, value));
}
