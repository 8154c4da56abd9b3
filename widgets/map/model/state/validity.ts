import { findSelfIntersections, type IntersectionCheck } from '../geometry/self-intersections.ts';
import { spliceBetween } from './history.ts';
import type { LatLng, PolygonShape, Shapes } from '../shapes/shape.ts';
import type { MapState, Problem } from './state.ts';

const checks = new WeakMap<readonly LatLng[], IntersectionCheck>();

/** Checks a ring for self-intersections, once for each ring. */
export function intersectionCheck(coords: readonly LatLng[]): IntersectionCheck {
  const known = checks.get(coords);
  if (known) return known;
  const check = findSelfIntersections(coords);
  checks.set(coords, check);
  return check;
}

/** Stores the result of a quicker check. */
export function cacheCheck(coords: readonly LatLng[], check: IntersectionCheck): void {
  checks.set(coords, check);
}

/** Why a ring is invalid; `null` where it is valid. */
export function ringFault(coords: readonly LatLng[]): Problem['reason'] | null {
  const { intersections, gaveUp } = intersectionCheck(coords);
  if (intersections.length > 0) return 'crosses_itself';
  return gaveUp ? 'too_complex' : null;
}

type Validated = Pick<MapState, 'problems' | 'value'>;

/**
 * The invalid polygons after a change, and what is given out as `value`. `given` says that the host knows the shapes as
 * they are, so that an invalid one is given back unchanged.
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
    const good = before.problems.has(key) ? last : (earlier.get(key)?.coords ?? null);
    const problem = problemOf(polygon, given ? polygon.coords : good);
    if (problem) problems.set(key, problem);
  }
  return { problems, value: valueOf(shapes, problems, before.value) };
}

/** As `assess`, for the same shapes under another rule. */
export function revalidate(state: MapState): Validated {
  const problems = new Map<string, Problem>();
  for (const polygon of state.options.allowSelfIntersection ? [] : state.shapes.polygons) {
    const key = String(polygon.id);
    const before = state.problems.get(key);
    const problem = problemOf(polygon, before ? before.saved : polygon.coords);
    if (problem) problems.set(key, problem);
  }
  return { problems, value: valueOf(state.shapes, problems, state.value) };
}

function problemOf(polygon: PolygonShape, saved: readonly LatLng[] | null): Problem | null {
  const reason = ringFault(polygon.coords);
  return (
    reason && {
      id: polygon.id,
      reason,
      intersections: intersectionCheck(polygon.coords).intersections,
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
  if (!problem || problem.saved === polygon.coords) return [polygon];
  return problem.saved ? [{ ...polygon, coords: problem.saved }] : [];
}

function sameShapes<T extends { id: unknown; title: string; color: string; coords: unknown }>(
  one: readonly T[],
  other: readonly T[],
): boolean {
  if (one === other) return true;
  if (one.length !== other.length) return false;
  return one.every((shape, index) => {
    const twin = other[index];
    if (shape === twin) return true;
    if (!twin || shape.id !== twin.id || shape.coords !== twin.coords) return false;
    return shape.title === twin.title && shape.color === twin.color;
  });
}
