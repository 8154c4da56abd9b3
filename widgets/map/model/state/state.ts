import type { Limits, Rights } from '../shapes/rights.ts';
import type { Reason } from '../shapes/refusal-reason.ts';
import type { History } from './history.ts';
import type { SelfIntersection } from '../geometry/self-intersections.ts';
import type { LatLng, ShapeId, ShapeRef, Shapes } from '../shapes/shape.ts';

/** Choices of whoever places the map. The model heeds the first; the other two tell the view whether to ask. */
export interface Options {
  readonly allowSelfIntersection: boolean;
  readonly confirmDelete: boolean;
  readonly confirmClear: boolean;
}

/** Nothing in the hand: a click selects. */
export interface IdleTool {
  readonly name: 'idle';
}

/** A polygon being drawn, click by click. `taken` are points taken back, the last one first to return. */
export interface DrawingTool {
  readonly name: 'drawing';
  readonly points: readonly LatLng[];
  readonly taken: readonly LatLng[];
}

/** The corners of the selected polygon in the hand; `vertex` is the one that keys move. */
export interface EditingTool {
  readonly name: 'editing';
  readonly id: ShapeId;
  readonly vertex: number | null;
}

/** A marker waiting for its place. */
export interface PlacingTool {
  readonly name: 'placing';
}

export type Tool = IdleTool | DrawingTool | EditingTool | PlacingTool;

/** Why a polygon on the screen can't be saved yet. */
export interface Problem {
  readonly id: ShapeId;
  readonly reason: 'crosses_itself' | 'too_complex';
  /** The pairs of edges that meet, the first hundred of them. */
  readonly intersections: readonly SelfIntersection[];
  /** The corners that `value` gives meanwhile: the last good ones; `null` where there were none yet. */
  readonly saved: readonly LatLng[] | null;
}

/** Everything the map widget knows about its shapes. Only `reduce` makes a new one. */
export interface MapState {
  /** What is on the screen, invalid polygons included. */
  readonly shapes: Shapes;
  /** What is given out as `value`: as `shapes`, but an invalid polygon keeps its last good corners, or waits. */
  readonly value: Shapes;
  /** The invalid polygons by `String(id)`. */
  readonly problems: ReadonlyMap<string, Problem>;
  readonly selection: ShapeRef | null;
  readonly tool: Tool;
  readonly history: History;
  readonly rights: Rights;
  readonly limits: Limits;
  readonly options: Options;
}

/** A change that was not made, and why. */
export interface Refusal {
  readonly reason: Reason;
  /** Which action was refused. */
  readonly action: string;
}

/** What holds where nothing is said. */
export const defaultOptions: Options = {
  allowSelfIntersection: false,
  confirmDelete: true,
  confirmClear: true,
};
