import type { Action, ActionType } from '../state/action.ts';
import type { StatePatch } from '../state/commit.ts';
import { placeFault } from '../geometry/place.ts';
import type { Reason } from '../shapes/reason.ts';
import type { Kind, LatLng, ShapeId } from '../shapes/shape.ts';
import type { MapState } from '../state/state.ts';
import { shapeOf } from '../shapes/find.ts';

/** Each action by its name. */
export type ActionMap = { [T in ActionType]: Extract<Action, { readonly type: T }> };

/** What becomes of an action: what it wants to be so, or why it can't be. */
export type Reducer<T extends ActionType> = (state: MapState, action: ActionMap[T]) => StatePatch | Reason;

/** The tool that only selects. */
export const idle = { name: 'idle' } as const;

/** Why a new shape can't get this id or this place. */
export function newShapeFault(
  state: MapState,
  kind: Kind,
  id: ShapeId,
  places: readonly LatLng[],
): Reason | null {
  if (shapeOf(state.shapes, { kind, id })) return 'duplicate_id';
  return placesFault(places);
}

/** What is wrong with the first bad place of some. */
export function placesFault(places: readonly LatLng[]): Reason | null {
  for (const [lat, lng] of places) {
    const fault = placeFault(lat, lng);
    if (fault) return fault;
  }
  return null;
}
