import type { Action } from './action.ts';
import { validate } from './validity.ts';
import type { Report } from '../exchange/parse-result.ts';
import { polygonOf, shapeOf } from '../shapes/find.ts';
import { noHistory, recordStep, spliceBetween, type History, type Splice } from './history.ts';
import type { ChangeOrigin, Outcome } from './outcome.ts';
import { countVertices } from '../shapes/rings.ts';
import type { Reason } from '../shapes/rejection-reason.ts';
import { hasRight, type KindRights, type Limits, type RequiredRight, type Rights } from '../shapes/rights.ts';
import type { AnyShape, Kind, Shapes } from '../shapes/shape.ts';
import type { MapState, Tool } from './state.ts';

/** The changes of an action to the state. */
export interface StatePatch {
  readonly shapes?: Shapes;
  readonly selection?: MapState['selection'];
  readonly tool?: Tool;
  /** See `Step.mergeKey`. */
  readonly mergeKey?: string;
  readonly report?: Report;
  /** A step that is undone or redone; without it, a new step is recorded. */
  readonly historyStep?: { readonly history: History; readonly needs: readonly RequiredRight[] };
  /** The page replaces the shapes: no permissions are needed, and a new history starts. */
  readonly isReplacement?: boolean;
}

/** Applies changes after checking permissions and limits, for every action of any origin. Nothing else applies changes. */
export function commit(state: MapState, action: Action, draft: StatePatch): Outcome {
  if (Object.keys(draft).length === 0 && action.type !== 'configure') return unchanged(state, action);
  const shapes = draft.shapes ?? state.shapes;
  const polygons = spliceBetween(state.shapes.polygons, shapes.polygons);
  const markers = spliceBetween(state.shapes.markers, shapes.markers);
  const given = draft.isReplacement === true;
  const needs = given
    ? []
    : (draft.historyStep?.needs ?? [...needsOf('polygon', polygons), ...needsOf('marker', markers)]);
  const reason = forbidden(state.rights, needs);
  if (reason ?? overLimit(state, shapes)) return rejected(state, action, reason ?? 'limit');
  const moved = polygons !== null || markers !== null;
  const assessed = moved ? validate(state, shapes, { given }) : {};
  const next = withoutDanglingRefs({
    ...state,
    ...assessed,
    shapes: moved ? shapes : state.shapes,
    selection: draft.selection === undefined ? state.selection : draft.selection,
    tool: draft.tool ?? state.tool,
    history: historyAfter(state, action, draft, moved ? { shapes, needs } : null),
  });
  return {
    state: next,
    rejection: null,
    changed: next.value !== state.value,
    origin: originOf(action),
    report: draft.report ?? null,
  };
}

/** The outcome of a rejected action. */
export function rejected(state: MapState, action: Action, reason: Reason): Outcome {
  const rejection = { reason, action: action.type };
  return { state, rejection, changed: false, origin: originOf(action), report: null };
}

function unchanged(state: MapState, action: Action): Outcome {
  return { state, rejection: null, changed: false, origin: originOf(action), report: null };
}

/** Whether a change needs a permission that the map does not grant. */
export function forbidden(rights: Rights, needs: readonly RequiredRight[]): 'not_allowed' | null {
  return needs.every(({ kind, right }) => hasRight(rights[kind], right)) ? null : 'not_allowed';
}

/** How many more shapes of a kind the limits allow. */
export function remainingCapacity(
  { shapes, limits }: Pick<MapState, 'shapes' | 'limits'>,
  kind: Kind,
): number {
  const limit = limits[kind];
  return limit === null ? Infinity : Math.max(0, limit - countOf(shapes, kind));
}

/** How many shapes of a kind there are. */
function countOf(shapes: Shapes, kind: Kind): number {
  return kind === 'polygon' ? shapes.polygons.length : shapes.markers.length;
}

function historyAfter(
  { shapes: from, history }: MapState,
  action: Action,
  { historyStep, isReplacement, mergeKey }: StatePatch,
  change: { readonly shapes: Shapes; readonly needs: readonly RequiredRight[] } | null,
): History {
  if (historyStep) return historyStep.history;
  if (isReplacement) return noHistory;
  if (!change) return history;
  const continues = 'continues' in action && action.continues === true;
  return recordStep(history, from, change.shapes, {
    needs: change.needs,
    mergeKey: mergeKey ?? null,
    continues,
  });
}

/** Whether a change exceeds a limit. A lowered limit deletes no shapes, but rejects new ones. */
function overLimit({ shapes: before, limits }: MapState, after: Shapes): boolean {
  return (['polygon', 'marker'] as const).some(
    (kind) => grows(before, after, kind) && isOver(after, limits, kind),
  );
}

function grows(before: Shapes, after: Shapes, kind: Kind): boolean {
  return countOf(after, kind) > countOf(before, kind);
}

function isOver(shapes: Shapes, limits: Limits, kind: Kind): boolean {
  const limit = limits[kind];
  return limit !== null && countOf(shapes, kind) > limit;
}

/** The permissions that a change of shapes requires. */
function needsOf(kind: Kind, splice: Splice<AnyShape> | null): readonly RequiredRight[] {
  if (!splice) return [];
  const removed = new Map(splice.removed.map((shape) => [String(shape.id), shape]));
  const pairs = splice.inserted.flatMap((after) => {
    const before = removed.get(String(after.id));
    return before ? [[before, after] as const] : [];
  });
  const counts: readonly (readonly [keyof KindRights, number])[] = [
    ['add', splice.inserted.length - pairs.length],
    ['edit', pairs.filter(([before, after]) => before !== after && !isRestyled(before, after)).length],
    ['style', pairs.filter(([before, after]) => hasOtherStyle(before, after)).length],
    ['delete', removed.size - pairs.length],
  ];
  return counts.flatMap(([right, count]) => (count > 0 ? [{ kind, right }] : []));
}

function hasOtherStyle(before: AnyShape, after: AnyShape): boolean {
  return before.title !== after.title || before.color !== after.color;
}

/** Whether only the name or the colour of a shape changed. */
function isRestyled(before: AnyShape, after: AnyShape): boolean {
  return hasOtherStyle(before, after) && before.coords === after.coords;
}

/** Clears a selection and a tool whose shape was deleted, and updates ids whose notation changed. */
function withoutDanglingRefs(state: MapState): MapState {
  return { ...state, selection: existingSelection(state), tool: existingTool(state) };
}

function existingSelection({ selection, shapes }: MapState): MapState['selection'] {
  const shape = shapeOf(shapes, selection);
  if (!shape || !selection) return null;
  return shape.id === selection.id ? selection : { kind: selection.kind, id: shape.id };
}

function existingTool({ tool, shapes }: MapState): Tool {
  if (tool.name === 'drawing' && tool.target !== null)
    return polygonOf(shapes, tool.target) ? tool : { name: 'idle' };
  if (tool.name === 'merging' || tool.name === 'transform')
    return polygonOf(shapes, tool.id) ? tool : { name: 'idle' };
  if (tool.name !== 'editing') return tool;
  const polygon = polygonOf(shapes, tool.id);
  if (!polygon) return { name: 'idle' };
  const vertex = tool.vertex === null ? null : Math.min(tool.vertex, countVertices(polygon) - 1);
  return polygon.id === tool.id && vertex === tool.vertex ? tool : { ...tool, id: polygon.id, vertex };
}

function originOf({ type, origin }: Action): ChangeOrigin {
  if (type === 'undo' || type === 'redo') return 'undo';
  return origin === 'import' ? 'user' : origin;
}
