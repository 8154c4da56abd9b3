import { openRing } from '../geometry/ring.ts';
import { middleOf, samePlace, shifted } from '../geometry/place.ts';
import { intersectionsAfterMove } from '../geometry/self-intersections.ts';
import { polygonOf, withPolygon } from '../shapes/find.ts';
import type { Reason } from '../shapes/refusal-reason.ts';
import type { LatLng, PolygonShape, ShapeId } from '../shapes/shape.ts';
import { forbidden, type StatePatch } from '../state/commit.ts';
import type { MapState } from '../state/state.ts';
import { cacheCheck, intersectionCheck } from '../state/validity.ts';
import { idle, placesFault, type Reducers } from './reducer-types.ts';

/** Editing the vertices of a polygon. */
export const vertexReducers: Reducers<
  | 'start_editing'
  | 'stop_editing'
  | 'pick_vertex'
  | 'cycle_vertices'
  | 'move_vertex'
  | 'nudge_vertex'
  | 'insert_vertex'
  | 'delete_vertex'
> = {
  start_editing({ shapes, rights }, { id: wanted }) {
    const polygon = polygonOf(shapes, wanted);
    if (!polygon) return 'unknown_shape';
    const fault = forbidden(rights, [{ kind: 'polygon', right: 'edit' }]);
    if (fault) return fault;
    const { id } = polygon;
    return { selection: { kind: 'polygon', id }, tool: { name: 'editing', id, vertex: null } };
  },
  stop_editing: ({ tool }) => (tool.name === 'editing' ? { tool: idle } : {}),
  pick_vertex({ tool, shapes }, { vertex }) {
    if (tool.name !== 'editing') return 'wrong_tool';
    const count = polygonOf(shapes, tool.id)?.coords.length ?? 0;
    if (vertex !== null && !isIndexOf(vertex, count)) return 'unknown_vertex';
    return { tool: { ...tool, vertex } };
  },
  cycle_vertices({ tool, shapes }, { by }) {
    if (tool.name !== 'editing') return 'wrong_tool';
    const count = polygonOf(shapes, tool.id)?.coords.length ?? 0;
    if (count === 0) return 'unknown_shape';
    const from = tool.vertex ?? (by > 0 ? -1 : 0);
    return { tool: { ...tool, vertex: (from + by + count) % count } };
  },
  move_vertex: (state, { id, vertex, to }) => moveVertex(state, id, vertex, () => to),
  nudge_vertex: (state, { id, vertex, by }) =>
    by.every(Number.isFinite) ? moveVertex(state, id, vertex, (from) => shifted(from, by)) : 'not_a_number',
  insert_vertex(state, { id, edge, at }) {
    const polygon = polygonOf(state.shapes, id);
    if (!polygon) return 'unknown_shape';
    const { coords } = polygon;
    const from = coords[edge];
    const to = coords[(edge + 1) % coords.length];
    if (!from || !to) return 'unknown_vertex';
    const place = at ?? middleOf(from, to);
    const fault = placesFault([place]);
    if (fault) return fault;
    if (samePlace(place, from) || samePlace(place, to)) return 'same_point';
    return reshape(state, polygon, coords.toSpliced(edge + 1, 0, place), edge + 1);
  },
  delete_vertex(state, { id, vertex }) {
    const polygon = polygonOf(state.shapes, id);
    if (!polygon) return 'unknown_shape';
    if (!isIndexOf(vertex, polygon.coords.length)) return 'unknown_vertex';
    // Where the neighbours of the vertex are at one place, one of them goes too.
    const left = openRing(polygon.coords.toSpliced(vertex, 1));
    if (left.length < 3) return 'too_few_points';
    return reshape(state, polygon, left, Math.min(vertex, left.length - 1));
  },
};

function moveVertex(
  state: MapState,
  id: ShapeId,
  vertex: number,
  destination: (from: LatLng) => LatLng,
): StatePatch | Reason {
  const polygon = polygonOf(state.shapes, id);
  if (!polygon) return 'unknown_shape';
  const { coords } = polygon;
  const from = coords[vertex];
  if (!from) return 'unknown_vertex';
  const to = destination(from);
  const fault = placesFault([to]);
  if (fault) return fault;
  if (samePlace(from, to)) return { tool: withVertex(state, polygon, vertex) };
  const neighbours = [coords.at(vertex - 1), coords[(vertex + 1) % coords.length]];
  if (neighbours.some((place) => place && samePlace(place, to))) return 'same_point';
  const next = coords.with(vertex, to);
  if (!state.options.allowSelfIntersection) {
    const before = intersectionCheck(coords);
    if (!before.gaveUp) cacheCheck(next, intersectionsAfterMove(next, vertex, coords, before.intersections));
  }
  return { ...reshape(state, polygon, next, vertex), mergeKey: `vertex ${polygon.id} ${vertex}` };
}

function reshape(
  state: MapState,
  polygon: PolygonShape,
  coords: readonly LatLng[],
  vertex: number,
): StatePatch {
  const shapes = withPolygon(state.shapes, polygon, { ...polygon, coords });
  return { shapes, tool: withVertex(state, polygon, vertex) };
}

/** The tool; a vertex that was changed becomes the one that keys move. */
function withVertex({ tool }: MapState, { id }: PolygonShape, vertex: number): MapState['tool'] {
  return tool.name === 'editing' && tool.id === id ? { ...tool, vertex } : tool;
}

function isIndexOf(index: number, count: number): boolean {
  return Number.isInteger(index) && index >= 0 && index < count;
}
