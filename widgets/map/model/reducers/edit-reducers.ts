import type { Action } from '../state/action.ts';
import type { Outcome } from '../state/outcome.ts';
import type { MapState } from '../state/state.ts';
import { areaReducers } from './areas.ts';
import { drawingReducers } from './drawing.ts';
import { reduceWith, viewReducers, type ReducerTable } from './reducer.ts';
import { vertexReducers } from './vertices.ts';

/** The reducers of the editor, loaded with it. */
export const editReducers: ReducerTable = { ...drawingReducers, ...vertexReducers, ...areaReducers };

const allReducers: ReducerTable = { ...viewReducers, ...editReducers };

/** Reduces every action of an editor. */
export function reduce(state: MapState, action: Action): Outcome {
  return reduceWith(allReducers, state, action);
}
