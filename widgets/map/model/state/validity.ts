import { findRingCrossings } from '#kernel/domain/geo/ring-crossings.ts';
import {
  findSelfIntersections,
  maxIntersections,
  type IntersectionCheck,
} from '../geometry/self-intersections.ts';
import { firstVertexOf, ringsOf, sameRings, withOutline } from '../shapes/rings.ts';
import { spliceBetween } from './history.ts';
import {
  latLng,
  type AnyShape,
  type Outline,
  type PolygonShape,
  type Ring,
  type Shapes,
} from '../shapes/shape.ts';
import type { MapState, Problem } from './state.ts';

const ringChecks = new WeakMap<Ring, IntersectionCheck>();
const outlineChecks = new WeakMap<
  readonly Ring[],
  { readonly coords: Ring; readonly check: IntersectionCheck }
>();

/** Checks the rings of an outline for self-intersections and crossings; cached. */
export function intersectionCheck(outline: Outline): IntersectionCheck {
  const { coords, otherRings } = outline;
  if (!otherRings) return ringCheck(coords);
  const known = outlineChecks.get(otherRings);
  if (known?.coords === coords) return known.check;
  const check = checkRings(outline);
  outlineChecks.set(otherRings, { coords, check });
  return check;
}

/** Checks one ring for self-intersections; cached. */
export function ringCheck(coords: Ring): IntersectionCheck {
  const known = ringChecks.get(coords);
  if (known) return known;
  const check = findSelfIntersections(coords);
  ringChecks.set(coords, check);
  return check;
}

/** Caches the result of a quicker check of a ring. */
export function cacheRingCheck(coords: Ring, check: IntersectionCheck): void {
  ringChecks.set(coords, check);
}

/** Caches the result of a check made elsewhere. */
export function cacheCheck({ coords, otherRings }: Outline, check: IntersectionCheck): void {
  if (otherRings) outlineChecks.set(otherRings, { coords, check });
  else ringChecks.set(coords, check);
}

function checkRings(outline: Outline): IntersectionCheck {
  const rings = ringsOf(outline);
  const { crossings, ...found } = findRingCrossings(rings);
  const between = crossings.map(({ edges, at }) => ({ edges, at: latLng(at[0], at[1]) }));
  const checks: IntersectionCheck[] = [{ ...found, intersections: between }];
  for (const [index, ring] of rings.entries()) {
    const { intersections, ...effort } = ringCheck(ring);
    const first = firstVertexOf(outline, index);
    const numbered = intersections.map(({ edges: [one, other], at }) => {
      return { edges: [one + first, other + first] as const, at };
    });
    checks.push({ ...effort, intersections: numbered });
  }
  return {
    intersections: checks.flatMap(({ intersections }) => intersections).slice(0, maxIntersections),
    gaveUp: checks.some(({ gaveUp }) => gaveUp),
    comparisons: checks.reduce((sum, { comparisons }) => sum + comparisons, 0),
  };
}

/** Why an outline is invalid; `null` if it is valid. */
export function outlineFault(outline: Outline): Problem['reason'] | null {
  const { intersections, gaveUp } = intersectionCheck(outline);
  if (intersections.length > 0) return 'crosses_itself';
  return gaveUp ? 'too_complex' : null;
}

type Validated = Pick<MapState, 'problems' | 'value'>;

/**
 * The invalid polygons after a change, and the resulting `value`. `given` means that the shapes come from the page, so that
 * invalid ones are returned unchanged.
 */
export function validate(before: MapState, shapes: Shapes, { given = false } = {}): Validated {
  const allowed = before.options.allowSelfIntersection;
  const splice = spliceBetween(before.shapes.polygons, shapes.polygons);
  if (!splice) return { problems: before.problems, value: valueOf(shapes, before.problems, before.value) };
  const problems = new Map(before.problems);
  const earlier = new Map(splice.removed.map((polygon) => [String(polygon.id), polygon]));
  for (const key of earlier.keys()) problems.delete(key);
  for (const polygon of allowed ? [] : splice.inserted) {
    const key = String(polygon.id);
    const last = before.problems.get(key)?.saved ?? null;
    const good = before.problems.has(key) ? last : (earlier.get(key) ?? null);
    const problem = problemOf(polygon, given ? polygon : good);
    if (problem) problems.set(key, problem);
  }
  return { problems, value: valueOf(shapes, problems, before.value) };
}

/** Validates unchanged shapes under another rule. */
export function revalidate(state: MapState): Validated {
  const problems = new Map<string, Problem>();
  for (const polygon of state.options.allowSelfIntersection ? [] : state.shapes.polygons) {
    const key = String(polygon.id);
    const before = state.problems.get(key);
    const problem = problemOf(polygon, before ? before.saved : polygon);
    if (problem) problems.set(key, problem);
  }
  return { problems, value: valueOf(state.shapes, problems, state.value) };
}

function problemOf(polygon: PolygonShape, saved: Outline | null): Problem | null {
  const reason = outlineFault(polygon);
  return (
    reason && {
      id: polygon.id,
      reason,
      intersections: intersectionCheck(polygon).intersections,
      saved,
    }
  );
}

/** The shapes of `value`; unchanged ones keep their identity. */
function valueOf(shapes: Shapes, problems: MapState['problems'], last: Shapes): Shapes {
  const polygons =
    problems.size === 0 ? shapes.polygons : shapes.polygons.flatMap((it) => goodOf(it, problems));
  const merged = {
    polygons: sameShapes(polygons, last.polygons) ? last.polygons : polygons,
    markers: sameShapes(shapes.markers, last.markers) ? last.markers : shapes.markers,
  };
  return merged.polygons === last.polygons && merged.markers === last.markers ? last : merged;
}

function goodOf(polygon: PolygonShape, problems: MapState['problems']): readonly PolygonShape[] {
  const problem = problems.get(String(polygon.id));
  if (!problem || (problem.saved && sameRings(problem.saved, polygon))) return [polygon];
  return problem.saved ? [withOutline(polygon, problem.saved)] : [];
}

function sameShapes<T extends AnyShape>(one: readonly T[], other: readonly T[]): boolean {
  if (one === other) return true;
  if (one.length !== other.length) return false;
  return one.every((shape, index) => {
    const twin = other[index];
    if (shape === twin) return true;
    if (!twin || shape.id !== twin.id || shape.coords !== twin.coords) return false;
    if (otherRingsOf(shape) !== otherRingsOf(twin)) return false;
    return shape.title === twin.title && shape.color === twin.color;
  });
}

function otherRingsOf(shape: AnyShape): readonly Ring[] | undefined {
  return 'otherRings' in shape ? shape.otherRings : undefined;
}
