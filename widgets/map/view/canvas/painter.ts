import type { Layer } from '@deck.gl/core';
import {
  sameId,
  type LatLng,
  type MapState,
  type MarkerShape,
  type PolygonShape,
} from '../../model/index.ts';
import type { AreaLook } from '../area-looks.ts';
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
  #areas: AreaLook = 'tinted';
  #editLayers: EditLayers | null = null;
  readonly #session: MapSession;
  readonly #camera: Camera;
  readonly #polygons = rest<PolygonShape>();
  readonly #markers = rest<MarkerShape>();

  constructor(session: MapSession, camera: Camera) {
    this.#session = session;
    this.#camera = camera;
  }

  /** Takes what an editor draws, or nothing when it goes. */
  setEditLayers(layers: EditLayers | null): void {
    this.#editLayers = layers;
    this.hot = null;
  }

  /** Takes how areas look from now on. */
  setAreas(areas: AreaLook): void {
    this.#areas = areas;
  }

  layers(): Layer[] {
    const { state } = this.#session;
    const { tool, selection, shapes } = state;
    const held = tool.name === 'editing' && this.#editLayers ? tool.id : null;
    const carried = this.hot?.kind === 'marker' ? this.hot.shape.id : null;

    const selected =
      selection?.kind === 'polygon' && held === null ? find(shapes.polygons, selection.id) : undefined;
    const marked = selection?.kind === 'marker' ? find(shapes.markers, selection.id) : undefined;
    const at = this.hot?.kind === 'marker' ? this.hot.at : (marked?.coords ?? null);
    const edited = this.#editLayers?.(state, this.hot, this.#camera.view.zoom);
    return [
      ...haloLayers('selected', selected?.coords ?? null, at),
      ...polygonLayers('shapes', this.#polygons(shapes.polygons, held), this.#areas),
      ...(edited?.below ?? []),
      markerLayer('markers', this.#markers(shapes.markers, carried)),
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

type Rest<T> = (shapes: readonly T[], carried: string | number | null) => readonly T[];

/** All shapes but the one that is carried; the same list as before as long as it would hold the same. */
function rest<T extends { readonly id: string | number }>(): Rest<T> {
  let asked: readonly [readonly T[] | null, string | number | null] = [null, null];
  let answer: readonly T[] = [];
  return (shapes, carried) => {
    // With every move of the pointer the same is asked.
    if (asked[0] === shapes && asked[1] === carried) return answer;
    asked = [shapes, carried];
    const now = carried === null ? shapes : shapes.filter(({ id }) => !sameId(id, carried));
    const isSame = answer.length === now.length && answer.every((shape, index) => shape === now[index]);
    if (!isSame) answer = now;
    return answer;
  };
}
