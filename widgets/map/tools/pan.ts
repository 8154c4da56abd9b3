import type { Camera, Point, View } from '../render/camera/camera.ts';
import type { Drag } from './pointer-listener.ts';

/** What moves the picture of a map. */
export interface Slider {
  /** Looks elsewhere at the same zoom: moves the finished picture, and draws another one where it ends. */
  slide(view: View): void;
  /** Draws where the map has come to rest. */
  rest(): void;
}

/** Moves the map with a mouse, pressed at a point. */
export function panFrom(from: Point, camera: Camera, slider: () => Slider | null): Drag {
  let last = from;
  function move(at: Point): void {
    slider()?.slide(camera.panned(last.x - at.x, last.y - at.y));
    last = at;
  }
  return {
    move,
    drop(at) {
      move(at);
      slider()?.rest();
    },
    cancel: () => slider()?.rest(),
  };
}
