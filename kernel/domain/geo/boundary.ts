import type { Coordinates } from './coordinates.ts';
import { checkPolygon, isInside, maxCorners, withoutDuplicates, type PolygonProblem } from './polygon.ts';
import type { MultiPolygon } from './multi-polygon.ts';
import { findRingCrossings } from './ring-crossings.ts';
import { ringParts, ringsWithin } from './ring-parts.ts';

/**
 * The border of an area (kernel/decisions/0025-multipolygon-areas.md). A point is inside if an odd number of rings
 * contain it: a ring inside another is a hole, one beside it is another part.
 */
export interface Boundary {
  /** The outer ring of the largest part, not closed. */
  readonly coords: readonly Coordinates[];
  /** All rings; null if there is only one. */
  readonly geometry?: MultiPolygon | null | undefined;
}

/** The rings of a border as `[lat, lng]`, not closed; the first is that of `coords`. */
export function ringsOfBoundary({ coords, geometry }: Boundary): readonly (readonly Coordinates[])[] {
  if (!geometry) return [coords];
  return geometry.coordinates
    .flat()
    .map((ring) => ring.slice(0, -1).map(([lng, lat]): Coordinates => [lat, lng]));
}

/** The rings of a geometry as received: they may be closed and may contain duplicate corners. */
function ringsSent({ coordinates }: MultiPolygon): readonly (readonly Coordinates[])[] {
  return coordinates
    .flat()
    .map((ring) => withoutDuplicates(ring.map(([lng, lat]): Coordinates => [lat, lng])));
}

/**
 * The stored form of a valid border: the largest part first, each outer ring before its holes, closed, `coords` being
 * the first of them. `geometry` takes precedence over `coords`; a geometry of one ring is left out.
 */
export function normalizeBoundary({ coords, geometry }: Boundary): {
  readonly coords: readonly Coordinates[];
  readonly geometry: MultiPolygon | null;
} {
  if (!geometry) return { coords, geometry: null };
  const parts = ringParts(ringsSent(geometry));
  const outer = parts[0]?.[0] ?? coords;
  if (parts.length === 1 && parts[0]?.length === 1) return { coords: outer, geometry: null };
  const coordinates = parts.map((rings) => rings.map(closedRing));
  return { coords: outer, geometry: { type: 'MultiPolygon', coordinates } };
}

/**
 * Replaces the ring of `coords` in a border, for a page that supports one ring only. Null if the other rings do not
 * fit: if the new ring crosses one, excludes a hole, includes another part, or lies inside one.
 */
export function withFirstRing(boundary: Boundary, coords: readonly Coordinates[]): Boundary | null {
  const { geometry } = boundary;
  if (!geometry) return { coords, geometry: null };
  const [[, ...holes] = [[]], ...parts] = geometry.coordinates;
  const coordinates = [[closedRing(coords), ...holes], ...parts];
  const after: Boundary = { coords, geometry: { ...geometry, coordinates } };
  return checkBoundary(after) === null && nestingOf(after) === nestingOf(boundary) ? after : null;
}

/** Identifies which rings contain which. */
function nestingOf(boundary: Boundary): string {
  const rings = ringsOfBoundary(boundary);
  return rings.map((_, ring) => ringsWithin(rings, ring).join(',')).join(';');
}

/** The problem of a border, or null: each ring must be a valid polygon, and rings may meet in single points only. */
export function checkBoundary({ coords, geometry }: Boundary): PolygonProblem | null {
  const rings = geometry ? ringsSent(geometry) : [coords];
  if (rings.reduce((count, { length }) => count + length, 0) > maxCorners) return 'polygon_long';
  for (const ring of rings) {
    const problem = checkPolygon(ring);
    // `coords` are latitude first, GeoJSON is longitude first.
    if (problem) return geometry && problem === 'coordinates_swapped' ? 'geometry_swapped' : problem;
  }
  const { crossings, gaveUp } = findRingCrossings(rings);
  return crossings.length > 0 || gaveUp ? 'rings_crossed' : null;
}

/** Whether a point is inside a border. */
export function isInBoundary(boundary: Boundary, position: Coordinates): boolean {
  return ringsOfBoundary(boundary).filter((ring) => isInside(ring, position)).length % 2 === 1;
}

function closedRing(ring: readonly Coordinates[]): [lng: number, lat: number][] {
  return [...ring, ...ring.slice(0, 1)].map(([lat, lng]) => [lng, lat]);
}
