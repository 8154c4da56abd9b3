import { area } from '@turf/area';
import { featureCollection, multiPolygon } from '@turf/helpers';
import { intersect } from '@turf/intersect';
import { sql } from 'kysely';
import { normalizeBoundary, ringsOfBoundary, type Boundary } from '#kernel/domain/geo/boundary.ts';
import {
  type Database,
  type DatabaseTransaction,
  type NameColumns,
  presentNames,
} from '#kernel/plugin-api/server.ts';
import type { Overlap } from '../../contract.ts';

/** The neighbourhoods that a border overlaps by at least a square metre, largest first; `exceptId` is its own. */
export async function findOverlaps(
  database: Database | DatabaseTransaction,
  boundary: Boundary,
  exceptId: number | null,
): Promise<Overlap[]> {
  const positions = ringsOfBoundary(normalizeBoundary(boundary)).flat();
  const latitudes = positions.map(([latitude]) => latitude);
  const longitudes = positions.map(([, longitude]) => longitude);
  const { rows } = await sql<NameColumns & Boundary & { id: number }>`
    select id, name_uz, name_ru, coords, geometry from neighborhoods
    where id is distinct from ${exceptId}
      and south < ${Math.max(...latitudes)} and north > ${Math.min(...latitudes)}
      and west < ${Math.max(...longitudes)} and east > ${Math.min(...longitudes)}`.execute(database);
  return rows
    .map((row) => ({ id: row.id, ...presentNames(row), area: overlapArea(boundary, row) }))
    .filter((overlap) => overlap.area > 0)
    .toSorted((one, other) => other.area - one.area || one.id - other.id);
}

/** The common area of two borders, in whole square metres. */
export function overlapArea(one: Boundary, other: Boundary): number {
  // Rows written by hand may contain an invalid polygon.
  if (one.coords.length < 3 || other.coords.length < 3) return 0;
  const common = intersect(featureCollection([shapeOf(one), shapeOf(other)]));
  return common ? Math.floor(area(common)) : 0;
}

/** GeoJSON has longitude first, and closes its rings. */
function shapeOf(boundary: Boundary) {
  const { coords, geometry } = normalizeBoundary(boundary);
  const ring = coords.map(([latitude, longitude]) => [longitude, latitude]);
  const coordinates = geometry?.coordinates ?? [[[...ring, ...ring.slice(0, 1)]]];
  return multiPolygon(coordinates as number[][][][]);
}
