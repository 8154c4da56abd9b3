import {
  deleteCorner,
  insertCorner,
  moveCorner,
  sharesBorders,
  type BorderEdit,
} from '../borders/border-edits.ts';
import { cornersAt } from '../borders/shared-corners.ts';
import { openRing } from '../geometry/ring.ts';
import { middleOf, samePosition, shifted } from '../geometry/position.ts';
import { ringsWithin } from '#kernel/domain/geo/ring-parts.ts';
import { intersectionsAfterMove } from '../geometry/self-intersections.ts';
import { polygonOf, withPolygon } from '../shapes/find.ts';
import type { Reason } from '../shapes/rejection-reason.ts';
import {
  countVertices,
  edgeEnds,
  firstVertexOf,
  locateVertex,
  outlineOf,
  ringsOf,
  vertexAt,
  withOutline,
  withRing,
  withVertexAfter,
} from '../shapes/rings.ts';
import type { LatLng, Outline, PolygonShape, ShapeId, Shapes } from '../shapes/shape.ts';
import { forbidden, type StatePatch } from '../state/commit.ts';
import type { MapState } from '../state/state.ts';
import { cacheRingCheck, ringCheck } from '../state/validity.ts';
import { idle, positionsFault, type Reducers } from './reducer-types.ts';

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
  start_editing({ shapes, rights }, { id: requested }) {
    const polygon = polygonOf(shapes, requested);
    if (!polygon) return 'unknown_shape';
    const fault = forbidden(rights, [{ kind: 'polygon', right: 'edit' }]);
    if (fault) return fault;
    const { id } = polygon;
    return { selection: { kind: 'polygon', id }, tool: { name: 'editing', id, vertex: null } };
  },
  stop_editing: ({ tool }) => (tool.name === 'editing' ? { tool: idle } : {}),
  pick_vertex({ tool, shapes }, { vertex }) {
    if (tool.name !== 'editing') return 'wrong_tool';
    const count = vertexCountOf(shapes, tool.id);
    if (vertex !== null && !isIndexOf(vertex, count)) return 'unknown_vertex';
    return { tool: { ...tool, vertex } };
  },
  cycle_vertices({ tool, shapes }, { by }) {
    if (tool.name !== 'editing') return 'wrong_tool';
    const count = vertexCountOf(shapes, tool.id);
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
    const [from, to] = edgeEnds(polygon, edge) ?? [];
    if (!from || !to) return 'unknown_vertex';
    const position = at ?? middleOf(from, to);
    const fault = positionsFault([position]);
    if (fault) return fault;
    if (samePosition(position, from) || samePosition(position, to)) return 'same_point';
    if (sharesBorders(state, polygon))
      return withEdit(state, polygon, insertCorner(state.shapes.polygons, polygon, edge, position), position);
    return reshape(state, polygon, withVertexAfter(polygon, edge, position), edge + 1);
  },
  delete_vertex(state, { id, vertex }) {
    const polygon = polygonOf(state.shapes, id);
    if (!polygon) return 'unknown_shape';
    const vertexIndex = locateVertex(polygon, vertex);
    const ring = vertexIndex && ringsOf(polygon)[vertexIndex.ring];
    if (!ring) return 'unknown_vertex';
    if (isShared(state, polygon, vertex))
      return withEdit(
        state,
        polygon,
        deleteCorner(state.shapes.polygons, polygon, vertex),
        ring.at(vertexIndex.at - 1),
      );
    // If the neighbours of the vertex coincide, one of them is removed too.
    const left = openRing(ring.toSpliced(vertexIndex.at, 1));
    if (left.length < 3) return deleteRing(state, polygon, vertexIndex.ring);
    const last = firstVertexOf(polygon, vertexIndex.ring) + left.length - 1;
    return reshape(state, polygon, withRing(polygon, vertexIndex.ring, left), Math.min(vertex, last));
  },
};

/** Deletes a ring together with those inside it, which would otherwise turn from holes into parts and vice versa. */
function deleteRing(state: MapState, polygon: PolygonShape, ring: number): StatePatch | Reason {
  const gone = new Set([ring, ...ringsWithin(ringsOf(polygon), ring)]);
  const left = ringsOf(polygon).filter((_, index) => !gone.has(index));
  if (left.length === 0) return 'too_few_points';
  const outline = outlineOf(left);
  const vertex = Math.min(firstVertexOf(polygon, ring), countVertices(outline) - 1);
  return reshape(state, polygon, outline, vertex);
}

function moveVertex(
  state: MapState,
  id: ShapeId,
  vertex: number,
  destination: (from: LatLng) => LatLng,
): StatePatch | Reason {
  const polygon = polygonOf(state.shapes, id);
  if (!polygon) return 'unknown_shape';
  const vertexIndex = locateVertex(polygon, vertex);
  const coords = vertexIndex ? ringsOf(polygon)[vertexIndex.ring] : undefined;
  const from = vertexIndex ? coords?.[vertexIndex.at] : undefined;
  if (!vertexIndex || !coords || !from) return 'unknown_vertex';
  const to = destination(from);
  const fault = positionsFault([to]);
  if (fault) return fault;
  if (samePosition(from, to)) return { tool: withVertex(state, polygon, vertex) };
  const neighbours = [coords.at(vertexIndex.at - 1), coords[(vertexIndex.at + 1) % coords.length]];
  if (neighbours.some((one) => one && samePosition(one, to))) return 'same_point';
  if (sharesBorders(state, polygon)) {
    const edit = withEdit(state, polygon, moveCorner(state.shapes.polygons, polygon, vertex, to), to);
    return typeof edit === 'string' ? edit : { ...edit, mergeKey: `vertex ${polygon.id} ${vertex}` };
  }
  const next = coords.with(vertexIndex.at, to);
  if (!state.options.allowSelfIntersection) {
    const before = ringCheck(coords);
    if (!before.gaveUp)
      cacheRingCheck(next, intersectionsAfterMove(next, vertexIndex.at, coords, before.intersections));
  }
  const outline = withRing(polygon, vertexIndex.ring, next);
  return { ...reshape(state, polygon, outline, vertex), mergeKey: `vertex ${polygon.id} ${vertex}` };
}

/** The areas after an edit of a possibly shared border; the corner at `place` becomes the one that keys move. */
function withEdit(
  state: MapState,
  polygon: PolygonShape,
  edit: BorderEdit,
  position: LatLng | undefined,
): StatePatch | Reason {
  if (typeof edit === 'string') return edit;
  const shapes = { ...state.shapes, polygons: edit };
  const after = polygonOf(shapes, polygon.id);
  const [corner] = after && position ? cornersAt([after], position) : [];
  return { shapes, tool: withVertex(state, polygon, corner?.vertex ?? 0) };
}

/** Whether a corner also belongs to another area. If not, it may be removed with its ring. */
function isShared(state: MapState, polygon: PolygonShape, vertex: number): boolean {
  const position = vertexAt(polygon, vertex);
  if (!position || !sharesBorders(state, polygon)) return false;
  const ring = locateVertex(polygon, vertex)?.ring ?? 0;
  return (ringsOf(polygon)[ring]?.length ?? 0) > 3 || cornersAt(state.shapes.polygons, position).length > 1;
}

function reshape(state: MapState, polygon: PolygonShape, outline: Outline, vertex: number): StatePatch {
  const shapes = withPolygon(state.shapes, polygon, withOutline(polygon, outline));
  return { shapes, tool: withVertex(state, polygon, vertex) };
}

/** The tool; a changed vertex becomes the one that keys move. */
function withVertex({ tool }: MapState, { id }: PolygonShape, vertex: number): MapState['tool'] {
  return tool.name === 'editing' && tool.id === id ? { ...tool, vertex } : tool;
}

function vertexCountOf(shapes: Shapes, id: ShapeId): number {
  const polygon = polygonOf(shapes, id);
  return polygon ? countVertices(polygon) : 0;
}

function isIndexOf(index: number, count: number): boolean {
  return Number.isInteger(index) && index >= 0 && index < count;
}
