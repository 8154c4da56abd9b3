import type { ExistingMode, ParseResult } from '../exchange/parse-result.ts';
import type { Limits, Rights } from '../shapes/rights.ts';
import type { Form, WholeChange } from '../geometry/forms.ts';
import type { LatLng, PolygonShape, ShapeId, ShapeRef } from '../shapes/shape.ts';
import type { DrawingPurpose, Options, Transform } from './state.ts';

/** The origin of a change. Permissions and limits apply to all of them. */
export type Origin = 'user' | 'api' | 'undo' | 'import';

/** A step in degrees: north, east. */
export type Delta = readonly [lat: number, lng: number];

interface NewShape {
  /** From `newShapeId()`. */
  readonly id: ShapeId;
  readonly title: string;
  /** Defaults to the colour of the kind. */
  readonly color?: string;
}

interface Coalescing {
  /** Continues the action just before (a held key, a dragged colour): one undo reverts both. */
  readonly continues?: boolean;
}

interface Vertex {
  readonly id: ShapeId;
  readonly vertex: number;
}

type Empty = Readonly<Record<never, never>>;

/** The payload of each action. */
interface Payloads {
  /** Replaces all shapes, as `value` does. Starts a new history; needs no permissions. */
  replace: {
    /** Not validated, since it comes from outside. */
    readonly shapes: unknown;
    /**
     * The centre that the page gave: shapes that would be near it with latitude and longitude exchanged are
     * accepted and noted.
     */
    readonly near?: LatLng;
    /** Used instead of `shapes`: the result of reading a text. */
    readonly reading?: ParseResult;
  };
  /** Adds the shapes of a file or a text. */
  import: { readonly reading: ParseResult; readonly existing?: ExistingMode };
  /** Deletes all shapes of the kinds that may be deleted. */
  clear: Empty;
  /** Undoes the last point while drawing, otherwise the last change. */
  undo: Empty;
  redo: Empty;
  configure: {
    readonly rights?: Rights;
    readonly limits?: Limits;
    readonly options?: Partial<Options>;
  };

  select: ShapeRef;
  /** Also stops the editing of vertices. */
  deselect: Empty;
  rename: ShapeRef & Coalescing & { readonly title: string };
  recolor: ShapeRef & Coalescing & { readonly color: string };
  delete: ShapeRef;

  /** Without `id`, the selected area is changed; purposes `area` and `measure` need none. */
  start_drawing: { readonly purpose?: DrawingPurpose; readonly id?: ShapeId };
  /**
   * A click while drawing. With `zoom`, a click within `closingDistance` pixels of the first or the last point closes the
   * polygon; so does a double-click. With fewer than three points it is rejected.
   */
  add_point: NewShape & { readonly at: LatLng; readonly zoom?: number };
  /** Several points at once: typed coordinates, or a path along a border. */
  add_points: { readonly points: readonly LatLng[] };
  toggle_tracing: Empty;
  remove_last_point: Empty;
  finish_drawing: NewShape;
  /** Stops drawing, placing or editing. */
  cancel: Empty;

  /** Selects a polygon and starts to edit its vertices. */
  start_editing: { readonly id: ShapeId };
  stop_editing: Empty;
  pick_vertex: { readonly vertex: number | null };
  /** Selects the next vertex (1) or the previous one (-1), cyclically. */
  cycle_vertices: { readonly by: 1 | -1 };
  move_vertex: Vertex & Coalescing & { readonly to: LatLng };
  nudge_vertex: Vertex & Coalescing & { readonly by: Delta };
  /** Adds a vertex on an edge, by default in its middle. */
  insert_vertex: { readonly id: ShapeId; readonly edge: number; readonly at?: LatLng };
  /** Rejected if only three are left. */
  delete_vertex: Vertex;

  /** Chooses the first of two areas to merge. */
  start_merging: { readonly id: ShapeId };
  /** Merges two areas with a common border; the result keeps the name of the first. */
  merge: { readonly id: ShapeId; readonly other: ShapeId };
  /** Removes corners within a distance in metres of the line without them. */
  simplify: { readonly id: ShapeId; readonly meters: number };

  start_form: { readonly form: Form };
  /** Chooses the start of a form, then its end, which adds it. */
  place_form: NewShape & { readonly at: LatLng };
  start_transform: { readonly by: Transform; readonly id: ShapeId };
  /** Moves, rotates and scales an area around its centre. */
  transform: Coalescing & { readonly id: ShapeId; readonly change: WholeChange };

  /** Starts a tool of the page. */
  start_custom: { readonly id: string };

  /** Joins borders that lie within a distance in metres of each other, or of those of `fixed` areas, which are not moved. */
  snap_all: { readonly meters: number; readonly fixed?: readonly PolygonShape[] };

  /** Adds the square of the specification around a place and starts to edit it. */
  add_square: NewShape & { readonly center: LatLng };
  start_placing: Empty;
  add_marker: NewShape & { readonly at: LatLng };
  move_marker: Coalescing & { readonly id: ShapeId; readonly to: LatLng };
}

/** The names of the actions. */
export type ActionType = keyof Payloads;

/** One kind of action. */
export type ActionOf<T extends ActionType> = { readonly type: T; readonly origin: Origin } & Payloads[T];

/** All kinds of changes. */
export type Action = { [T in ActionType]: ActionOf<T> }[ActionType];
