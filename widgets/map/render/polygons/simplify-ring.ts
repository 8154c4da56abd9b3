import type { LatLng } from '../../model/index.ts';

/** How closely rings are drawn: for zooms up to this one; null draws every corner. */
export type Level = number | null;

/** From this zoom on every corner is drawn. */
const fullDetailZoom = 17;

/** How closely rings have to be drawn at a zoom. */
export function levelAt(zoom: number): Level {
  const level = Math.max(6, Math.ceil(zoom));
  return level < fullDetailZoom ? level : null;
}

/** Corners that lie less than this from the one before are left out, in pixels. */
const minStepPixels = 0.75;

/** A ring without the corners that nobody could tell apart at a level. Some are always left, so that it stays one. */
export function simplifyRing(coords: readonly LatLng[], level: Level): readonly LatLng[] {
  return level === null || coords.length < 12 ? coords : thinned(coords, level);
}

function thinned(coords: readonly LatLng[], level: number): readonly LatLng[] {
  const east = (minStepPixels * 360) / (512 * 2 ** level);
  const north = east * Math.cos(((coords[0]?.[0] ?? 0) * Math.PI) / 180);
  let [lat, lng] = [Infinity, Infinity];
  const kept = coords.filter((place) => {
    if (Math.abs(place[0] - lat) < north && Math.abs(place[1] - lng) < east) return false;
    [lat, lng] = place;
    return true;
  });
  // One that is no larger than a few pixels: every so many corners, whatever they are.
  return kept.length >= 6 ? kept : coords.filter((_, index) => index % Math.ceil(coords.length / 8) === 0);
}
