import { WebMercatorViewport } from '@deck.gl/core';
import { fromWorld, worldSize, worldX, worldY } from '../../model/geometry/mercator.ts';
import type { LatLng } from '../../model/index.ts';

/** Where the map looks. */
export interface View {
  readonly latitude: number;
  readonly longitude: number;
  readonly zoom: number;
}

/** A place on the screen, in CSS pixels from the upper left corner of the map. */
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

/** How much of the picture tools lie over, in pixels from each of its edges. */
export interface OccludedArea {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

const noOcclusion: OccludedArea = { top: 0, right: 0, bottom: 0, left: 0 };

/** How shapes are fitted into the picture. */
export const fitting = { padding: 40, maxZoom: 16, delay: 200 } as const;

/** The padding where tools leave too little room for more. */
const minPadding = 12;

/** The camera of a map: turns places of the world into places on the screen and back. */
export class Camera {
  view: View;
  size: Size = { width: 1, height: 1 };
  #home: LatLng;
  #viewport: WebMercatorViewport | null = null;

  constructor(view: View) {
    this.view = view;
    this.#home = this.center;
  }

  /** Takes over where the map looks now. */
  set(view: View, size: Size = this.size): void {
    this.view = { latitude: view.latitude, longitude: view.longitude, zoom: view.zoom };
    this.size = size;
    this.#viewport = null;
  }

  get viewport(): WebMercatorViewport {
    this.#viewport ??= new WebMercatorViewport({ ...this.view, ...this.size });
    return this.#viewport;
  }

  /** Where whoever placed the map tells it to look, wherever people have moved it since. */
  get home(): LatLng {
    return this.#home;
  }

  setHome(home: LatLng): void {
    this.#home = home;
  }

  /** The place in the middle of the picture. */
  get center(): LatLng {
    return [this.view.latitude, this.view.longitude] as unknown as LatLng;
  }

  /** Where on the screen a place of the world is. */
  project([lat, lng]: LatLng): Point {
    const [x = 0, y = 0] = this.viewport.project([lng, lat]);
    return { x, y };
  }

  /** Which place of the world a place on the screen is. */
  unproject({ x, y }: Point): LatLng {
    const [lng = 0, lat = 0] = this.viewport.unproject([x, y]);
    return [lat, lng] as unknown as LatLng;
  }

  /** The view after a move by so many pixels; it ends where the world does. */
  panned(dx: number, dy: number): View {
    const { latitude, longitude, zoom } = this.view;
    const scale = 2 ** zoom;
    const half = Math.min(worldSize, this.size.height / scale) / 2;
    const y = clamp(worldY(latitude) - dy / scale, half, worldSize - half);
    const [lat, lng] = fromWorld(clamp(worldX(longitude) + dx / scale, 0, worldSize), y);
    return { latitude: dy === 0 ? latitude : lat, longitude: lng, zoom };
  }

  /** The view that shows a box of the world whole, beside what is covered. */
  fitted(
    [south, west, north, east]: readonly [number, number, number, number],
    covered: OccludedArea = noOcclusion,
  ): View {
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

/** The padding at both ends of a side, what is covered there included. */
function paddingOf(side: number, first: number, last: number, most: number): [number, number] {
  // However much lies over the map, shapes and their padding keep a quarter of it.
  const room = (side * 3) / 4;
  const [before, after] = [Math.min(first, room), Math.min(last, Math.max(0, room - first))];
  const free = side - before - after;
  const padding = clamp(free / 4, Math.min(minPadding, free / 3), most);
  return [before + padding, after + padding];
}

/** A number, held between two others. */
export function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
