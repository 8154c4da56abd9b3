import type { ActionMap, Reducer } from './draft.ts';
import { idle, newShapeFault, placesFault } from './draft.ts';
import { ringFault } from '../state/assess.ts';
import { colorOr } from '../shapes/color.ts';
import { forbidden, remainingCapacity, type StatePatch } from '../state/commit.ts';
import { openRing } from '../geometry/open-ring.ts';
import { samePlace } from '../geometry/place.ts';
import { pixelsBetween } from '../geometry/mercator.ts';
import type { Reason } from '../shapes/reason.ts';
import type { LatLng, PolygonShape } from '../shapes/shape.ts';
import type { MapState } from '../state/state.ts';
import { titleFrom } from '../shapes/title.ts';

/** A click so near to the first or the last point of a drawing, in pixels, closes it. */
export const closingDistance = 10;

/** Takes the pen. */
export const startDrawing: Reducer<'start_drawing'> = (state) => {
  if (state.tool.name === 'drawing') return {};
  const fault = forbidden(state.rights, [{ kind: 'polygon', right: 'add' }]);
  if (fault) return fault;
  if (remainingCapacity(state, 'polygon') === 0) return 'limit';
  return { tool: { name: 'drawing', points: [], taken: [] }, selection: null };
};

/** Sets a point, or closes the ring where the click says so. */
export const addPoint: Reducer<'add_point'> = (state, action) => {
  const { tool } = state;
  if (tool.name !== 'drawing') return 'wrong_tool';
  const fault = placesFault([action.at]);
  if (fault) return fault;
  if (closes(tool.points, action)) return finished(state, tool.points, action);
  const last = tool.points.at(-1);
  if (last && samePlace(last, action.at)) return 'same_point';
  return { tool: { name: 'drawing', points: [...tool.points, action.at], taken: [] } };
};

/** Takes the last point back. */
export const takeBackPoint: Reducer<'take_back_point'> = ({ tool }) => {
  if (tool.name !== 'drawing') return 'wrong_tool';
  const last = tool.points.at(-1);
  if (!last) return 'nothing_to_undo';
  return { tool: { name: 'drawing', points: tool.points.slice(0, -1), taken: [...tool.taken, last] } };
};

/** Sets the point again that was taken back last. */
export function restorePoint({ tool }: MapState): StatePatch | Reason {
  if (tool.name !== 'drawing') return 'wrong_tool';
  const last = tool.taken.at(-1);
  if (!last) return 'nothing_to_redo';
  return { tool: { name: 'drawing', points: [...tool.points, last], taken: tool.taken.slice(0, -1) } };
}

/** Makes a polygon of the points. */
export const finishDrawing: Reducer<'finish_drawing'> = (state, action) =>
  state.tool.name === 'drawing' ? finished(state, state.tool.points, action) : 'wrong_tool';

/** Puts the tool away. */
export const cancel: Reducer<'cancel'> = () => ({ tool: idle });

function finished(
  state: MapState,
  drawn: readonly LatLng[],
  { id, title, color }: ActionMap['finish_drawing'] | ActionMap['add_point'],
): StatePatch | Reason {
  const points = openRing(drawn);
  if (points.length < 3) return 'too_few_points';
  const fault = newShapeFault(state, 'polygon', id, points);
  if (fault) return fault;
  const broken = !state.options.allowSelfIntersection && ringFault(points) !== null;
  // Whoever may not edit could not mend it any more: the drawing stays in the hand.
  if (broken && !state.rights.polygon.edit) return 'crosses_itself';
  const polygon: PolygonShape = {
    id,
    title: titleFrom(title),
    color: colorOr(color, 'polygon'),
    coords: points,
  };
  return {
    shapes: { ...state.shapes, polygons: [...state.shapes.polygons, polygon] },
    selection: { kind: 'polygon', id },
    tool: broken ? { name: 'editing', id, vertex: null } : idle,
  };
}

function closes(points: readonly LatLng[], { at, zoom }: ActionMap['add_point']): boolean {
  const ends = [points[0], points.at(-1)];
  if (zoom === undefined) return points.length > 2 && ends[0] !== undefined && samePlace(ends[0], at);
  return ends.some((end) => end && pixelsBetween(end, at, zoom) <= closingDistance);
}
