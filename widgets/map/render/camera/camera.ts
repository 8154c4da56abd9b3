import { WebMercatorViewport } from '@deck.gl/core';
import { fromWorld, worldSize, worldX, worldY } from '../../model/geometry/mercator.ts';
import { latLng, type Bounds, type LatLng } from '../../model/shapes/shape.ts';

/** The centre and the zoom of a map. */
export interface View {
  readonly latitude: number;
  readonly longitude: number;
  readonly zoom: number;
}

/** A point on the screen, in CSS pixels from the upper left corner of the map. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The zoom range of the specification. */
export const zoomRange = { min: 0, max: 18 } as const;

/** How much of the map panels cover, in pixels from each edge. */
export interface OccludedArea {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

const noOcclusion: OccludedArea = { top: 0, right: 0, bottom: 0, left: 0 };

/** How the map is fitted to shapes: padding in pixels, maximum zoom, delay in milliseconds. */
export const fitting = { padding: 40, maxZoom: 16, delay: 200 } as const;

/** The padding if panels leave little space. */
const minPadding = 12;

/** Projects places to points on the screen and back. */
export class Camera {
  view: View;
  size: Size = { width: 1, height: 1 };
  #home: LatLng;
  #viewport: WebMercatorViewport | null = null;
  readonly #listeners = new Set<() => void>();

  constructor(view: View) {
    this.view = view;
    this.#home = this.center;
  }

  /** Sets the current view and size. */
  set(view: View, size: Size = this.size): void {
    this.view = { latitude: view.latitude, longitude: view.longitude, zoom: view.zoom };
    this.size = size;
    this.#viewport = null;
    for (const listener of this.#listeners) listener();
  }

  /** Calls `listener` at every change of view or size; returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  get viewport(): WebMercatorViewport {
    this.#viewport ??= new WebMercatorViewport({ ...this.view, ...this.size });
    return this.#viewport;
  }

  /** The centre that the page set, regardless of later moves by the user. */
  get home(): LatLng {
    return this.#home;
  }

  setHome(home: LatLng): void {
    this.#home = home;
  }

  /** The place in the centre of the map. */
  get center(): LatLng {
    return latLng(this.view.latitude, this.view.longitude);
  }

  /** Projects a place to the screen. */
  project([lat, lng]: LatLng): Point {
    const [x = 0, y = 0] = this.viewport.project([lng, lat]);
    return { x, y };
  }

  /** The place at a point on the screen. */
  unproject({ x, y }: Point): LatLng {
    const [lng = 0, lat = 0] = this.viewport.unproject([x, y]);
    return latLng(lat, lng);
  }

  /** The view after a pan by a number of pixels, limited to the world. */
  panned(dx: number, dy: number): View {
    const { latitude, longitude, zoom } = this.view;
    const scale = 2 ** zoom;
    const half = Math.min(worldSize, this.size.height / scale) / 2;
    const y = clamp(worldY(latitude) - dy / scale, half, worldSize - half);
    const [lat, lng] = fromWorld(clamp(worldX(longitude) + dx / scale, 0, worldSize), y);
    return { latitude: dy === 0 ? latitude : lat, longitude: lng, zoom };
  }

  /**
   * The view that shows bounds as large as possible, beside one of the areas that panels may occlude; the
   * first of those that make hardly a difference.
   */
  fitted(bounds: Bounds, occluded: readonly OccludedArea[] = []): View {
    const views = (occluded.length > 0 ? occluded : [noOcclusion]).map((area) =>
      this.#fittedBeside(bounds, area),
    );
    return views.reduce((best, view) => (view.zoom > best.zoom + 0.1 ? view : best));
  }

  #fittedBeside([south, west, north, east]: Bounds, covered: OccludedArea): View {
    const { width, height } = this.size;
    const edge = Math.min(fitting.padding, width / 4, height / 4);
    const [left, right] = paddingOf(width, covered.left, covered.right, edge);
    const [top, bottom] = paddingOf(height, covered.top, covered.bottom, edge);
    const viewport = new WebMercatorViewport({ width, height });
    const { latitude, longitude, zoom } = viewport.fitBounds(
      [
        [west, south],
        [east, north],
      ],
      { padding: { top, right, bottom, left }, maxZoom: fitting.maxZoom },
    );
    return { latitude, longitude, zoom: clamp(zoom, zoomRange.min, zoomRange.max) };
  }
}

/** The padding at both ends of a side, including occluded parts. */
function paddingOf(side: number, first: number, last: number, maxPadding: number): [number, number] {
  // Shapes and their padding always get a quarter of the map.
  const maxOccluded = (side * 3) / 4;
  const [before, after] = [Math.min(first, maxOccluded), Math.min(last, Math.max(0, maxOccluded - first))];
  const free = side - before - after;
  const padding = clamp(free / 4, Math.min(minPadding, free / 3), maxPadding);
  return [before + padding, after + padding];
}

/** Limits a number to a range. */
export function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}
