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
import { planLimits, type NeighborhoodBorder } from '../../contract.ts';
import { refuse } from '../errors.ts';
import { assertBoundary } from '../neighborhood-server.ts';

/** A border that is wanted. */
export interface WantedArea extends Boundary {
  readonly id: number;
  /** The version that was edited; null for that of the call. */
  readonly updatedAt: string | null;
}

/** A neighbourhood, and its border when the plan is saved; the same object where it does not change. */
export interface PlannedArea {
  readonly stored: NeighborhoodBorder;
  readonly after: Boundary;
}

/** All neighbourhoods, those of the plan with their new borders. Refuses wrong borders and old versions. */
export async function changeAreas(
  database: DatabaseTransaction,
  wanted: readonly WantedArea[],
  options: { readonly isSaving: boolean; readonly language: Language },
): Promise<PlannedArea[]> {
  const ids = wanted.map(({ id }) => id);
  if (new Set(ids).size < ids.length) throw fail('invalid', wrongNeighbors);
  // In one order, whoever saves: two that save at once wait for each other instead of in a circle.
  if (options.isSaving) {
    await sql`select from neighborhoods where id = any(${ids}::bigint[]) order by id for update`.execute(
      database,
    );
  }
  const stored = await readAreas(database);
  const changes = new Map(
    wanted.map((area) => {
      const before = stored.find(({ id }) => id === area.id);
      if (!before) throw area.updatedAt === null ? fail('not_found') : fail('invalid', wrongNeighbors);
      if (area.updatedAt !== null && Date.parse(area.updatedAt) !== Date.parse(before.updatedAt)) {
        throw refuse('neighbor_changed', { params: { name: localizedName(before, options.language) } });
      }
      return [area.id, changedBorder(before, area)] as const;
    }),
  );
  const corners = [...changes.values()].flatMap((after) => ringsOfBoundary(after)).flat().length;
  if (corners > planLimits.corners) {
    throw fail('invalid', { fields: { coords: { key: 'kernel:validation.polygon_long' } } });
  }
  return stored.map((area) => ({ stored: area, after: changes.get(area.id) ?? area }));
}

const wrongNeighbors = { fields: { neighbors: { key: 'neighborhoods:errors.neighbors_wrong' } } };

/** The new border as it will be stored; the stored one itself where both are the same. */
function changedBorder(before: NeighborhoodBorder, { coords, geometry }: Boundary): Boundary {
  const whole = geometry === undefined ? withFirstRing(before, coords) : { coords, geometry };
  if (!whole) throw fail('invalid', { fields: { coords: { key: 'neighborhoods:errors.other_rings' } } });
  assertBoundary(whole);
  const after = normalizeBoundary(whole);
  const same = JSON.stringify([after.coords, after.geometry]);
  return same === JSON.stringify([before.coords, before.geometry]) ? before : after;
}

async function readAreas(database: DatabaseTransaction): Promise<NeighborhoodBorder[]> {
  const { rows } = await sql<NameColumns & Omit<NeighborhoodBorder, 'uz' | 'ru'>>`
    select id, name_uz, name_ru, color, coords, geometry, updated_at as "updatedAt" from neighborhoods order by id`.execute(
    database,
  );
  return rows.map(({ name_uz, name_ru, ...area }) => ({ ...area, ...presentNames({ name_uz, name_ru }) }));
}

/** A border as it is sent. */
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
