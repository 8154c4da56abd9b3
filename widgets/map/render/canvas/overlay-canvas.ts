import type { Size, View } from '../camera/camera.ts';

/** A flat canvas over the picture of a map, and what of the world lies under it. */
export interface Sheet {
  readonly canvas: HTMLCanvasElement;
  readonly view: View;
  /** Of the whole canvas, which reaches beyond what is seen. */
  readonly size: Size;
}
