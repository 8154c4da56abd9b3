import { allRights, noLimits, type Limits, type Rights } from '../shapes/rights.ts';
import { noShapes } from '../shapes/shape.ts';
import type { Action, ActionOf, ActionType } from '../state/action.ts';
import { commit, rejected } from '../state/commit.ts';
import { noHistory } from '../state/history.ts';
import type { Outcome } from '../state/outcome.ts';
import { defaultOptions, type MapState, type Options } from '../state/state.ts';
import { revalidate } from '../state/validity.ts';
import { documentReducers } from './document.ts';
import type { Reducers } from './reducer-types.ts';
import { shapeReducers } from './shapes.ts';

/** Reducers by the names of their actions; the editor adds those that a read-only map does not need. */
export type ReducerTable = Partial<Reducers<Exclude<ActionType, 'configure'>>>;

/** The reducers of a map before its editor is loaded. */
export const viewReducers: ReducerTable = { ...documentReducers, ...shapeReducers };

/** The settings of a new map; by default everything is allowed and unlimited. */
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
 * The only reducer of the map, for every change by a button, a pointer, a key, a call, an import or an undo. An impossible
 * change is rejected with a reason; nothing is thrown or ignored.
 */
export function reduceWith(reducers: ReducerTable, state: MapState, action: Action): Outcome {
  if (action.type === 'configure') return configure(state, action);
  const patch = patchOf(reducers, state, action.type, action);
  return typeof patch === 'string' ? rejected(state, action, patch) : commit(state, action, patch);
}

function patchOf<T extends Exclude<ActionType, 'configure'>>(
  reducers: ReducerTable,
  state: MapState,
  type: T,
  action: ActionOf<T>,
) {
  return reducers[type]?.(state, action) ?? 'wrong_tool';
}

function configure(state: MapState, action: ActionOf<'configure'>): Outcome {
  const { rights = state.rights, limits = state.limits } = action;
  const options = { ...state.options, ...action.options };
  const next = { ...state, rights, limits, options };
  const hasNewRule = options.allowSelfIntersection !== state.options.allowSelfIntersection;
  const outcome = commit(hasNewRule ? { ...next, ...revalidate(next) } : next, action, {});
  return { ...outcome, changed: outcome.state.value !== state.value };
}
