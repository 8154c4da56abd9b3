import type { Corner, Ring } from './data.ts';

/** A map editor under test; the pointer does the rest. */
export interface Editor {
  /** Shows an editable map without a basemap, at the `view` of the data. */
  start(place: HTMLElement): Promise<void>;
  /** Removes the map, as the editor's documentation describes. */
  stop(): void | Promise<void>;
  /** Adds polygons, and waits until the editor reports them as loaded. */
  load(rings: readonly Ring[]): Promise<void>;
  /**
   * Imports the shapes of a text, and waits until all are drawn; returns their number. Only for our editor.
   */
  take?(text: string): Promise<number>;
  /** Makes the first polygon's corners editable. */
  edit(): Promise<void>;
  /** The element in which the map is drawn. */
  area(): Element;
  /** The current position of the first polygon's first corner. */
  corner(): Corner;
  /** That of the second polygon, which moves along if both share it. Only for our editor. */
  neighborCorner?(): Corner;
  /** The current centre of the map. */
  middle(): Corner;
  /** Other ways to show the same map, by name. Only for our editor. */
  readonly variants?: Readonly<Record<string, MountedMap>>;
}

/** A map that is only mounted and unmounted. */
export type MountedMap = Pick<Editor, 'start' | 'stop' | 'load'>;

/** An editor page's interface for the benchmark. */
export interface EditorPage extends Window {
  editor: Editor;
}

/** Registers an editor for the benchmark. */
export function offer(editor: Editor): void {
  Object.assign(window, { editor });
}

/** Waits for a number of animation frames; after two, everything drawn before the call is submitted. */
export function nextFrames(count = 2): Promise<void> {
  return new Promise((done) => {
    const wait = (left: number) => (left === 0 ? done() : requestAnimationFrame(() => wait(left - 1)));
    wait(count);
  });
}

/** A ring as a GeoJSON feature, closed. */
export function featureOf(ring: Ring, id: string | number, properties: object = {}) {
  const coordinates = [[...ring, ring[0] as Corner].map(([lng, lat]) => [lng, lat])];
  return { type: 'Feature', id, properties, geometry: { type: 'Polygon', coordinates } } as const;
}

/** The first corner of a polygon as returned by an editor. */
export function firstCorner(
  shape: { readonly geometry: { readonly coordinates: readonly (readonly Corner[])[] } } | undefined,
): Corner {
  const corner = shape?.geometry.coordinates[0]?.[0];
  if (!corner) throw new Error('there is no polygon');
  return [corner[0], corner[1]];
}
