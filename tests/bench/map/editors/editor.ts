import type { Corner, Ring } from './data.ts';

/** A map editor as the benchmark drives it; the pointer does the rest. */
export interface Editor {
  /** Shows a map on blank ground that can be edited, where `view` of the data says. */
  start(place: HTMLElement): Promise<void>;
  /** Takes the map down, as the editor's documentation says. */
  stop(): void | Promise<void>;
  /** Puts polygons on it, and waits until it says that they are there. */
  load(rings: readonly Ring[]): Promise<void>;
  /** Adds the shapes of a text, and waits until they are all drawn; answers how many. Only ours does. */
  take?(text: string): Promise<number>;
  /** Takes the corners of the first polygon in the hand. */
  edit(): Promise<void>;
  /** Where the map is drawn. */
  area(): Element;
  /** Where the first corner of the first polygon is now. */
  corner(): Corner;
  /** Where the map looks now. */
  middle(): Corner;
}

/** The interface of an editor's page for the benchmark. */
export interface EditorPage extends Window {
  editor: Editor;
}

/** Hands an editor to the benchmark. */
export function offer(editor: Editor): void {
  Object.assign(window, { editor });
}

/** Waits until what was drawn in this frame has been handed over. */
export function nextFrames(count = 2): Promise<void> {
  return new Promise((done) => {
    const wait = (left: number) => (left === 0 ? done() : requestAnimationFrame(() => wait(left - 1)));
    wait(count);
  });
}

/** A ring as GeoJSON closes it. */
export function featureOf(ring: Ring, id: string | number, properties: object = {}) {
  const coordinates = [[...ring, ring[0] as Corner].map(([lng, lat]) => [lng, lat])];
  return { type: 'Feature', id, properties, geometry: { type: 'Polygon', coordinates } } as const;
}

/** The first corner of a polygon as an editor gives it back. */
export function firstCorner(
  shape: { readonly geometry: { readonly coordinates: readonly (readonly Corner[])[] } } | undefined,
): Corner {
  const corner = shape?.geometry.coordinates[0]?.[0];
  if (!corner) throw new Error('there is no polygon');
  return [corner[0], corner[1]];
}
