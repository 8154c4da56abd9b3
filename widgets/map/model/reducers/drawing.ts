import { pixelsBetween } from '../geometry/mercator.ts';
import { openRing } from '../geometry/ring.ts';
import { samePlace } from '../geometry/place.ts';
import { colorOr } from '../shapes/color.ts';
import type { Reason } from '../shapes/refusal-reason.ts';
import { titleFrom, type LatLng, type PolygonShape } from '../shapes/shape.ts';
import type { ActionOf } from '../state/action.ts';
import { forbidden, remainingCapacity, type StatePatch } from '../state/commit.ts';
import type { MapState } from '../state/state.ts';
import { outlineFault } from '../state/validity.ts';
import { idle, newShapeFault, placesFault, type Reducers } from './reducer-types.ts';

/** A click so near to the first or the last point of a drawing closes it, in pixels. */
export const closingDistance = 10;

/** Drawing a polygon, point by point. */
export const drawingReducers: Reducers<
  'start_drawing' | 'add_point' | 'take_back_point' | 'finish_drawing' | 'cancel'
> = {
  start_drawing(state) {
    if (state.tool.name === 'drawing') return {};
    const fault = forbidden(state.rights, [{ kind: 'polygon', right: 'add' }]);
    if (fault) return fault;
    if (remainingCapacity(state, 'polygon') === 0) return 'limit';
    return { tool: { name: 'drawing', points: [], taken: [] }, selection: null };
  },
  add_point(state, action) {
    const { tool } = state;
    if (tool.name !== 'drawing') return 'wrong_tool';
    const fault = placesFault([action.at]);
    if (fault) return fault;
    if (closes(tool.points, action)) return finish(state, tool.points, action);
    const last = tool.points.at(-1);
    if (last && samePlace(last, action.at)) return 'same_point';
    return { tool: { name: 'drawing', points: [...tool.points, action.at], taken: [] } };
  },
  take_back_point({ tool }) {
    if (tool.name !== 'drawing') return 'wrong_tool';
    const last = tool.points.at(-1);
    if (!last) return 'nothing_to_undo';
    return { tool: { name: 'drawing', points: tool.points.slice(0, -1), taken: [...tool.taken, last] } };
  },
  finish_drawing: (state, action) =>
    state.tool.name === 'drawing' ? finish(state, state.tool.points, action) : 'wrong_tool',
  cancel: () => ({ tool: idle }),
};

/** Adds the point again that was taken back last. */
export function restorePoint({ tool }: MapState): StatePatch | Reason {
  if (tool.name !== 'drawing') return 'wrong_tool';
  const last = tool.taken.at(-1);
  if (!last) return 'nothing_to_redo';
  return { tool: { name: 'drawing', points: [...tool.points, last], taken: tool.taken.slice(0, -1) } };
}

function finish(
  state: MapState,
  drawn: readonly LatLng[],
  { id, title, color }: ActionOf<'finish_drawing' | 'add_point'>,
): StatePatch | Reason {
  const coords = openRing(drawn);
  if (coords.length < 3) return 'too_few_points';
  const fault = newShapeFault(state, { kind: 'polygon', id }, coords);
  if (fault) return fault;
  const isInvalid = !state.options.allowSelfIntersection && outlineFault({ coords }) !== null;
  // Without the right to edit nobody could mend the polygon: it stays a drawing.
  if (isInvalid && !state.rights.polygon.edit) return 'crosses_itself';
  const polygon: PolygonShape = { id, title: titleFrom(title), color: colorOr(color, 'polygon'), coords };
  return {
    shapes: { ...state.shapes, polygons: [...state.shapes.polygons, polygon] },
    selection: { kind: 'polygon', id },
    tool: isInvalid ? { name: 'editing', id, vertex: null } : idle,
  };
}

function closes(points: readonly LatLng[], { at, zoom }: ActionOf<'add_point'>): boolean {
  const ends = [points[0], points.at(-1)];
  if (zoom === undefined) return points.length > 2 && ends[0] !== undefined && samePlace(ends[0], at);
  return ends.some((end) => end && pixelsBetween(end, at, zoom) <= closingDistance);
}
