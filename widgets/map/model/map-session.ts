import {
  createState,
  reduceWith,
  shapeIndex,
  type Action,
  type MapState,
  type Origin,
  type Outcome,
  type PolygonShape,
  type ReducerTable,
  type ShapeIndex,
  viewReducers,
} from './index.ts';

type WithoutOrigin<T> = T extends Action ? Omit<T, 'origin'> : never;

/** An action without its origin. */
export type Change = WithoutOrigin<Action>;

/** Receives the outcome of every action. */
export type OutcomeListener = (outcome: Outcome, action: Action, before: MapState) => void;

/** The state of one map and the only way to change it. Lives outside React, so that dragging renders nothing. */
export class MapSession {
  state: MapState = createState();
  /** Adjacent areas, which are drawn and snapped to, but cannot be edited. */
  get neighbors(): readonly PolygonShape[] {
    return this.#neighbors;
  }
  #neighbors: readonly PolygonShape[] = [];
  /** Whether the page updates them together with the areas of the map. */
  neighborsFollow = false;
  #reducers = viewReducers;
  #listener: OutcomeListener = () => undefined;
  readonly #listeners = new Set<() => void>();

  /** Applies or rejects an action; returns the outcome. */
  readonly dispatch = (change: Change, origin: Origin = 'user'): Outcome => {
    const before = this.state;
    const action = { ...change, origin } as Action;
    const outcome = reduceWith(this.#reducers, before, action);
    this.state = outcome.state;
    if (outcome.state !== before) for (const listener of this.#listeners) listener();
    this.#listener(outcome, action, before);
    return outcome;
  };

  /** Adds the reducers of the editor. */
  readonly addReducers = (reducers: ReducerTable): void => {
    this.#reducers = { ...this.#reducers, ...reducers };
  };

  readonly setNeighbors = (areas: readonly PolygonShape[], follow: boolean): void => {
    this.#neighbors = areas;
    this.neighborsFollow = follow;
  };

  /** Sets the listener for all outcomes. */
  readonly onOutcome = (listener: OutcomeListener): void => {
    this.#listener = listener;
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly snapshot = (): MapState => this.state;

  /** Finds shapes under the pointer. */
  get index(): ShapeIndex {
    return shapeIndex(this.state.shapes);
  }
}
