import type { Layer } from '@deck.gl/core';
import {
  markerOf,
  polygonOf,
  sameId,
  type LatLng,
  type MapState,
  type MarkerShape,
  type Outline,
  type PolygonShape,
} from '../../model/index.ts';
import type { MapSession } from '../../model/map-session.ts';
import type { Camera } from '../camera/camera.ts';
import { isDarkBackground } from '../canvas/contrast.ts';
import { markerLayer, selectionLayers } from '../canvas/layers.ts';
import type { OverlayCanvas } from '../canvas/canvas-pen.ts';
import type { AreaStyle } from '../polygons/area-styles.ts';
import { BlockPainter } from '../polygons/block-painter.ts';

/** The state that changes with every pointer move, outside React and the model until the drag ends. */
export type Interaction =
  /** A vertex is dragged; `outline` stays the same during the drag. */
  | {
      readonly kind: 'ring';
      readonly outline: Outline;
      readonly vertex: number;
      readonly at: LatLng;
      /** The corners of other areas that move with it. */
      readonly others: readonly { readonly polygon: PolygonShape; readonly vertex: number }[];
      readonly snaps: boolean;
    }
  | { readonly kind: 'marker'; readonly shape: MarkerShape; readonly at: LatLng }
  /** The position of the pointer while a polygon is drawn. */
  | { readonly kind: 'pointer'; readonly at: LatLng; readonly snaps: boolean }
  /** Lines of a change that is not applied yet. */
  | { readonly kind: 'preview'; readonly outlines: readonly Outline[] };

/** Draws the editor's content on the overlay canvas; loaded with the editor's code. */
export type InteractionRenderer = (
  target: OverlayCanvas,
  state: MapState,
  interaction: Interaction | null,
  backgrounds: readonly string[],
  neighbors: readonly PolygonShape[],
) => void;

/** The content of a map, for drawing it without layers. */
export interface Scene {
  readonly polygons: readonly PolygonShape[];
  readonly areaStyle: AreaStyle;
  readonly backgrounds: readonly string[];
  readonly selectedPolygon: Outline | null;
  readonly selectedMarker: LatLng | null;
  readonly markers: readonly MarkerShape[];
}

/** Turns the state of a map into layers. Unchanged data stay the same object, so that deck.gl uploads nothing again. */
export class Painter {
  interaction: Interaction | null = null;
  #areaStyle: AreaStyle = 'tinted';
  #backgrounds: readonly string[] = [];
  #renderer: InteractionRenderer | null = null;
  readonly #session: MapSession;
  readonly #blocks: BlockPainter;
  readonly #polygons = memoizedWithout<PolygonShape>();
  readonly #markers = memoizedWithout<MarkerShape>();

  constructor(session: MapSession, camera: Camera) {
    this.#session = session;
    this.#blocks = new BlockPainter(camera);
  }

  /** Whether an editor draws on the overlay canvas. */
  get isEdited(): boolean {
    return this.#renderer !== null;
  }

  setInteractionRenderer(renderer: InteractionRenderer | null): void {
    this.#renderer = renderer;
    this.interaction = null;
  }

  /** Draws the changing shape on the overlay canvas; all others stay in their layers. */
  drawInteraction(target: OverlayCanvas): void {
    const { state, neighbors } = this.#session;
    if (this.#renderer) this.#renderer(target, state, this.interaction, this.#backgrounds, neighbors);
    else if (target.canvas.width > 0) target.canvas.width = 0;
  }

  setAreaStyle(style: AreaStyle): void {
    this.#areaStyle = style;
  }

  /** Sets the colours that shapes must contrast with, as `#rrggbb`: that of the theme, then that of the basemap. */
  setBackgrounds(backgrounds: readonly string[]): void {
    this.#backgrounds = backgrounds;
  }

  /** Whether some polygons are not drawn in their final form yet. */
  get needsAnotherFrame(): boolean {
    return this.#blocks.needsAnotherFrame;
  }

  /** Returns the shown shapes, without those being changed. */
  scene(): Scene {
    const { tool, selection, shapes } = this.#session.state;
    const editedId = tool.name === 'editing' && this.#renderer ? tool.id : null;
    const draggedId = this.interaction?.kind === 'marker' ? this.interaction.shape.id : null;
    const polygon =
      selection?.kind === 'polygon' && editedId === null ? polygonOf(shapes, selection.id) : null;
    const marker = selection?.kind === 'marker' && draggedId === null ? markerOf(shapes, selection.id) : null;
    return {
      polygons: this.#polygons(shapes.polygons, editedId),
      areaStyle: this.#areaStyle,
      backgrounds: this.#backgrounds,
      selectedPolygon: polygon,
      selectedMarker: marker?.coords ?? null,
      markers: this.#markers(shapes.markers, draggedId),
    };
  }

  layers(): Layer[] {
    const { polygons, areaStyle, backgrounds, selectedPolygon, selectedMarker, markers } = this.scene();
    const isDark = isDarkBackground(backgrounds[0] ?? '#ffffff');
    return [
      ...this.#blocks.layers(polygons, areaStyle, backgrounds),
      // Above the neighbours, which would cover half of the outline.
      ...selectionLayers(selectedPolygon, selectedMarker, isDark),
      markerLayer('markers', markers),
    ];
  }
}

type WithoutOne<T> = (shapes: readonly T[], without: string | number | null) => readonly T[];

/** Leaves one shape out of a list; returns the previous list if the result would be the same. */
function memoizedWithout<T extends { readonly id: string | number }>(): WithoutOne<T> {
  let input: readonly [readonly T[] | null, string | number | null] = [null, null];
  let output: readonly T[] = [];
  return (shapes, without) => {
    // Every pointer move requests the same list.
    if (input[0] === shapes && input[1] === without) return output;
    input = [shapes, without];
    const next = without === null ? shapes : shapes.filter(({ id }) => !sameId(id, without));
    const isSame = output.length === next.length && output.every((shape, index) => shape === next[index]);
    if (!isSame) output = next;
    return output;
  };
}
