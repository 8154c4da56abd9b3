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
import { blocksOf, type Block } from './blocks.ts';
import { haloLayers, markerLayer, polygonLayers } from './paint.ts';
import type { Sheet } from './sheet.ts';

/** What changes with every move of the pointer, kept out of React and out of the model until it ends. */
export type Hot =
  /** Another place for a corner of the polygon in the hand, whose corners `coords` stays as long as it is dragged. */
  | {
      readonly kind: 'ring';
      readonly coords: readonly LatLng[];
      readonly vertex: number;
      readonly at: LatLng;
    }
  | { readonly kind: 'marker'; readonly shape: MarkerShape; readonly at: LatLng }
  /** Where the pointer is while drawing. */
  | { readonly kind: 'pointer'; readonly at: LatLng };

/** Draws what only an editor shows, on the sheet above the shapes; comes with the editor's code. */
export type Sketch = (sheet: Sheet, state: MapState, hot: Hot | null) => void;

/** Turns the state of a map into layers. What did not change keeps its data, so that nothing is uploaded again. */
export class Painter {
  hot: Hot | null = null;
  #areas: AreaLook = 'tinted';
  #sketch: Sketch | null = null;
  readonly #session: MapSession;
  readonly #polygons = rest<PolygonShape>();
  #blocks: readonly Block[] = [];
  /** The blocks that are on the screen, or are in the picture that is made now. */
  readonly #shown = new Set<number>();
  readonly #markers = rest<MarkerShape>();

  constructor(session: MapSession) {
    this.#session = session;
  }

  /** Takes what an editor draws, or nothing when it goes. */
  setSketch(sketch: Sketch | null): void {
    this.#sketch = sketch;
    this.hot = null;
  }

  /** Draws what is in the hand: of all the shapes, those that change are on a sheet of their own. */
  sketch(sheet: Sheet): void {
    if (this.#sketch) this.#sketch(sheet, this.#session.state, this.hot);
    else if (sheet.canvas.width > 0) sheet.canvas.width = 0;
  }

  /** Takes how areas look from now on. */
  setAreas(areas: AreaLook): void {
    this.#areas = areas;
  }

  /** Whether there is more to be drawn than the last picture took in: another one is due. */
  get isBehind(): boolean {
    return this.#shown.size < this.#blocks.length;
  }

  /** The blocks of polygons to be drawn now. Of new ones a picture takes in one, so that no picture is long in coming. */
  #shapesNow(polygons: readonly PolygonShape[]): readonly Block[] {
    this.#blocks = blocksOf(polygons, this.#blocks);
    const keys = new Set(this.#blocks.map(({ key }) => key));
    for (const key of this.#shown) if (!keys.has(key)) this.#shown.delete(key);
    const next = this.#blocks.find(({ key }) => !this.#shown.has(key));
    if (next) this.#shown.add(next.key);
    // An empty one keeps the library's programs ready for what comes.
    return this.#blocks.length === 0 ? empty : this.#blocks.filter(({ key }) => this.#shown.has(key));
  }

  layers(): Layer[] {
    const { state } = this.#session;
    const { tool, selection, shapes } = state;
    const held = tool.name === 'editing' && this.#sketch ? tool.id : null;
    const carried = this.hot?.kind === 'marker' ? this.hot.shape.id : null;

    const selected =
      selection?.kind === 'polygon' && held === null ? find(shapes.polygons, selection.id) : undefined;
    const marked = selection?.kind === 'marker' ? find(shapes.markers, selection.id) : undefined;
    const at = carried === null ? (marked?.coords ?? null) : null;
    return [
      ...haloLayers('selected', selected?.coords ?? null, at),
      ...this.#shapesNow(this.#polygons(shapes.polygons, held)).flatMap(({ key, polygons }) =>
        polygonLayers(`shapes-${key}`, polygons, this.#areas),
      ),
      markerLayer('markers', this.#markers(shapes.markers, carried)),
    ];
  }
}

const empty: readonly Block[] = [{ key: 0, polygons: [] }];

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
