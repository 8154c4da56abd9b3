import type { KeyboardEvent, Ref } from 'react';
import type {
  AnyShape,
  AttributeChoice,
  ExistingMode,
  Kind,
  LatLng,
  Limits,
  MapExport,
  MarkerShape,
  Origin,
  PolygonShape,
  Report,
  Rights,
  ShapeId,
  Shapes,
  ShapesValue,
} from '../../model/index.ts';
import type { Point } from '../../render/camera/camera.ts';
import type { AreaStyle } from '../../render/polygons/area-styles.ts';
import type { CustomTool } from '../../tools/custom-tool.ts';
import type { PointerTool } from '../../tools/pointer-listener.ts';
import type { MapOverlay } from '../../render/canvas/map-overlay.ts';
import type { MapTexts } from '../../model/text/texts.ts';
import type { TileSource } from '../../io/tiles/tile-source.ts';

/** The corner of the toolbar. */
export type ToolbarPosition = 'top-left' | 'top-right' | 'bottom-left' | 'bottom-right' | 'none';

/** The colours of the map; `inherit` uses those of the page. */
export type MapTheme = 'light' | 'dark' | 'auto' | 'inherit';

/** The centre and the zoom of a map. */
export interface MapView {
  readonly lat: number;
  readonly lng: number;
  readonly zoom: number;
}

/** The two default views of the specification. */
export const defaultViews = {
  /** For the general editor. */
  editor: { lat: 41.5585558, lng: 60.6208756, zoom: 13 },
  /** For the maps of households and statistics. */
  households: { lat: 41.55159148, lng: 60.63143713, zoom: 13 },
} as const satisfies Record<string, MapView>;

/** How a text is imported. */
export interface ImportOptions {
  /**
   * How to read shapes whose latitude and longitude seem to be exchanged, which are rejected by default: as
   * written, or exchanged.
   */
  readonly axes?: 'as_written' | 'exchanged';
  /** The attributes with the names in Uzbek and in Russian, and with the id; by default detected by their names. */
  readonly attributes?: AttributeChoice;
  /** The handling of shapes whose id is already on the map; by default `add`: they get a new id. */
  readonly existing?: ExistingMode;
}

/** The methods of a map. */
export interface KomakMapHandle {
  /** Shows all shapes, or one. */
  fit(id?: ShapeId, kind?: Kind): void;
  select(id: ShapeId | null, kind?: Kind): void;
  /** Deletes all shapes that the permissions allow, without confirmation. */
  clear(): void;
  undo(): void;
  redo(): void;
  export(): MapExport;
  /** The position of a place in CSS pixels from the upper left corner of the map; null until the map has a size. */
  project(position: LatLng): Point | null;
  /** The place at a point, the inverse of `project`. */
  unproject(point: Point): LatLng | null;
  /** Reads a text or a file: the export format, GeoJSON, KML or WKT. */
  import(source: string | Blob, options?: ImportOptions): Promise<Report>;
  /** Replaces all shapes; invalid ones are left out and reported, swapped ones get a note. */
  replace(shapes: unknown): Report | null;
  /** As `replace`, from what `import` can read; if it is unreadable, nothing changes. Rejects when aborted. */
  load(source: string | Blob, signal?: AbortSignal): Promise<Report>;
  /** The shapes of the map that can be saved. */
  readonly value: ShapesValue;
}

/** An area as input from a page. */
export interface PolygonInput extends Omit<PolygonShape, 'coords' | 'otherRings'> {
  /** `[lat, lng]`, not closed: the outer ring of the largest part. */
  readonly coords: readonly (readonly [lat: number, lng: number])[];
  /** All rings, if there are several. */
  readonly geometry?: MultiPolygonInput | null | undefined;
}

/** A read-only GeoJSON MultiPolygon. */
export interface MultiPolygonInput {
  readonly type: 'MultiPolygon';
  readonly coordinates: readonly (readonly (readonly (readonly number[])[])[])[];
}

/** Shapes as input from a page; those of `onChange` are valid input too. */
export interface ShapesInput {
  readonly polygons: readonly PolygonInput[];
  readonly markers: readonly (Omit<MarkerShape, 'coords'> & {
    readonly coords: readonly [lat: number, lng: number];
  })[];
}

/** See `KomakMap`. */
export interface KomakMapProps {
  /** The texts of the namespace `map` in one language. */
  readonly texts: MapTexts;
  readonly lang?: string | undefined;
  /** `view` by default. */
  readonly mode?: 'view' | 'edit' | undefined;
  /**
   * A new object replaces all shapes and the history; the object of `onChange` changes nothing. An object that only differs
   * by titles renames the shapes and keeps the history, the view, and outlines that cannot be saved yet.
   */
  readonly value?: ShapesInput | undefined;
  readonly onChange?: ((value: Shapes, origin: Origin) => void) | undefined;
  /** The selection changed; null means none. */
  readonly onSelect?: ((shape: AnyShape | null, kind: Kind | null) => void) | undefined;
  /** Called with the number of self-intersecting polygons, which cannot be saved. */
  readonly onProblems?: ((count: number) => void) | undefined;
  readonly onReport?: ((report: Report) => void) | undefined;
  readonly onReady?: (() => void) | undefined;
  /** The view or the size has changed; once per frame. */
  readonly onMove?: ((view: MapView) => void) | undefined;
  readonly onError?: ((error: Error) => void) | undefined;
  readonly rights?: Rights | undefined;
  readonly limits?: Limits | undefined;
  readonly allowSelfIntersection?: boolean | undefined;
  /** Whether imported areas may have several parts and holes, and users may add some; false by default. */
  readonly multipart?: boolean | undefined;
  /**
   * Whether areas share corners at the same place, so that both sides of a border move together and no edit
   * makes areas overlap. `auto`, the default: only for areas that share a corner with another.
   */
  readonly sharedBorders?: 'auto' | boolean | undefined;
  /** Adjacent areas: while shapes are edited, they are drawn muted with their names, and points snap to them. */
  readonly neighbors?: readonly PolygonInput[] | undefined;
  /**
   * Whether the page updates `neighbors` together with the areas (`followBorders`): dragging a corner also
   * moves theirs.
   */
  readonly neighborsFollow?: boolean | undefined;
  /** Whether the list of border problems is initially open, in edit mode. */
  readonly checks?: boolean | undefined;
  readonly confirmDelete?: boolean | undefined;
  readonly confirmClear?: boolean | undefined;
  readonly toolbar?: ToolbarPosition | undefined;
  /** Lets the user clear a map in view mode, until `value` changes. */
  readonly clearable?: boolean | undefined;
  readonly theme?: MapTheme | undefined;
  /** Without tiles, shapes are drawn on a plain background. */
  readonly tiles?: readonly TileSource[] | undefined;
  /** The id of the first source to show; the first one by default, `none` for a plain background. */
  readonly tileStyle?: string | undefined;
  /** The view of a map without shapes, also used to detect swapped coordinates. */
  readonly place?: MapView | undefined;
  /** Whether the map is fitted to a new `value`; true by default. */
  readonly fit?: boolean | undefined;
  /** The title of a new shape; defaults to its kind and number. */
  readonly newTitle?: ((kind: Kind) => string | undefined) | undefined;
  /** The overlay above the shapes, such as many markers. */
  readonly overlay?: MapOverlay | undefined;
  /** Whether polygons are transparent (`tinted`, the default), or their colour represents a value (`filled`). */
  readonly areas?: AreaStyle | undefined;
  /** The page's own tools, after those of the editor. */
  readonly tools?: readonly CustomTool[] | undefined;
  /** The colour of the next new shape. */
  readonly newColor?: string | undefined;
  readonly ref?: Ref<KomakMapHandle> | undefined;
}

/** The elements that hold the parts of the editor. */
export interface EditorSlots {
  readonly toolbar: HTMLElement | null;
  readonly panels: HTMLElement | null;
  readonly card: HTMLElement | null;
}

/** The editor's handlers of pointers, keys and dropped files. */
export interface EditorHandle {
  readonly tool: PointerTool;
  /** Returns whether it handled the key; `onMap` says that the map has the focus, not one of its buttons. */
  readonly onKeyDown: (event: KeyboardEvent, onMap: boolean) => boolean;
  readonly importDropped: (files: FileList) => Promise<void>;
}
