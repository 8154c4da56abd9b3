import type { Need } from './rights.ts';
import type { MarkerShape, PolygonShape } from './shape.ts';

/** A stretch of a list that was exchanged for another. */
export interface Splice<T> {
  readonly at: number;
  readonly removed: readonly T[];
  readonly inserted: readonly T[];
}

/** One thing done, able to go both ways. */
export interface Step {
  readonly polygons: Splice<PolygonShape> | null;
  readonly markers: Splice<MarkerShape> | null;
  readonly needs: readonly Need[];
  /** Steps with the same mark that follow each other are one: a key held down, a colour being dragged. */
  readonly mark: string | null;
}

/** What can be undone and what can be redone, the next one last. */
export interface History {
  readonly done: readonly Step[];
  readonly undone: readonly Step[];
}

/** Nothing done yet. */
export const noHistory: History = { done: [], undone: [] };
