import type { Layer } from '@deck.gl/core';
import {
  sameId,
  type LatLng,
  type MapState,
  type MarkerShape,
  type PolygonShape,
} from '../../model/index.ts';
import type { MapSession } from '../map-session.ts';
import type { Camera } from './camera.ts';
import { haloLayers, markerLayer, polygonLayers } from './paint.ts';

/** What changes with every move of the pointer, kept out of React and out of the model until it ends. */
export type Hot =
  /** Other corners for the polygon in the hand. */
  | { readonly kind: 'ring'; readonly coords: readonly LatLng[] }
  | { readonly kind: 'marker'; readonly shape: MarkerShape; readonly at: LatLng }
  /** Where the pointer is while drawing. */
  | { readonly kind: 'pointer'; readonly at: LatLng };

/** Draws what only an editor shows; comes with the editor's code. */
export type EditLayers = (state: MapState, hot: Hot | null, zoom: number) => EditPicture;

/** What an editor shows below the markers, and above them. */
export interface EditPicture {
  readonly below: readonly Layer[];
  readonly above: readonly Layer[];
}

/** Turns the state of a map into layers. What did not change keeps its data, so that nothing is uploaded again. */
export class Painter {
  hot: Hot | null = null;
  #editLayers: EditLayers | null = null;
  readonly #session: MapSession;
  readonly #camera: Camera;
  #polygons: readonly PolygonShape[] = [];
  #markers: readonly MarkerShape[] = [];

  constructor(session: MapSession, camera: Camera) {
    this.#session = session;
    this.#camera = camera;
  }

  /** Takes what an editor draws, or nothing when it goes. */
  setEditLayers(layers: EditLayers | null): void {
    this.#editLayers = layers;
    this.hot = null;
  }

  layers(): Layer[] {
    const { state } = this.#session;
    const { tool, selection, shapes } = state;
    const held = tool.name === 'editing' && this.#editLayers ? tool.id : null;
    const carried = this.hot?.kind === 'marker' ? this.hot.shape.id : null;
    this.#polygons = kept(this.#polygons, without(shapes.polygons, held));
    this.#markers = kept(this.#markers, without(shapes.markers, carried));

    const selected =
      selection?.kind === 'polygon' && held === null ? find(shapes.polygons, selection.id) : undefined;
    const marked = selection?.kind === 'marker' ? find(shapes.markers, selection.id) : undefined;
    const at = this.hot?.kind === 'marker' ? this.hot.at : (marked?.coords ?? null);
    const edited = this.#editLayers?.(state, this.hot, this.#camera.view.zoom);
    return [
      ...haloLayers('selected', selected?.coords ?? null, at),
      ...polygonLayers('shapes', this.#polygons),
      ...(edited?.below ?? []),
      markerLayer('markers', this.#markers),
      ...(edited?.above ?? []),
    ];
  }
}

function find<T extends { readonly id: string | number }>(
  shapes: readonly T[],
  id: string | number,
): T | undefined {
  return shapes.find((shape) => sameId(shape.id, id));
}

function without<T extends { readonly id: string | number }>(
  shapes: readonly T[],
  id: string | number | null,
): readonly T[] {
  return id === null ? shapes : shapes.filter((shape) => !sameId(shape.id, id));
}

/** The list of before, if it holds the same. */
function kept<T>(before: readonly T[], now: readonly T[]): readonly T[] {
  return before.length === now.length && before.every((shape, index) => shape === now[index]) ? before : now;
}
