import type { Limits, Rights } from '../shapes/rights.ts';
import type { Reason } from '../shapes/rejection-reason.ts';
import type { History } from './history.ts';
import type { Form } from '../geometry/forms.ts';
import type { SelfIntersection } from '../geometry/self-intersections.ts';
import type { LatLng, Outline, ShapeId, ShapeRef, Shapes } from '../shapes/shape.ts';

/** Options of a map. The model uses the first two; the others decide whether the user has to confirm. */
export interface Options {
  readonly allowSelfIntersection: boolean;
  /** Whether areas may get additional parts and holes. Existing ones are drawn and edited in any case. */
  readonly multipart: boolean;
  /**
   * Whether corners at the same place belong to all areas that have them: they are moved, added and deleted
   * together, and no edit makes areas overlap. `auto`: only for areas that share a corner with another.
   */
  readonly sharedBorders: 'auto' | boolean;
  /** Whether drawn and dragged points snap to corners and edges. */
  readonly snapping: boolean;
  readonly confirmDelete: boolean;
  readonly confirmClear: boolean;
}

/** No tool is active: a click selects. */
interface IdleTool {
  readonly name: 'idle';
}

/** The purpose of a drawn line or ring: a new area, a change of the area `target`, or only a measurement. */
export type DrawingPurpose = 'area' | 'part' | 'hole' | 'cut' | 'split' | 'measure';

/** Something is being drawn. `taken` are the undone points; `redo` restores the last of them. */
export interface DrawingTool {
  readonly name: 'drawing';
  readonly purpose: DrawingPurpose;
  /** The area that is changed. */
  readonly target: ShapeId | null;
  /** Whether the line to the next corner of a border follows that border. */
  readonly isTracing: boolean;
  readonly points: readonly LatLng[];
  readonly taken: readonly LatLng[];
}

/** The vertices of the selected polygon are edited; keys move `vertex`. */
interface EditingTool {
  readonly name: 'editing';
  readonly id: ShapeId;
  readonly vertex: number | null;
}

/** The next click places a marker. */
interface PlacingTool {
  readonly name: 'placing';
}

/** The next click chooses the area that is merged with `id`. */
interface MergingTool {
  readonly name: 'merging';
  readonly id: ShapeId;
}

/** The kind of change of a whole area. */
export type Transform = 'move' | 'rotate' | 'scale';

/** A form is being drawn; `from` is its centre or first corner, once chosen. */
interface PrimitiveTool {
  readonly name: 'form';
  readonly form: Form;
  readonly from: LatLng | null;
}

/** An area is moved, rotated or scaled as a whole. */
interface TransformTool {
  readonly name: 'transform';
  readonly by: Transform;
  readonly id: ShapeId;
}

/** A tool of the page, by its id. */
interface CustomTool {
  readonly name: 'custom';
  readonly id: string;
}

export type Tool =
  | PrimitiveTool
  | TransformTool
  | CustomTool
  | MergingTool
  | IdleTool
  | DrawingTool
  | EditingTool
  | PlacingTool;

/** Why a polygon on the screen cannot be saved yet. */
export interface Problem {
  readonly id: ShapeId;
  readonly reason: 'crosses_itself' | 'too_complex';
  /** The first hundred intersections. */
  readonly intersections: readonly SelfIntersection[];
  /** The outline in `value` until then: the last valid one; `null` if there is none yet. */
  readonly saved: Outline | null;
}

/** The state of a map's shapes. Only `reduce` creates a new one. */
export interface MapState {
  /** The shapes on the screen, including invalid polygons. */
  readonly shapes: Shapes;
  /** The `value` that the page gets: like `shapes`, but with the last valid vertices of invalid polygons. */
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

/** A rejected change. */
export interface Rejection {
  readonly reason: Reason;
  /** The rejected action. */
  readonly action: string;
}

/** The default options. */
export const defaultOptions: Options = {
  allowSelfIntersection: false,
  multipart: false,
  sharedBorders: 'auto',
  snapping: true,
  confirmDelete: true,
  confirmClear: true,
};

/** Whether there is something to undo. */
export function canUndo({ tool, history }: MapState): boolean {
  return history.done.length > 0 || (tool.name === 'drawing' && tool.points.length > 0);
}

/** Whether there is something to redo. */
export function canRedo({ tool, history }: MapState): boolean {
  return history.undone.length > 0 || (tool.name === 'drawing' && tool.taken.length > 0);
}
