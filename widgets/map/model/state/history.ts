import type { RequiredRight } from '../shapes/rights.ts';
import type { MarkerShape, PolygonShape, Shapes } from '../shapes/shape.ts';

/** A part of a list that was replaced by another. */
export interface Splice<T> {
  readonly at: number;
  readonly removed: readonly T[];
  readonly inserted: readonly T[];
}

/** One change, which can be undone and redone. */
export interface Step {
  readonly polygons: Splice<PolygonShape> | null;
  readonly markers: Splice<MarkerShape> | null;
  readonly needs: readonly RequiredRight[];
  /** Consecutive steps with the same key are merged: a held key, a dragged colour. */
  readonly mergeKey: string | null;
}

/** The steps that can be undone and redone; the next one is last. */
export interface History {
  readonly done: readonly Step[];
  readonly undone: readonly Step[];
}

/** An empty history. */
export const noHistory: History = { done: [], undone: [] };

/** The maximum number of stored steps; older ones are dropped. */
export const maxSteps = 200;

/** The difference between two versions of a list; `null` if there is none. */
export function spliceBetween<T>(before: readonly T[], after: readonly T[]): Splice<T> | null {
  if (before === after) return null;
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && before[before.length - 1 - tail] === after[after.length - 1 - tail])
    tail += 1;
  const removed = before.slice(head, before.length - tail);
  const inserted = after.slice(head, after.length - tail);
  return removed.length === 0 && inserted.length === 0 ? null : { at: head, removed, inserted };
}

/** The shapes after a step is undone. */
export function revertStep(shapes: Shapes, step: Step): Shapes {
  return {
    polygons: exchanged(shapes.polygons, step.polygons, 'inserted', 'removed'),
    markers: exchanged(shapes.markers, step.markers, 'inserted', 'removed'),
  };
}

/** The shapes after a step is redone. */
export function applyStep(shapes: Shapes, step: Step): Shapes {
  return {
    polygons: exchanged(shapes.polygons, step.polygons, 'removed', 'inserted'),
    markers: exchanged(shapes.markers, step.markers, 'removed', 'inserted'),
  };
}

/** Records a step from one version of the shapes to another; undone steps can no longer be redone. */
export function recordStep(
  history: History,
  from: Shapes,
  to: Shapes,
  { needs, mergeKey, continues }: Pick<Step, 'needs' | 'mergeKey'> & { readonly continues: boolean },
): History {
  const last = history.done.at(-1);
  const joins = continues && mergeKey !== null && last?.mergeKey === mergeKey && history.undone.length === 0;
  const start = joins ? revertStep(from, last) : from;
  const done = joins ? history.done.slice(0, -1) : history.done;
  const polygons = spliceBetween(start.polygons, to.polygons);
  const markers = spliceBetween(start.markers, to.markers);
  return { done: [...done, { polygons, markers, needs, mergeKey }].slice(-maxSteps), undone: [] };
}

function exchanged<T>(
  list: readonly T[],
  splice: Splice<T> | null,
  out: 'removed' | 'inserted',
  into: 'removed' | 'inserted',
): readonly T[] {
  if (!splice) return list;
  return [...list.slice(0, splice.at), ...splice[into], ...list.slice(splice.at + splice[out].length)];
}
