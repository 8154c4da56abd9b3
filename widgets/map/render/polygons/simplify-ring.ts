import type { LatLng } from '../../model/index.ts';

/** The zoom up to which a simplified ring looks complete; null means all vertices. */
export type Level = number | null;

/** From this zoom on all vertices are drawn. */
const fullDetailZoom = 17;

/** The level of detail for a zoom. */
export function levelAt(zoom: number): Level {
  const level = Math.max(6, Math.ceil(zoom));
  return level < fullDetailZoom ? level : null;
}

/** Vertices closer to the previous one than this are left out, in pixels. */
const minStepPixels = 0.75;

/** A ring without the vertices that are indistinguishable at a level. The result is always a valid ring. */
export function simplifyRing(coords: readonly LatLng[], level: Level): readonly LatLng[] {
  return level === null || coords.length < 12 ? coords : thinned(coords, level);
}

function thinned(coords: readonly LatLng[], level: number): readonly LatLng[] {
  const east = (minStepPixels * 360) / (512 * 2 ** level);
  const north = east * Math.cos(((coords[0]?.[0] ?? 0) * Math.PI) / 180);
  let [lat, lng] = [Infinity, Infinity];
  const simplified = coords.filter((position) => {
    if (Math.abs(position[0] - lat) < north && Math.abs(position[1] - lng) < east) return false;
    [lat, lng] = position;
    return true;
  });
  // A ring of a few pixels keeps every n-th vertex.
  return simplified.length >= 6
    ? simplified
    : coords.filter((_, index) => index % Math.ceil(coords.length / 8) === 0);
}
