import {
  boundsOfShapes,
  latLng,
  markerOf,
  polygonOf,
  type Bounds,
  type ShapeRef,
} from '../../model/index.ts';
import { MapSession } from '../../model/map-session.ts';
import { Camera, type OccludedArea, type View } from '../../render/camera/camera.ts';
import { shortestMove } from '../../render/camera/occluded-area.ts';
import { OverlaidPainter } from '../../render/painter/overlaid-painter.ts';
import type { MapView } from '../api/map-props.ts';
import type { CanvasHandle } from '../stage/map-canvas.tsx';

/** The parts of a map that live outside React, so that moving and dragging render nothing. */
export class MapCore {
  readonly session = new MapSession();
  readonly camera: Camera;
  readonly painter: OverlaidPainter;
  readonly canvas: { current: CanvasHandle | null } = { current: null };
  readonly #occludedAreas: () => readonly OccludedArea[];
  /** The shape that was shown last, and the resulting view. */
  #shown: { readonly ref: ShapeRef | null; readonly view: View } | null = null;
  #refitFrame = 0;

  /** With `holdsOverlay`, the overlay is drawn once the map is fitted to its shapes. */
  constructor(
    { lat, lng, zoom }: MapView,
    occludedAreas: () => readonly OccludedArea[],
    { holdsOverlay }: { readonly holdsOverlay: boolean },
  ) {
    this.camera = new Camera({ latitude: lat, longitude: lng, zoom });
    this.painter = new OverlaidPainter(this.session, this.camera, holdsOverlay);
    this.#occludedAreas = occludedAreas;
  }

  /** Draws all layers; if they are too many for one frame, the rest follows in the next frames. */
  readonly repaint = (): void => {
    const canvas = this.canvas.current;
    if (!canvas) return;
    canvas.paint(this.painter);
    canvas.drawInteraction();
    if (this.painter.needsAnotherFrame) requestAnimationFrame(this.repaint);
  };

  readonly redrawInteraction = (): void => this.canvas.current?.drawInteraction();

  readonly setView = (view: View): void => {
    if (this.canvas.current) this.canvas.current.setView(view);
    else this.camera.set(view);
  };

  /** Fits one shape, or all of them, into the visible part of the map. */
  readonly show = (ref: ShapeRef | null): void => {
    this.#fit(ref);
    // The shape's card may open with it and cover it; its layout is known two frames later.
    this.cancelRefit();
    this.#refitFrame = requestAnimationFrame(() => {
      this.#refitFrame = requestAnimationFrame(() => {
        this.#refitFrame = 0;
        this.refit();
      });
    });
  };

  /** Fits the last shown shapes again, unless the map was moved since. */
  readonly refit = (): void => {
    if (this.#isShown()) this.#fit(this.#shown?.ref ?? null);
  };

  cancelRefit(): void {
    cancelAnimationFrame(this.#refitFrame);
    this.#refitFrame = 0;
  }

  /** Pans by the shortest distance that uncovers a shape behind panels. */
  readonly panIntoView = (ref: ShapeRef): void => {
    const { camera } = this;
    const bounds = this.#boundsFor(ref);
    // A pending refit already takes the panels into account.
    if (!bounds || camera.size.width <= 1 || this.#refitFrame !== 0) return;
    const [south, west, north, east] = bounds;
    const [start, end] = [camera.project(latLng(north, west)), camera.project(latLng(south, east))];
    const box = { left: start.x, top: start.y, right: end.x, bottom: end.y };
    const move = shortestMove(box, camera.size, this.#occludedAreas());
    if (!move || (move.x === 0 && move.y === 0)) return;
    const wasShown = this.#isShown();
    this.setView(camera.panned(-move.x, -move.y));
    // The user has not moved the map, so a resize may still fit it again.
    if (wasShown && this.#shown) this.#shown = { ...this.#shown, view: camera.view };
  };

  /** Fits bounds into the visible part of the map. */
  readonly fitBounds = (bounds: Bounds): void => {
    const { camera } = this;
    // A map that is hidden is fitted again when it gets a size.
    if (camera.size.width <= 1) return;
    const view = camera.fitted(bounds, this.#occludedAreas());
    // Without changes another frame would be identical.
    if (!isSameView(view, camera.view)) this.setView(view);
  };

  #fit(ref: ShapeRef | null): void {
    const bounds = this.#boundsFor(ref);
    if (!bounds) return;
    this.fitBounds(bounds);
    this.#shown = { ref, view: this.camera.view };
  }

  #isShown(): boolean {
    return this.#shown !== null && isSameView(this.#shown.view, this.camera.view);
  }

  #boundsFor(ref: ShapeRef | null): Bounds | null {
    const { shapes } = this.session.state;
    if (!ref) return boundsOfShapes(shapes);
    const polygon = ref.kind === 'polygon' ? polygonOf(shapes, ref.id) : null;
    const marker = ref.kind === 'marker' ? markerOf(shapes, ref.id) : null;
    return boundsOfShapes({ polygons: polygon ? [polygon] : [], markers: marker ? [marker] : [] });
  }
}

function isSameView(one: View, other: View): boolean {
  return one.latitude === other.latitude && one.longitude === other.longitude && one.zoom === other.zoom;
}
