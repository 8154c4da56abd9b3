import type { Size, View } from '../camera/camera.ts';

/** A 2D canvas over the map, and the view that it covers. */
export interface OverlayCanvas {
  readonly canvas: HTMLCanvasElement;
  readonly view: View;
  /** The size of the whole canvas, which reaches beyond the visible area. */
  readonly size: Size;
}
