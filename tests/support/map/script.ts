import type { Action, Origin } from '#widgets/map/model/state/action.ts';
import type { Outcome } from '#widgets/map/model/state/outcome.ts';
import { reduce } from '#widgets/map/model/reducers/edit-reducers.ts';
import { createState, type Settings } from '#widgets/map/model/reducers/reducer.ts';
import { latLng, type LatLng } from '#widgets/map/model/shapes/shape.ts';
import type { MapState } from '#widgets/map/model/state/state.ts';

type WithoutOrigin<T> = T extends Action ? Omit<T, 'origin'> : never;

/** A map in a test, with one line for each action. */
export class Script {
  state: MapState;
  last: Outcome | null = null;

  constructor(settings: Settings = {}) {
    this.state = createState(settings);
  }

  /** Runs an action, whatever its result. */
  try(action: WithoutOrigin<Action>, origin: Origin = 'user'): Outcome {
    const outcome = reduce(this.state, { ...action, origin } as Action);
    this.state = outcome.state;
    this.last = outcome;
    return outcome;
  }

  /** Runs an action, and expects success. */
  do(action: WithoutOrigin<Action>, origin: Origin = 'user'): this {
    const { rejection } = this.try(action, origin);
    if (rejection) throw new Error(`${rejection.action} was rejected: ${rejection.reason}`);
    return this;
  }

  /** Expects that an action is rejected for a reason, and changes nothing. */
  rejects(action: WithoutOrigin<Action>, reason: string): this {
    const before = this.state;
    const found = this.try(action).rejection?.reason;
    if (found !== reason)
      throw new Error(`${action.type}: expected the rejection ${reason}, got ${found ?? 'none'}`);
    if (this.state !== before) throw new Error(`${action.type} was rejected, and changed something`);
    return this;
  }

  /** Draws a polygon, click by click. */
  draw(id: string, points: readonly LatLng[]): this {
    this.do({ type: 'start_drawing' });
    for (const at of points) this.do({ type: 'add_point', at, id, title: id });
    return this.do({ type: 'finish_drawing', id, title: id });
  }

  /** The vertices of a polygon. */
  corners(id: string): readonly LatLng[] | undefined {
    return this.state.shapes.polygons.find((polygon) => polygon.id === id)?.coords;
  }
}

/** Coordinates from a flat list: latitude, longitude, latitude, longitude. */
export function places(...numbers: number[]): LatLng[] {
  return numbers.flatMap((lat, index) => (index % 2 === 0 ? [latLng(lat, numbers[index + 1] ?? 0)] : []));
}

/** The four vertices of a house of about 11 by 8 metres. */
export const house = places(41.55, 60.62, 41.5501, 60.62, 41.5501, 60.6201, 41.55, 60.6201);

/** The vertices of a self-intersecting polygon: two triangles that meet where its edges cross. */
export const bowTie = places(41, 60, 41.1, 60.1, 41, 60.1, 41.1, 60);
