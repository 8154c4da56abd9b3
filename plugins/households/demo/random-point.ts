import { isInside, type Coordinates } from '#kernel/domain/geo/index.ts';

/** A point inside a polygon of `[lat, lng]`, chosen by random numbers in 0…1; null for a polygon without an area. */
export function randomPointInside(polygon: readonly Coordinates[], next: () => number): Coordinates | null {
  const latitudes = polygon.map(([latitude]) => latitude);
  const longitudes = polygon.map(([, longitude]) => longitude);
  const south = Math.min(...latitudes);
  const west = Math.min(...longitudes);
  const height = Math.max(...latitudes) - south;
  const width = Math.max(...longitudes) - west;
  for (let attempt = 0; attempt < 200; attempt++) {
    const point: Coordinates = [south + next() * height, west + next() * width];
    if (isInside(polygon, point)) return [round(point[0]), round(point[1])];
  }
  return null;
}

/** Six decimals of a degree are eleven centimetres. */
function round(degrees: number): number {
  return Math.round(degrees * 1_000_000) / 1_000_000;
}
