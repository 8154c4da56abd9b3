import { hasSameOutline } from '../exchange/equal.ts';
import type { AnyShape, MarkerShape, PolygonShape, Shapes } from '../shapes/shape.ts';
import type { StatePatch } from '../state/commit.ts';
import type { History, Splice, Step } from '../state/history.ts';
import type { MapState } from '../state/state.ts';

type Titles = Pick<AnyShape, 'title' | 'titles'>;
/** The titles of shapes before and after, by id. */
type Renamed = ReadonlyMap<string, { readonly from: Titles; readonly to: Titles }>;

/**
 * Applies the titles of a value that differs in nothing else, such as in another language. The current
 * drawing, outlines that cannot be saved yet, and the history stay. Null if the value differs in more.
 */
export function relabel(state: MapState, value: Shapes): StatePatch | null {
  const polygons = renamedOf(state.value.polygons, value.polygons);
  const markers = renamedOf(state.value.markers, value.markers);
  if (!polygons || !markers) return null;
  return {
    shapes: {
      polygons: state.shapes.polygons.map((shape) => withTitles(shape, polygons)),
      markers: state.shapes.markers.map((shape) => withTitles(shape, markers)),
    },
    historyStep: { history: relabelHistory(state.history, polygons, markers), needs: [] },
  };
}

/** Whether two maps hold the same outlines in the same order; their names may differ. */
export function hasSameOutlines(one: Shapes, other: Shapes): boolean {
  return renamedOf(one.polygons, other.polygons) !== null && renamedOf(one.markers, other.markers) !== null;
}

function renamedOf(before: readonly AnyShape[], after: readonly AnyShape[]): Renamed | null {
  if (before.length !== after.length) return null;
  const renamed = new Map<string, { readonly from: Titles; readonly to: Titles }>();
  for (const [index, from] of before.entries()) {
    const to = after[index];
    if (!to || from.id !== to.id || from.color !== to.color || !hasSameOutline(from, to)) return null;
    renamed.set(String(from.id), { from, to });
  }
  return renamed;
}

/** A shape with its new title; one that the user has renamed keeps that name. */
function withTitles<T extends PolygonShape | MarkerShape>(shape: T, renamed: Renamed): T {
  const titles = renamed.get(String(shape.id));
  if (!titles || titles.from.title !== shape.title || titles.to.title === shape.title) return shape;
  const { titles: _before, ...rest } = shape;
  const { title, titles: both } = titles.to;
  // Complete for its kind: only names are replaced.
  return { ...rest, title, ...(both ? { titles: both } : {}) } as T;
}

function relabelHistory({ done, undone }: History, polygons: Renamed, markers: Renamed): History {
  const relabelStep = (step: Step): Step => ({
    ...step,
    polygons: relabelSplice(step.polygons, polygons),
    markers: relabelSplice(step.markers, markers),
  });
  return { done: done.map(relabelStep), undone: undone.map(relabelStep) };
}

function relabelSplice<T extends PolygonShape | MarkerShape>(
  splice: Splice<T> | null,
  renamed: Renamed,
): Splice<T> | null {
  if (!splice) return null;
  const { at, removed, inserted } = splice;
  const relabelled = (shapes: readonly T[]) => shapes.map((shape) => withTitles(shape, renamed));
  return { at, removed: relabelled(removed), inserted: relabelled(inserted) };
}
