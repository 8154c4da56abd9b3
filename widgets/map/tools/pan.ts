import type { Camera, Point, View } from '../render/camera/camera.ts';
import type { Drag } from './pointer-listener.ts';

/** What moves the picture of a map. */
export interface PanTarget {
  /** Moves the drawn frame to a view of the same zoom, and draws a new one when the frame's margin is used up. */
  panTo(view: View): void;
  /** Draws the view at which the map stopped. */
  finishPan(): void;
}

/** Pans the map with the mouse, starting at a point. */
export function startPan(from: Point, camera: Camera, target: () => PanTarget | null): Drag {
  let last = from;
  function move(at: Point): void {
    target()?.panTo(camera.panned(last.x - at.x, last.y - at.y));
    last = at;
  }
  return {
    move,
    drop(at) {
      move(at);
      target()?.finishPan();
    },
    cancel: () => target()?.finishPan(),
  };
}
