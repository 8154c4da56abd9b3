import { intersectionsAfterMove } from '../geometry/self-intersections.ts';
import { openRing } from '../geometry/open-ring.ts';
import { middleOf, samePlace, shifted } from '../geometry/place.ts';
import { intersectionCheck, cacheCheck } from '../state/assess.ts';
import { forbidden, type StatePatch } from '../state/commit.ts';
import { polygonOf, withPolygon } from '../shapes/find.ts';
import type { Reason } from '../shapes/reason.ts';
import type { LatLng, PolygonShape, ShapeId } from '../shapes/shape.ts';
import type { MapState, Tool } from '../state/state.ts';
import { idle, placesFault, type Reducer } from './draft.ts';

/** Takes the corners of a polygon in the hand. */
export const startEditing: Reducer<'start_editing'> = (state, { id }) => {
  const polygon = polygonOf(state.shapes, id);
  if (!polygon) return 'unknown_shape';
  const fault = forbidden(state.rights, [{ kind: 'polygon', right: 'edit' }]);
  if (fault) return fault;
  return {
    selection: { kind: 'polygon', id: polygon.id },
    tool: { name: 'editing', id: polygon.id, vertex: null },
  };
};

/** Lets go of the corners. */
export const stopEditing: Reducer<'stop_editing'> = ({ tool }) =>
  tool.name === 'editing' ? { tool: idle } : {};

/** Takes one corner. */
export const pickVertex: Reducer<'pick_vertex'> = ({ tool, shapes }, { vertex }) => {
  if (tool.name !== 'editing') return 'wrong_tool';
  const count = polygonOf(shapes, tool.id)?.coords.length ?? 0;
  if (vertex !== null && !isPlaceOf(vertex, count)) return 'unknown_vertex';
  return { tool: { ...tool, vertex } };
};

/** Takes the next corner, or the one before. */
export const cycleVertices: Reducer<'cycle_vertices'> = ({ tool, shapes }, { by }) => {
  if (tool.name !== 'editing') return 'wrong_tool';
  const count = polygonOf(shapes, tool.id)?.coords.length ?? 0;
  if (count === 0) return 'unknown_shape';
  const from = tool.vertex ?? (by > 0 ? -1 : 0);
  return { tool: { ...tool, vertex: (from + by + count) % count } };
};

/** Puts a corner elsewhere. */
export const moveVertex: Reducer<'move_vertex'> = (state, { id, vertex, to }) =>
  moved(state, id, vertex, () => to);

/** Pushes a corner by so many degrees. */
export const nudgeVertex: Reducer<'nudge_vertex'> = (state, { id, vertex, by }) =>
  by.every(Number.isFinite) ? moved(state, id, vertex, (from) => shifted(from, by)) : 'not_a_number';

/** Sets a new corner on an edge. */
export const insertVertex: Reducer<'insert_vertex'> = (state, { id, edge, at }) => {
  const polygon = polygonOf(state.shapes, id);
  if (!polygon) return 'unknown_shape';
  const from = polygon.coords[edge];
  const to = polygon.coords[(edge + 1) % polygon.coords.length];
  if (!from || !to) return 'unknown_vertex';
  const place = at ?? middleOf(from, to);
  const fault = placesFault([place]);
  if (fault) return fault;
  if (samePlace(place, from) || samePlace(place, to)) return 'same_point';
  return reshaped(
    state,
    polygon,
    polygon.coords.toSpliced(edge + 1, 0, place),
    inHand(state, polygon, edge + 1),
  );
};

/** Takes a corner away. */
export const deleteVertex: Reducer<'delete_vertex'> = (state, { id, vertex }) => {
  const polygon = polygonOf(state.shapes, id);
  if (!polygon) return 'unknown_shape';
  const { coords } = polygon;
  if (!isPlaceOf(vertex, coords.length)) return 'unknown_vertex';
  // Where the neighbours of the corner are one place, one of them goes along.
  const left = openRing(coords.toSpliced(vertex, 1));
  if (left.length < 3) return 'too_few_points';
  return reshaped(state, polygon, left, inHand(state, polygon, Math.min(vertex, left.length - 1)));
};

function moved(
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
  const tool = inHand(state, polygon, vertex);
  if (samePlace(from, to)) return { tool };
  const neighbours = [coords.at(vertex - 1), coords[(vertex + 1) % coords.length]];
  if (neighbours.some((place) => place && samePlace(place, to))) return 'same_point';
  const next = coords.with(vertex, to);
  if (!state.options.allowSelfIntersection) {
    const before = intersectionCheck(coords);
    if (!before.gaveUp) cacheCheck(next, intersectionsAfterMove(next, vertex, coords, before.intersections));
  }
  return { ...reshaped(state, polygon, next, tool), mergeKey: `vertex ${polygon.id} ${vertex}` };
}

function reshaped(state: MapState, polygon: PolygonShape, coords: readonly LatLng[], tool: Tool): StatePatch {
  return { shapes: withPolygon(state.shapes, polygon, { ...polygon, coords }), tool };
}

/** The corner that was touched stays the one that keys move. */
function inHand({ tool }: MapState, { id }: PolygonShape, vertex: number): Tool {
  return tool.name === 'editing' && tool.id === id ? { ...tool, vertex } : tool;
}

function isPlaceOf(place: number, count: number): boolean {
  return Number.isInteger(place) && place >= 0 && place < count;
}
