import { z } from 'zod';
import type { Coordinates } from './coordinates.ts';
import { isInRing } from './point-in-ring.ts';
import { foldsBack, intersectionPoint, type Segment } from './segments.ts';

/** The problems of a polygon; the text is `kernel:validation.<problem>`. */
export type PolygonProblem =
  | 'coordinates_range'
  | 'coordinates_swapped'
  | 'geometry_swapped'
  | 'polygon_few'
  | 'polygon_flat'
  | 'polygon_crossed'
  | 'rings_crossed'
  | 'polygon_long';

/** The maximum number of corners; neighbourhoods drawn by hand have tens. */
export const maxCorners = 5000;

/** Uzbekistan: if a point is outside, but inside with latitude and longitude swapped, the order was wrong. */
const country = { south: 37, north: 45.7, west: 55.9, east: 73.2 } as const;

/**
 * The schema of a polygon: `[lat, lng]` corners, closed or not. The output is not closed and has no duplicate corners.
 */
export const polygonSchema = z
  .array(z.tuple([z.number(), z.number()]))
  .max(maxCorners)
  .transform((corners): Coordinates[] => withoutDuplicates(corners))
  .superRefine((corners, context) => {
    const problem = checkPolygon(corners);
    if (problem) context.addIssue({ code: 'custom', params: { key: `kernel:validation.${problem}` } });
  });

/** The problem of a polygon (not closed, without duplicate corners), or null. */
export function checkPolygon(corners: readonly Coordinates[]): PolygonProblem | null {
  if (corners.length > 0 && corners.every(isSwapped)) return 'coordinates_swapped';
  if (!corners.every(isOnEarth)) return 'coordinates_range';
  if (corners.length < 3) return 'polygon_few';
  if (isCrossed(corners)) return 'polygon_crossed';
  return Math.abs(doubleArea(corners)) < 1e-12 ? 'polygon_flat' : null;
}

/** Whether a point is inside of a polygon. */
export function isInside(polygon: readonly Coordinates[], [latitude, longitude]: Coordinates): boolean {
  return isInRing(
    polygon.flatMap(([lat, lng]) => [lng, lat]),
    longitude,
    latitude,
  );
}

/** The corners without consecutive duplicates, not closed. */
export function withoutDuplicates(corners: readonly Coordinates[]): Coordinates[] {
  const distinct = corners.filter((corner, index) => index === 0 || !isSame(corner, corners[index - 1]));
  const [first] = distinct;
  return distinct.length > 1 && isSame(distinct.at(-1), first) ? distinct.slice(0, -1) : distinct;
}

function isSame(one: Coordinates | undefined, other: Coordinates | undefined): boolean {
  return one?.[0] === other?.[0] && one?.[1] === other?.[1];
}

function isOnEarth([latitude, longitude]: Coordinates): boolean {
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
}

function isSwapped([latitude, longitude]: Coordinates): boolean {
  return !isInCountry(latitude, longitude) && isInCountry(longitude, latitude);
}

function isInCountry(latitude: number, longitude: number): boolean {
  const { south, north, west, east } = country;
  return latitude >= south && latitude <= north && longitude >= west && longitude <= east;
}

type Edge = readonly [Coordinates, Coordinates];

function edgesOf(polygon: readonly Coordinates[]): Edge[] {
  return polygon.map((from, index) => [from, polygon[(index + 1) % polygon.length] ?? from]);
}

/** Whether two edges meet, other than neighbours at their common corner; a sweep from south to north. */
function isCrossed(polygon: readonly Coordinates[]): boolean {
  const edges = edgesOf(polygon)
    .map((edge, index) => ({
      edge,
      index,
      from: Math.min(edge[0][0], edge[1][0]),
      to: Math.max(edge[0][0], edge[1][0]),
    }))
    .toSorted((one, other) => one.from - other.from);
  let open: typeof edges = [];
  for (const next of edges) {
    open = open.filter(({ to }) => to >= next.from);
    if (open.some((other) => meet(next, other, polygon.length))) return true;
    open.push(next);
  }
  return false;
}

function meet(
  one: { edge: Edge; index: number },
  other: { edge: Edge; index: number },
  count: number,
): boolean {
  const apart = Math.abs(one.index - other.index);
  if (apart !== 1 && apart !== count - 1)
    return intersectionPoint(segmentOf(one.edge), segmentOf(other.edge)) !== null;
  // Neighbours share a corner, but one must not run back over the other.
  const [first, second] = (one.index + 1) % count === other.index ? [one, other] : [other, one];
  const [[ay, ax], [by, bx]] = first.edge;
  const [cy, cx] = second.edge[1];
  return foldsBack(ax, ay, bx, by, cx, cy);
}

function segmentOf([[ay, ax], [by, bx]]: Edge): Segment {
  return [ax, ay, bx, by];
}

function doubleArea(polygon: readonly Coordinates[]): number {
  return edgesOf(polygon).reduce((sum, [from, to]) => sum + from[1] * to[0] - to[1] * from[0], 0);
}
