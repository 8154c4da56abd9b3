import { area } from '@turf/area';
import { featureCollection, polygon } from '@turf/helpers';
import { intersect } from '@turf/intersect';
import { sql } from 'kysely';
import type { Coordinates } from '#kernel/domain/geo/index.ts';
import {
  type Database,
  type DatabaseTransaction,
  type NameColumns,
  presentNames,
} from '#kernel/plugin-api/server.ts';
import type { Overlap } from '../contract.ts';

/** The neighbourhoods that a polygon overlaps by a square metre and more, largest first; `exceptId` is its own. */
export async function findOverlaps(
  database: Database | DatabaseTransaction,
  coords: readonly Coordinates[],
  exceptId: number | null,
): Promise<Overlap[]> {
  const latitudes = coords.map(([latitude]) => latitude);
  const longitudes = coords.map(([, longitude]) => longitude);
  const { rows } = await sql<NameColumns & { id: number; coords: Coordinates[] }>`
    select id, name_uz, name_ru, coords from neighborhoods
    where id is distinct from ${exceptId}
      and south < ${Math.max(...latitudes)} and north > ${Math.min(...latitudes)}
      and west < ${Math.max(...longitudes)} and east > ${Math.min(...longitudes)}`.execute(database);
  return rows
    .map((row) => ({ id: row.id, ...presentNames(row), area: overlapArea(coords, row.coords) }))
    .filter((overlap) => overlap.area > 0)
    .toSorted((one, other) => other.area - one.area || one.id - other.id);
}

/** How much two polygons of `[lat, lng]` have in common, in whole square metres. */
export function overlapArea(one: readonly Coordinates[], other: readonly Coordinates[]): number {
  // Rows written by hand may hold less than a polygon.
  if (one.length < 3 || other.length < 3) return 0;
  const common = intersect(featureCollection([shapeOf(one), shapeOf(other)]));
  return common ? Math.floor(area(common)) : 0;
}

/** GeoJSON has longitude first, and closes its rings. */
function shapeOf(coords: readonly Coordinates[]) {
  const ring = coords.map(([latitude, longitude]) => [longitude, latitude]);
  return polygon([[...ring, ...ring.slice(0, 1)]]);
}
