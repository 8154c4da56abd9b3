import type { Coordinates } from '#kernel/domain/geo/index.ts';
import { ringsOfBoundary, type Boundary } from '#kernel/domain/geo/boundary.ts';
import { createPointInRings } from '#kernel/domain/geo/point-in-rings.ts';
import { boxOf } from '#kernel/domain/geo/ring-parts.ts';
import type { BorderChange } from '../../contract.ts';

/** An area before and after; the same object if it does not change. */
export interface AreaVersions {
  readonly id: number;
  readonly before: Boundary;
  readonly after: Boundary;
}

type Bounds = BorderChange['bounds'];

/** A border prepared for many queries. */
interface PreparedBorder {
  readonly isInside: ReturnType<typeof createPointInRings>;
  readonly bounds: Bounds;
}

/** Creates a function that returns the areas that contain a place, before and after; each border is prepared once. */
export function createLocate(areas: readonly AreaVersions[]): BorderChange['locate'] {
  const prepared = areas.map(({ id, before, after }) => {
    const old = prepareBorder(before);
    return { id, before: old, after: after === before ? old : prepareBorder(after) };
  });
  return (position) => {
    const before: number[] = [];
    const after: number[] = [];
    for (const area of prepared) {
      const was = contains(area.before, position);
      if (was) before.push(area.id);
      if (area.after === area.before ? was : contains(area.after, position)) after.push(area.id);
    }
    return { before, after };
  };
}

/** The box around every edge that only one version of an area has: outside it no area changes. */
export function changedBounds(areas: readonly AreaVersions[]): Bounds | null {
  const changed = areas
    .filter(({ before, after }) => before !== after)
    .flatMap(({ before, after }) => {
      const [old, now] = [edgesOf(before), edgesOf(after)];
      return [...only(old, now), ...only(now, old)];
    });
  return changed.length === 0 ? null : boxOf(changed);
}

function only(edges: ReadonlyMap<string, Edge>, others: ReadonlyMap<string, Edge>): Coordinates[] {
  return [...edges].flatMap(([key, edge]) => (others.has(key) ? [] : [...edge]));
}

type Edge = readonly [Coordinates, Coordinates];

function edgesOf(boundary: Boundary): Map<string, Edge> {
  const edges = new Map<string, Edge>();
  for (const ring of ringsOfBoundary(boundary)) {
    for (const [index, from] of ring.entries()) {
      const to = ring[(index + 1) % ring.length] ?? from;
      edges.set([from.join(), to.join()].toSorted().join(' '), [from, to]);
    }
  }
  return edges;
}

function prepareBorder(boundary: Boundary): PreparedBorder {
  const rings = ringsOfBoundary(boundary);
  return {
    isInside: createPointInRings(rings.map((ring) => ring.flatMap(([lat, lng]) => [lng, lat]))),
    bounds: boxOf(rings.flat()),
  };
}

function contains(
  { isInside, bounds: [south, west, north, east] }: PreparedBorder,
  [lat, lng]: Coordinates,
): boolean {
  if (lat < south || lat > north || lng < west || lng > east) return false;
  return isInside(lng, lat);
}
