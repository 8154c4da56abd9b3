import type { Layer } from '@deck.gl/core';
import {
  sameId,
  type LatLng,
  type MapState,
  type MarkerShape,
  type PolygonShape,
} from '../../model/index.ts';
import type { AreaLook } from '../polygons/area-styles.ts';
import type { MapSession } from '../../model/map-session.ts';
import { BlockPainter } from '../polygons/block-painter.ts';
import type { Camera } from '../camera/camera.ts';
import { isDarkGround } from '../canvas/contrast.ts';
import { markerLayer, selectionLayers } from '../canvas/paint.ts';
import type { Sheet } from '../canvas/overlay-canvas.ts';

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
export type Sketch = (sheet: Sheet, state: MapState, hot: Hot | null, grounds: readonly string[]) => void;

/** Turns the state of a map into layers. What did not change keeps its data, so that nothing is uploaded again. */
export class Painter {
  hot: Hot | null = null;
  #areas: AreaLook = 'tinted';
  #grounds: readonly string[] = [];
  #sketch: Sketch | null = null;
  readonly #session: MapSession;
  readonly #polygons = rest<PolygonShape>();
  readonly #blocks: BlockPainter;
  readonly #markers = rest<MarkerShape>();

  constructor(session: MapSession, camera: Camera) {
    this.#session = session;
    this.#blocks = new BlockPainter(camera);
  }

  /** Whether an editor draws on the sheet. */
  get isEdited(): boolean {
    return this.#sketch !== null;
  }

  /** Takes what an editor draws, or nothing when it goes. */
  setSketch(sketch: Sketch | null): void {
    this.#sketch = sketch;
    this.hot = null;
  }

  /** Draws what is in the hand: of all the shapes, those that change are on a sheet of their own. */
  sketch(sheet: Sheet): void {
    if (this.#sketch) this.#sketch(sheet, this.#session.state, this.hot, this.#grounds);
    else if (sheet.canvas.width > 0) sheet.canvas.width = 0;
  }

  /** Takes how areas look from now on. */
  setAreas(areas: AreaLook): void {
    this.#areas = areas;
  }

  /** Takes what shapes have to stand out from, as `#rrggbb`: first the ground of the theme, then what lies on it. */
  setGrounds(grounds: readonly string[]): void {
    this.#grounds = grounds;
  }

  /** Whether another picture of the polygons is due. */
  get isBehind(): boolean {
    return this.#blocks.isBehind;
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
      ...this.#blocks.layers(this.#polygons(shapes.polygons, held), this.#areas, this.#grounds),
      // Above its neighbours, which would cover the half of it that lies on them.
      ...selectionLayers(selected?.coords ?? null, at, isDarkGround(this.#grounds[0] ?? '#ffffff')),
      markerLayer('markers', this.#markers(shapes.markers, carried)),
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
