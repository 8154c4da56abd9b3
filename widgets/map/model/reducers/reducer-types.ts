import { positionFault } from '../geometry/position.ts';
import { shapeOf } from '../shapes/find.ts';
import type { Reason } from '../shapes/rejection-reason.ts';
import type { LatLng, ShapeRef } from '../shapes/shape.ts';
import type { ActionOf, ActionType } from '../state/action.ts';
import type { StatePatch } from '../state/commit.ts';
import type { MapState } from '../state/state.ts';

/** Returns what an action changes, or the reason why it is rejected. */
type Reducer<T extends ActionType> = (state: MapState, action: ActionOf<T>) => StatePatch | Reason;

/** Reducers by the names of their actions. */
export type Reducers<T extends ActionType> = { readonly [K in T]: Reducer<K> };

/** The tool that only selects. */
export const idle = { name: 'idle' } as const;

/** Why a new shape cannot have this id or these places. */
export function newShapeFault(state: MapState, ref: ShapeRef, positions: readonly LatLng[]): Reason | null {
  return shapeOf(state.shapes, ref) ? 'duplicate_id' : positionsFault(positions);
}

/** The fault of the first invalid place. */
export function positionsFault(positions: readonly LatLng[]): Reason | null {
  for (const [lat, lng] of positions) {
    const fault = positionFault(lat, lng);
    if (fault) return fault;
  }
  return null;
}
