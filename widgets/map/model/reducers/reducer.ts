import type { Action, ActionType } from '../state/action.ts';
import { revalidate } from '../state/assess.ts';
import {
  deleteVertex,
  insertVertex,
  moveVertex,
  nudgeVertex,
  pickVertex,
  startEditing,
  stopEditing,
  cycleVertices,
} from './vertices.ts';
import type { ActionMap, Reducer } from './draft.ts';
import { addPoint, cancel, finishDrawing, startDrawing, takeBackPoint } from './drawing.ts';
import {
  addMarker,
  addSquare,
  deselect,
  moveMarker,
  movePolygon,
  recolor,
  remove,
  rename,
  reshape,
  select,
  startPlacing,
} from './shapes.ts';
import { clear, importShapes, redo, replace, undo } from './document.ts';
import { commit, refused } from '../state/commit.ts';
import { noHistory } from '../state/history.ts';
import type { Outcome } from '../state/outcome.ts';
import { allRights, noLimits, type Limits, type Rights } from '../shapes/rights.ts';
import { noShapes } from '../shapes/shape.ts';
import { defaultOptions, type MapState, type Options } from '../state/state.ts';

type Changes = { readonly [T in Exclude<ActionType, 'configure'>]: Reducer<T> };

const changes: Changes = {
  replace,
  import: importShapes,
  clear,
  undo,
  redo,
  select,
  deselect,
  start_drawing: startDrawing,
  add_point: addPoint,
  take_back_point: takeBackPoint,
  finish_drawing: finishDrawing,
  cancel,
  start_editing: startEditing,
  stop_editing: stopEditing,
  pick_vertex: pickVertex,
  cycle_vertices: cycleVertices,
  move_vertex: moveVertex,
  nudge_vertex: nudgeVertex,
  insert_vertex: insertVertex,
  delete_vertex: deleteVertex,
  add_square: addSquare,
  move_polygon: movePolygon,
  reshape,
  start_placing: startPlacing,
  add_marker: addMarker,
  move_marker: moveMarker,
  rename,
  recolor,
  delete: remove,
};

/** What holds for a new map; everything that is left out is allowed and without limit. */
export interface Settings {
  readonly rights?: Rights;
  readonly limits?: Limits;
  readonly options?: Partial<Options>;
}

/** A map without shapes. */
export function createState({ rights = allRights, limits = noLimits, options }: Settings = {}): MapState {
  return {
    shapes: noShapes,
    value: noShapes,
    problems: new Map(),
    selection: null,
    tool: { name: 'idle' },
    history: noHistory,
    rights,
    limits,
    options: { ...defaultOptions, ...options },
  };
}

/**
 * The one reducer of the map: every change of a button, a pointer, a key, a call, an import or an undo goes through
 * here. What can't be done is a refusal with its reason; nothing is thrown, and nothing is dropped in silence.
 */
export function reduce(state: MapState, action: Action): Outcome {
  if (action.type === 'configure') return configured(state, action);
  const draft = changeOf(state, action.type, action);
  return typeof draft === 'string' ? refused(state, action, draft) : commit(state, action, draft);
}

function changeOf<T extends Exclude<ActionType, 'configure'>>(
  state: MapState,
  type: T,
  action: ActionMap[T],
) {
  return changes[type](state, action);
}

function configured(state: MapState, action: ActionMap['configure']): Outcome {
  const { rights = state.rights, limits = state.limits } = action;
  const options = { ...state.options, ...action.options };
  const next = { ...state, rights, limits, options };
  const rule = options.allowSelfIntersection !== state.options.allowSelfIntersection;
  const outcome = commit(rule ? { ...next, ...revalidate(next) } : next, action, {});
  return { ...outcome, changed: outcome.state.value !== state.value };
}
