import { pixelsBetween } from '../geometry/mercator.ts';
import { openRing } from '../geometry/ring.ts';
import { samePosition } from '../geometry/position.ts';
import { colorOr } from '../shapes/color.ts';
import { polygonOf } from '../shapes/find.ts';
import type { Reason } from '../shapes/rejection-reason.ts';
import { titleFrom, type LatLng, type PolygonShape } from '../shapes/shape.ts';
import type { ActionOf } from '../state/action.ts';
import { forbidden, remainingCapacity, type StatePatch } from '../state/commit.ts';
import type { DrawingTool, MapState } from '../state/state.ts';
import { outlineFault } from '../state/validity.ts';
import { addPart, addHole, cutOut, splitArea } from './areas.ts';
import { removeLastPoint } from './drawing-history.ts';
import { idle, newShapeFault, positionsFault, type Reducers } from './reducer-types.ts';

/** The distance in pixels within which a click at the first or last point of a drawing closes it. */
export const closingDistance = 10;

/** Drawing point by point: a new area, a change of one, or a measurement. */
export const drawingReducers: Reducers<
  | 'start_drawing'
  | 'add_point'
  | 'add_points'
  | 'toggle_tracing'
  | 'remove_last_point'
  | 'finish_drawing'
  | 'cancel'
> = {
  start_drawing(state, { purpose = 'area', id }) {
    if (state.tool.name === 'drawing' && state.tool.purpose === purpose) return {};
    const drawing = { name: 'drawing', purpose, points: [], taken: [], isTracing: false } as const;
    if (purpose === 'measure') return { tool: { ...drawing, target: null } };
    if (purpose === 'area') {
      const fault = forbidden(state.rights, [{ kind: 'polygon', right: 'add' }]);
      if (fault) return fault;
      if (remainingCapacity(state, 'polygon') === 0) return 'limit';
      return { tool: { ...drawing, target: null }, selection: null };
    }
    const target = targetOf(state, id);
    if (!target) return 'unknown_shape';
    if (forbidden(state.rights, [{ kind: 'polygon', right: 'edit' }])) return 'not_allowed';
    if (purpose === 'split' && forbidden(state.rights, [{ kind: 'polygon', right: 'add' }]))
      return 'not_allowed';
    if (purpose === 'split' && remainingCapacity(state, 'polygon') === 0) return 'limit';
    if (state.problems.has(String(target.id))) return 'crosses_itself';
    return { tool: { ...drawing, target: target.id }, selection: { kind: 'polygon', id: target.id } };
  },
  add_point(state, action) {
    const { tool } = state;
    if (tool.name !== 'drawing') return 'wrong_tool';
    const fault = positionsFault([action.at]);
    if (fault) return fault;
    if (closes(tool, action)) return finish(state, tool, action);
    const last = tool.points.at(-1);
    if (last && samePosition(last, action.at)) return 'same_point';
    return { tool: { ...tool, points: [...tool.points, action.at], taken: [] } };
  },
  add_points({ tool }, { points: added }) {
    if (tool.name !== 'drawing') return 'wrong_tool';
    const fault = positionsFault(added);
    if (fault) return fault;
    const points = [...tool.points, ...added];
    if (points.some((position, index) => index > 0 && samePosition(position, points[index - 1] ?? position)))
      return 'same_point';
    return added.length === 0 ? 'empty' : { tool: { ...tool, points, taken: [] } };
  },
  toggle_tracing: ({ tool }) =>
    tool.name === 'drawing' ? { tool: { ...tool, isTracing: !tool.isTracing } } : 'wrong_tool',
  remove_last_point: removeLastPoint,
  finish_drawing: (state, action) =>
    state.tool.name === 'drawing' ? finish(state, state.tool, action) : 'wrong_tool',
  cancel: () => ({ tool: idle }),
};

function targetOf(
  { shapes, selection }: MapState,
  id = selection?.kind === 'polygon' ? selection.id : undefined,
) {
  return id === undefined ? null : polygonOf(shapes, id);
}

/** Lines stay open; rings close. */
function isLine({ purpose }: DrawingTool): boolean {
  return purpose === 'split' || purpose === 'measure';
}

function finish(
  state: MapState,
  tool: DrawingTool,
  action: ActionOf<'finish_drawing' | 'add_point'>,
): StatePatch | Reason {
  const { purpose, points } = tool;
  if (purpose === 'measure') return { tool: idle };
  if (purpose === 'area') return finishArea(state, points, action);
  const target = targetOf(state, tool.target ?? undefined);
  if (!target) return 'unknown_shape';
  if (purpose === 'split')
    return points.length < 2 ? 'too_few_points' : splitArea(state, target, points, action);
  const coords = openRing(points);
  if (coords.length < 3) return 'too_few_points';
  const fault = outlineFault({ coords });
  if (fault) return fault;
  const change = { part: addPart, hole: addHole, cut: cutOut }[purpose];
  return change(state, target, { coords });
}

function finishArea(
  state: MapState,
  drawn: readonly LatLng[],
  { id, title, color }: ActionOf<'finish_drawing' | 'add_point'>,
): StatePatch | Reason {
  const coords = openRing(drawn);
  if (coords.length < 3) return 'too_few_points';
  const fault = newShapeFault(state, { kind: 'polygon', id }, coords);
  if (fault) return fault;
  const isInvalid = !state.options.allowSelfIntersection && outlineFault({ coords }) !== null;
  // Without the right to edit, the polygon could not be corrected: it stays a drawing.
  if (isInvalid && !state.rights.polygon.edit) return 'crosses_itself';
  const polygon: PolygonShape = { id, title: titleFrom(title), color: colorOr(color, 'polygon'), coords };
  return {
    shapes: { ...state.shapes, polygons: [...state.shapes.polygons, polygon] },
    selection: { kind: 'polygon', id },
    tool: isInvalid ? { name: 'editing', id, vertex: null } : idle,
  };
}

function closes(tool: DrawingTool, { at, zoom }: ActionOf<'add_point'>): boolean {
  const { points } = tool;
  const ends = isLine(tool) ? [points.at(-1)] : [points[0], points.at(-1)];
  if (zoom === undefined)
    return !isLine(tool) && points.length > 2 && ends[0] !== undefined && samePosition(ends[0], at);
  return ends.some((end) => end && pixelsBetween(end, at, zoom) <= closingDistance);
}
