import type { KeyboardEvent, Ref } from 'react';
import type {
  AnyShape,
  Kind,
  Limits,
  MapExport,
  Origin,
  Report,
  Rights,
  ShapeId,
  Shapes,
  ShapesValue,
} from '../../model/index.ts';
import type { AreaStyle } from '../../render/polygons/area-styles.ts';
import type { PointerTool } from '../../tools/pointer-listener.ts';
import type { MapOverlay } from '../../render/canvas/map-overlay.ts';
import type { MapTexts } from '../../model/text/texts.ts';
import type { TileSource } from '../../io/tiles/tile-source.ts';

/** Where the toolbar stands. */
export type ToolbarPlace = 'top-left' | 'top-right' | 'bottom-left' | 'bottom-right' | 'none';

/** A map of one's own colours, or in those of the page around it (`inherit`). */
export type MapTheme = 'light' | 'dark' | 'auto' | 'inherit';

/** Where the map looks. */
export interface Place {
  readonly lat: number;
  readonly lng: number;
  readonly zoom: number;
}

/** The two default centres of the specification. */
export const defaultPlaces = {
  /** Of the general editor. */
  editor: { lat: 41.5585558, lng: 60.6208756, zoom: 13 },
  /** Of the maps of households and of statistics. */
  households: { lat: 41.55159148, lng: 60.63143713, zoom: 13 },
} as const satisfies Record<string, Place>;

/** How a text is imported. */
export interface ImportOptions {
  /**
   * What to do where latitude and longitude seem to have changed places, which is refused otherwise: believe the text, or
   * exchange the numbers of every place.
   */
  readonly axes?: 'as_written' | 'exchanged';
}

/** What the page around a map can make it do. */
export interface KomakMapHandle {
  /** Shows all shapes, or one. */
  fit(id?: ShapeId, kind?: Kind): void;
  select(id: ShapeId | null, kind?: Kind): void;
  /** Without asking; within the rights of the map. */
  clear(): void;
  undo(): void;
  redo(): void;
  export(): MapExport;
  /** Reads the export format, GeoJSON, KML or WKT. */
  import(text: string, options?: ImportOptions): Promise<Report>;
  /** Puts other shapes in the place of all; what is no shape is left out and reported, what looks swapped is noted. */
  replace(shapes: unknown): Report | null;
  /** As `replace`, from a text that `import` could read; one that is no map changes nothing. Fails once it is aborted. */
  load(text: string, signal?: AbortSignal): Promise<Report>;
  /** What the map holds, without what can't be saved. */
  readonly value: ShapesValue;
}

/** See `KomakMap`. */
export interface KomakMapProps {
  /** The texts of the namespace `map` in one language. */
  readonly texts: MapTexts;
  readonly lang?: string | undefined;
  /** `view` by default. */
  readonly mode?: 'view' | 'edit' | undefined;
  /** Another object replaces all shapes and starts the history anew; the one that `onChange` gave changes nothing. */
  readonly value?: Shapes | undefined;
  readonly onChange?: ((value: Shapes, origin: Origin) => void) | undefined;
  /** A shape was selected, or none is. */
  readonly onSelect?: ((shape: AnyShape | null, kind: Kind | null) => void) | undefined;
  /** How many polygons on the screen can't be saved yet, since their edges meet. */
  readonly onProblems?: ((count: number) => void) | undefined;
  readonly onReport?: ((report: Report) => void) | undefined;
  readonly onReady?: (() => void) | undefined;
  readonly onError?: ((error: Error) => void) | undefined;
  readonly rights?: Rights | undefined;
  readonly limits?: Limits | undefined;
  readonly allowSelfIntersection?: boolean | undefined;
  readonly confirmDelete?: boolean | undefined;
  readonly confirmClear?: boolean | undefined;
  readonly toolbar?: ToolbarPlace | undefined;
  /** A map to look at that may be emptied, for this look only. */
  readonly clearable?: boolean | undefined;
  readonly theme?: MapTheme | undefined;
  /** None: shapes lie on plain ground. */
  readonly tiles?: readonly TileSource[] | undefined;
  /** The id of the source to begin with; the first one by default, `none` for plain ground. */
  readonly tileStyle?: string | undefined;
  /** Where a map without shapes looks. It may change; what looks swapped is recognised by it. */
  readonly place?: Place | undefined;
  /** Whether shapes that are given are brought into the picture; they are by default. */
  readonly fit?: boolean | undefined;
  /** The title of a shape that is added; by default its kind and number. */
  readonly newTitle?: ((kind: Kind) => string | undefined) | undefined;
  /** What lies over the shapes and is none: `loadPlaces` makes one of places by the hundred thousand. */
  readonly overlay?: MapOverlay | undefined;
  /** Polygons let the ground through (`tinted`, the default), or mean a figure by their colour (`filled`). */
  readonly areas?: AreaStyle | undefined;
  /** The colour of the next shape that is added. */
  readonly newColor?: string | undefined;
  readonly ref?: Ref<KomakMapHandle> | undefined;
}

/** Where the parts of the editor stand, once it is there. */
export interface EditorSlots {
  readonly toolbar: HTMLElement | null;
  readonly panels: HTMLElement | null;
  readonly card: HTMLElement | null;
}

/** What the editor does with pointers, keys and dropped files. */
export interface EditorHandle {
  readonly tool: PointerTool;
  /** Answers whether it was a key of its own; `onMap` says that the map has the focus, not a button of it. */
  readonly onKeyDown: (event: KeyboardEvent, onMap: boolean) => boolean;
  readonly importText: (text: string) => Promise<void>;
}
