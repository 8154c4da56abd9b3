import { intersectionCheck } from './assess.ts';
import { countOf, forbidden, remainingCapacity } from './commit.ts';
import type { SelfIntersection } from '../geometry/self-intersections.ts';
import { findPathIntersections } from '../geometry/self-intersections.ts';
import { shapeOf } from '../shapes/find.ts';
import type { KindRights } from '../shapes/rights.ts';
import type { Kind, MarkerShape, PolygonShape } from '../shapes/shape.ts';
import type { MapState, Problem } from './state.ts';

/** Whether everything on the screen may be saved as it is; `problemsOf` says what is in the way. */
export function canSave({ problems }: MapState): boolean {
  return problems.size === 0;
}

/** The polygons that have to be mended before saving. */
export function problemsOf({ problems }: MapState): readonly Problem[] {
  return [...problems.values()];
}

/** The shape that is selected. */
export function selectedShape({ shapes, selection }: MapState): PolygonShape | MarkerShape | null {
  return shapeOf(shapes, selection);
}

/** Why no shape of a kind can be added now; `null` where one can. */
export function addFault(state: MapState, kind: Kind): 'not_allowed' | 'limit' | null {
  return (
    forbidden(state.rights, [{ kind, right: 'add' }]) ??
    (remainingCapacity(state, kind) === 0 ? 'limit' : null)
  );
}

/** Whether something may be done with shapes of a kind. */
export function may({ rights }: MapState, right: keyof KindRights, kind: Kind): boolean {
  return rights[kind][right];
}

/** Whether `undo` would find something. */
export function canUndo({ tool, history }: MapState): boolean {
  return tool.name === 'drawing' ? tool.points.length > 0 : history.done.length > 0;
}

/** Whether `redo` would find something. */
export function canRedo({ tool, history }: MapState): boolean {
  return tool.name === 'drawing' ? tool.taken.length > 0 : history.undone.length > 0;
}

/** Whether `clear` would take something away. */
export function canClear({ shapes, rights }: MapState): boolean {
  return (['polygon', 'marker'] as const).some((kind) => rights[kind].delete && countOf(shapes, kind) > 0);
}

/** Where the edges of a polygon meet, or those of the drawing in the hand. */
export function intersectionsOf(state: MapState, polygon?: PolygonShape): readonly SelfIntersection[] {
  if (state.options.allowSelfIntersection) return [];
  if (polygon) return intersectionCheck(polygon.coords).intersections;
  return state.tool.name === 'drawing' ? findPathIntersections(state.tool.points).intersections : [];
}
