import { latLng, type LatLng, type Ring } from '../shapes/shape.ts';

/** The centroid of a ring; null if it has no area. */
export function centroidOf(ring: Ring): LatLng | null {
  const [origin] = ring;
  if (!origin) return null;
  let [area, lat, lng] = [0, 0, 0];
  let [y, x] = [0, 0];
  for (const [cornerLat, cornerLng] of [...ring, origin]) {
    const [nextY, nextX] = [cornerLat - origin[0], cornerLng - origin[1]];
    const cross = x * nextY - nextX * y;
    area += cross;
    lat += (y + nextY) * cross;
    lng += (x + nextX) * cross;
    [y, x] = [nextY, nextX];
  }
  return area === 0 ? null : latLng(origin[0] + lat / (3 * area), origin[1] + lng / (3 * area));
}
