import type { ParseResult } from '../exchange/reading.ts';
import type { Kind, LatLng, ShapeId } from '../shapes/shape.ts';
import type { Limits, Rights } from '../shapes/rights.ts';
import type { Options } from './state.ts';

/** Who wants a change. Rights and limits bind all alike. */
export type Origin = 'user' | 'api' | 'undo' | 'import';

/** A step in degrees: north, east. */
export type Delta = readonly [lat: number, lng: number];

interface NewShape {
  /** From `newShapeId()`. */
  readonly id: ShapeId;
  readonly title: string;
  /** Left out: the default colour of the kind. */
  readonly color?: string;
}

interface Repeatable {
  /** True where this goes on with the action just before (a held key, a dragged colour): both are undone at once. */
  readonly continues?: boolean;
}

/** Puts shapes in the place of all others, as `value` does. Starts the history anew; needs no rights. */
interface Replace {
  readonly type: 'replace';
  /** Unchecked, as it came from outside. */
  readonly shapes: unknown;
  /** Where the map is told to look: what would lie near there with its numbers exchanged is taken, and noted. */
  readonly near?: LatLng;
  /** Instead of them, what was read from a text. */
  readonly reading?: ParseResult;
}

/** Adds what a file or a text held. */
interface Import {
  readonly type: 'import';
  readonly reading: ParseResult;
}

type Whole =
  | Replace
  | Import
  /** Deletes every shape of the kinds that may be deleted. */
  | { readonly type: 'clear' }
  /** Takes back the last point while drawing, else the last change. */
  | { readonly type: 'undo' }
  | { readonly type: 'redo' }
  | {
      readonly type: 'configure';
      readonly rights?: Rights;
      readonly limits?: Limits;
      readonly options?: Partial<Options>;
    };

type Choice =
  | { readonly type: 'select'; readonly kind: Kind; readonly id: ShapeId }
  /** Also ends the editing of corners. */
  | { readonly type: 'deselect' };

type Drawing =
  | { readonly type: 'start_drawing' }
  /**
   * A click while drawing. With `zoom`, a click within `closingDistance` pixels of the first or the last point closes
   * the polygon; so a double-click does too, and with fewer than three points it is refused.
   */
  | ({ readonly type: 'add_point'; readonly at: LatLng; readonly zoom?: number } & NewShape)
  | { readonly type: 'take_back_point' }
  | ({ readonly type: 'finish_drawing' } & NewShape)
  /** Puts the tool away: a drawing, a marker to be placed, the corners. */
  | { readonly type: 'cancel' };

type Corners =
  /** Takes the corners of a polygon in the hand, and selects it. */
  | { readonly type: 'start_editing'; readonly id: ShapeId }
  | { readonly type: 'stop_editing' }
  | { readonly type: 'pick_vertex'; readonly vertex: number | null }
  /** Goes to the next corner (1) or the one before (-1), round and round. */
  | { readonly type: 'cycle_vertices'; readonly by: 1 | -1 }
  | ({
      readonly type: 'move_vertex';
      readonly id: ShapeId;
      readonly vertex: number;
      readonly to: LatLng;
    } & Repeatable)
  | ({
      readonly type: 'nudge_vertex';
      readonly id: ShapeId;
      readonly vertex: number;
      readonly by: Delta;
    } & Repeatable)
  /** A new corner on an edge; left out, `at` is its middle. */
  | { readonly type: 'insert_vertex'; readonly id: ShapeId; readonly edge: number; readonly at?: LatLng }
  /** Refused where three are left. */
  | { readonly type: 'delete_vertex'; readonly id: ShapeId; readonly vertex: number };

type Polygons =
  /** The square of the specification around a place, taken in the hand at once. */
  | ({ readonly type: 'add_square'; readonly center: LatLng } & NewShape)
  /** Shifts a whole polygon. */
  | ({ readonly type: 'move_polygon'; readonly id: ShapeId; readonly by: Delta } & Repeatable)
  /** Other corners for a polygon, all at once. */
  | { readonly type: 'reshape'; readonly id: ShapeId; readonly coords: readonly LatLng[] };

type Markers =
  | { readonly type: 'start_placing' }
  | ({ readonly type: 'add_marker'; readonly at: LatLng } & NewShape)
  | ({ readonly type: 'move_marker'; readonly id: ShapeId; readonly to: LatLng } & Repeatable);

type Either =
  | ({
      readonly type: 'rename';
      readonly kind: Kind;
      readonly id: ShapeId;
      readonly title: string;
    } & Repeatable)
  | ({
      readonly type: 'recolor';
      readonly kind: Kind;
      readonly id: ShapeId;
      readonly color: string;
    } & Repeatable)
  | { readonly type: 'delete'; readonly kind: Kind; readonly id: ShapeId };

/** Every change that there is. */
export type Action = (Whole | Choice | Drawing | Corners | Polygons | Markers | Either) & {
  readonly origin: Origin;
};

/** The names of the changes. */
export type ActionType = Action['type'];

/** One kind of change. */
export type ActionOf<T extends ActionType> = Extract<Action, { readonly type: T }>;
