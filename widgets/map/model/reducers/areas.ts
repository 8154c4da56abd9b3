import { sharesBorders } from '../borders/border-edits.ts';
import { borderFault } from '../borders/new-overlap.ts';
import { outlineBounds, withCornersOnEdges } from '../borders/shared-corners.ts';
import { simplifyArea } from '../borders/simplify.ts';
import { snapAll } from '../borders/snap-all.ts';
import { partsOf } from '../geometry/parts.ts';
import { contains, overlaps, splitByLines, subtract, unionOf } from '../geometry/planar/operations.ts';
import { polygonOf, withPolygon } from '../shapes/find.ts';
import type { Reason } from '../shapes/rejection-reason.ts';
import { ringsOf, withOutline } from '../shapes/rings.ts';
import type { LatLng, Outline, PolygonShape, ShapeId } from '../shapes/shape.ts';
import { forbidden, type StatePatch } from '../state/commit.ts';
import type { MapState } from '../state/state.ts';
import { idle, type Reducers } from './reducer-types.ts';

/** Changes of whole areas that depend on adjacent areas. */
export const areaReducers: Reducers<'start_merging' | 'merge' | 'simplify' | 'snap_all' | 'start_custom'> = {
  start_merging(state, { id: requested }) {
    const polygon = polygonOf(state.shapes, requested);
    if (!polygon) return 'unknown_shape';
    const rights = ['edit', 'delete'] as const;
    const fault = forbidden(
      state.rights,
      rights.map((right) => ({ kind: 'polygon', right })),
    );
    if (fault) return fault;
    const { id } = polygon;
    return { tool: { name: 'merging', id }, selection: { kind: 'polygon', id } };
  },
  merge(state, { id, other }) {
    const [one, two] = [polygonOf(state.shapes, id), polygonOf(state.shapes, other)];
    if (!one || !two || one === two) return 'unknown_shape';
    if (state.problems.has(String(one.id)) || state.problems.has(String(two.id))) return 'crosses_itself';
    const united = unionOf(one, two);
    if (!united) return 'empty';
    if (partsOf(united).length >= partsOf(one).length + partsOf(two).length) return 'not_touching';
    if (hasNewRings(state, [one, two], united)) return 'one_ring';
    const polygons = state.shapes.polygons.flatMap((polygon) => {
      if (polygon === two) return [];
      return [polygon === one ? withOutline(one, united) : polygon];
    });
    return { shapes: { ...state.shapes, polygons }, selection: { kind: 'polygon', id: one.id }, tool: idle };
  },
  simplify(state, { id, meters }) {
    const polygon = polygonOf(state.shapes, id);
    if (!polygon) return 'unknown_shape';
    if (!Number.isFinite(meters) || meters <= 0) return 'not_a_number';
    if (state.problems.has(String(polygon.id))) return 'crosses_itself';
    const all = state.shapes.polygons;
    const shared = sharesBorders(state, polygon);
    const simple = simplifyArea(shared ? all : [polygon], polygon, meters);
    if (!simple) return 'simple_already';
    const [alone] = simple;
    if (shared) return { shapes: { ...state.shapes, polygons: simple } };
    return alone ? { shapes: withPolygon(state.shapes, polygon, alone) } : 'simple_already';
  },
  start_custom: (_state, { id }) => ({ tool: { name: 'custom', id } }),
  snap_all({ shapes }, { meters, fixed = [] }) {
    if (!Number.isFinite(meters) || meters <= 0) return 'not_a_number';
    const polygons = snapAll(shapes.polygons, meters, fixed);
    return polygons ? { shapes: { ...shapes, polygons } } : 'already_joined';
  },
};

/** Adds a ring to an area: as a separate part, or as an extension. */
export function addPart(state: MapState, area: PolygonShape, ring: Outline): StatePatch | Reason {
  const united = unionOf(area, ring);
  if (!united || contains(area, ring)) return 'outside_area';
  if (hasNewRings(state, [area], united)) return 'one_ring';
  return reshaped(state, area, united);
}

/** Makes a hole that lies within an area. */
export function addHole(state: MapState, area: PolygonShape, ring: Outline): StatePatch | Reason {
  return contains(area, ring) ? cutOut(state, area, ring) : 'outside_area';
}

/** Cuts a ring out of an area. */
export function cutOut(state: MapState, area: PolygonShape, ring: Outline): StatePatch | Reason {
  if (!overlaps(area, ring)) return 'outside_area';
  const rest = subtract(area, ring);
  if (!rest) return 'nothing_left';
  if (hasNewRings(state, [area], rest)) return 'one_ring';
  return reshaped(state, area, rest);
}

/** Divides an area by a line; the largest piece keeps its id, the others follow it. */
export function splitArea(
  state: MapState,
  area: PolygonShape,
  line: readonly LatLng[],
  { id }: { readonly id: ShapeId },
): StatePatch | Reason {
  const [largest, ...others] = splitByLines(area, [line]);
  if (!largest || others.length === 0) return 'not_divided';
  // A line that crosses itself encloses a piece, which is a hole in another one.
  if ([largest, ...others].some((piece) => hasNewRings(state, [area], piece))) return 'one_ring';
  const added = others.map((outline, index): PolygonShape => {
    const { titles: _both, ...style } = withOutline(area, outline);
    const number = index + 2;
    return { ...style, id: index === 0 ? id : `${id}-${number}`, title: `${area.title} (${number})`.trim() };
  });
  if (added.some((piece) => polygonOf(state.shapes, piece.id))) return 'duplicate_id';
  const corners = newCorners(area, [largest, ...others]);
  const polygons = beside(state, area, corners).flatMap((polygon) =>
    polygon === area ? [withOutline(area, largest), ...added] : [polygon],
  );
  return {
    shapes: { ...state.shapes, polygons },
    selection: { kind: 'polygon', id: area.id },
    tool: idle,
  };
}

/** Replaces an area's outline; adjacent areas get its new border corners. */
function reshaped(state: MapState, area: PolygonShape, outline: Outline): StatePatch | Reason {
  const before = state.shapes.polygons;
  const after = withOutline(area, outline);
  const polygons = beside(state, area, newCorners(area, [outline])).map((one) =>
    one === area ? after : one,
  );
  const box = outlineBounds(after);
  const fault = box && sharesBorders(state, area) ? borderFault(before, polygons, area, box) : null;
  if (fault) return fault;
  return { shapes: { ...state.shapes, polygons }, tool: idle, selection: { kind: 'polygon', id: area.id } };
}

/** The corners of outlines that an area lacks. */
function newCorners(area: Outline, outlines: readonly Outline[]): readonly LatLng[] {
  const known = new Set(ringsOf(area).flatMap((ring) => ring.map(String)));
  const found = outlines
    .flatMap((outline) => ringsOf(outline).flat())
    .filter((position) => !known.has(String(position)));
  return [...new Map(found.map((position) => [String(position), position])).values()];
}

/** All areas; with shared borders, those next to one get the corners that lie on their edges. */
function beside(state: MapState, area: PolygonShape, corners: readonly LatLng[]): readonly PolygonShape[] {
  const { polygons } = state.shapes;
  if (!sharesBorders(state, area)) return polygons;
  const others = withCornersOnEdges(
    polygons.filter((one) => one !== area),
    corners,
  );
  const changed = new Map(others.map((one) => [String(one.id), one]));
  return polygons.map((one) => (one === area ? one : (changed.get(String(one.id)) ?? one)));
}

/** Whether an outline has more rings than before, on a map whose areas may have only one. */
function hasNewRings({ options }: MapState, before: readonly Outline[], after: Outline): boolean {
  const maxRings = Math.max(...before.map((outline) => ringsOf(outline).length));
  return !options.multipart && ringsOf(after).length > maxRings;
}
