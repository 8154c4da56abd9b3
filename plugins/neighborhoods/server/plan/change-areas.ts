import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { fail } from '#kernel/plugin-api/contract.ts';
import { type DatabaseTransaction, type NameColumns, presentNames } from '#kernel/plugin-api/server.ts';
import {
  normalizeBoundary,
  ringsOfBoundary,
  withFirstRing,
  type Boundary,
} from '#kernel/domain/geo/boundary.ts';
import { localizedName } from '#kernel/domain/text/index.ts';
import type { Language } from '#kernel/domain/text/languages.ts';
import { sameValues } from '#kernel/domain/values/same-values.ts';
import { planLimits, type NeighborhoodBorder } from '../../contract.ts';
import { codedError } from '../core/errors.ts';
import { assertBoundary } from '../core/neighborhood-server.ts';

/** A requested border. */
export interface RequestedArea extends Boundary {
  readonly id: number;
  /** The version that was edited; null for the version of the call. */
  readonly updatedAt: string | null;
  /** Whether it moves along with the saved one. */
  readonly isNeighbor?: boolean;
}

/** The neighbours in a body as requested borders. */
export function requestedNeighbors(neighbors: readonly RequestedArea[]): RequestedArea[] {
  return neighbors.map((area) => ({ ...area, isNeighbor: true }));
}

/** A neighbourhood, with its border now and when the plan is saved; the same object if it does not change. */
export interface PlannedArea {
  readonly stored: NeighborhoodBorder;
  readonly before: Boundary;
  readonly after: Boundary;
}

/** A neighbourhood that the plan adds. */
export type NewArea = Pick<NeighborhoodBorder, 'id' | 'uz' | 'ru' | 'color'> & Boundary;

interface ChangeOptions {
  readonly isSaving: boolean;
  readonly language: Language;
  /** It may be stored already: in the plan's view it did not exist before. */
  readonly added?: NewArea | undefined;
  readonly maxCorners?: number | undefined;
}

const nothing: Boundary = { coords: [] };

/** All neighbourhoods, with the new borders of the plan. Rejects invalid borders and outdated versions. */
export async function changeAreas(
  database: DatabaseTransaction,
  requested: readonly RequestedArea[],
  { isSaving, language, added, maxCorners = planLimits.corners }: ChangeOptions,
): Promise<PlannedArea[]> {
  const ids = requested.map(({ id }) => id);
  if (new Set(ids).size < ids.length) throw fail('invalid', wrongNeighbors);
  // Always in the same order: two concurrent saves wait for each other instead of deadlocking.
  if (isSaving) {
    await sql`select from neighborhoods where id = any(${ids}::bigint[]) order by id for update`.execute(
      database,
    );
  }
  const stored = (await readAreas(database)).filter(({ id }) => id !== added?.id);
  const changes = new Map<number, Boundary>();
  let corners = added ? countCorners(added) : 0;
  for (const area of requested) {
    const before = stored.find(({ id }) => id === area.id);
    if (!before) throw area.isNeighbor ? fail('invalid', wrongNeighbors) : fail('not_found');
    if (area.updatedAt !== null && Date.parse(area.updatedAt) !== Date.parse(before.updatedAt)) {
      const code = area.isNeighbor ? 'neighbor_changed' : 'border_changed';
      throw codedError(code, { params: { name: localizedName(before, language) } });
    }
    const after = changedBorder(before, area);
    corners += countCorners(after);
    if (corners > maxCorners) throw fail('invalid', tooLong);
    changes.set(area.id, after);
    // Checking a city's borders takes a second; this lets other requests run.
    await setImmediate();
  }
  const areas = stored.map((area) => ({ stored: area, before: area, after: changes.get(area.id) ?? area }));
  return added ? [...areas, plannedNew(added)] : areas;
}

/** A new neighbourhood in a plan, without a version, since it is not saved yet. */
function plannedNew({ id, uz, ru, color, ...border }: NewArea): PlannedArea {
  assertBoundary(border);
  const after = normalizeBoundary(border);
  return { stored: { id, uz, ru, color, ...presentOutline(after), updatedAt: '' }, before: nothing, after };
}

function countCorners(boundary: Boundary): number {
  return ringsOfBoundary(boundary).reduce((sum, { length }) => sum + length, 0);
}

const tooLong = { fields: { coords: { key: 'kernel:validation.polygon_long' } } };
const wrongNeighbors = { fields: { neighbors: { key: 'neighborhoods:errors.neighbors_wrong' } } };

/** The new border as it will be stored; the stored object itself if both are equal. */
function changedBorder(before: NeighborhoodBorder, { coords, geometry }: Boundary): Boundary {
  const whole = geometry === undefined ? withFirstRing(before, coords) : { coords, geometry };
  if (!whole) throw fail('invalid', { fields: { coords: { key: 'neighborhoods:errors.other_rings' } } });
  assertBoundary(whole);
  const after = normalizeBoundary(whole);
  const outlineOf = (border: Boundary) => [border.coords, border.geometry ?? null];
  return sameValues(outlineOf(after), outlineOf(before)) ? before : after;
}

/** All neighbourhoods, sorted by id. */
export async function readAreas(database: DatabaseTransaction): Promise<NeighborhoodBorder[]> {
  const { rows } = await sql<NameColumns & Omit<NeighborhoodBorder, 'uz' | 'ru'>>`
    select id, name_uz, name_ru, color, coords, geometry, updated_at as "updatedAt" from neighborhoods order by id`.execute(
    database,
  );
  return rows.map(({ name_uz, name_ru, ...area }) => ({ ...area, ...presentNames({ name_uz, name_ru }) }));
}

/** A border as presented. */
export function presentOutline({
  coords,
  geometry,
}: Boundary): Pick<NeighborhoodBorder, 'coords' | 'geometry'> {
  return {
    coords: [...coords],
    geometry: geometry
      ? {
          type: 'MultiPolygon',
          coordinates: geometry.coordinates.map((part) =>
            part.map((ring) => ring.map(([lng, lat]): [number, number] => [lng, lat])),
          ),
        }
      : null,
  };
}
