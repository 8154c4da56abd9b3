import { worldX, worldY } from '../../model/geometry/mercator.ts';
import type { View } from './camera.ts';

/** How far a frame reaches beyond the visible area on every side, in pixels. */
export const frameMargin = 96;

/**
 * The number of pixels by which a frame drawn during a pan is ahead of the view; the rest of its margin allows turning back.
 */
export const panLeadPixels = 72;

/** An element that can be moved by some pixels to the right and down. */
export interface MovableFrame {
  move(x: number, y: number): void;
  /** Prepares for many moves, until `rest`. */
  start(): void;
  rest(): void;
}

/**
 * Moves an element; between `start` and `rest` by the keyframes of a paused animation. Chromium composes the whole page
 * again for each change of an element's own `transform`, but not for one of an animation. A resting element has none, since
 * pages wait for animations to finish.
 */
export function movableFrame(element: HTMLElement | null): MovableFrame | null {
  if (!element) return null;
  let animation: Animation | null = null;
  let effect: KeyframeEffect | null = null;
  let transform = 'none';
  return {
    move(x, y) {
      transform = x === 0 && y === 0 ? 'none' : `translate(${x}px, ${y}px)`;
      if (effect) effect.setKeyframes({ transform: [transform, transform] });
      else element.style.transform = transform;
    },
    start() {
      if (animation) return;
      effect = new KeyframeEffect(
        element,
        { transform: [transform, transform] },
        { duration: 1, fill: 'both' },
      );
      animation = new Animation(effect);
      animation.pause();
    },
    rest() {
      element.style.transform = transform;
      animation?.cancel();
      [animation, effect] = [null, null];
    },
  };
}

/**
 * The last drawn frame. Panning moves it by a CSS transform, which is cheap, and draws a new one ahead of the
 * view when its margin is used up, which halves the number of frames of a long pan.
 */
export class RenderedFrame {
  #frame: MovableFrame | null = null;
  #drawn: View | null = null;
  #at: readonly [x: number, y: number] = [0, 0];
  #moved: readonly [x: number, y: number] = [0, 0];

  /** Sets what holds the canvases. */
  attach(frame: MovableFrame | null): void {
    this.#frame = frame;
  }

  /** The view of the frame; the same object as long as it does not change. */
  get view(): View | null {
    return this.#drawn;
  }

  /** How far the frame is moved, in pixels to the right and down. */
  get shift(): readonly [x: number, y: number] {
    return this.#moved;
  }

  /** Records that a frame of this view is drawn, while the camera shows `requested`. */
  commit({ latitude, longitude, zoom }: View, requested: View): void {
    const before = this.#drawn;
    const same = before?.latitude === latitude && before.longitude === longitude && before.zoom === zoom;
    if (!same) this.#drawn = { latitude, longitude, zoom };
    this.moveTo(requested);
  }

  /** Moves the frame with a pan; returns whether its margin suffices. */
  panTo(requested: View): boolean {
    this.#frame?.start();
    return this.moveTo(requested);
  }

  /** Leaves the frame where it is at the end of a pan. */
  rest(): void {
    this.#frame?.rest();
  }

  /** Moves the frame to another view; returns whether its margin suffices. */
  moveTo(requested: View): boolean {
    const [x, y] = this.#shift(requested);
    const far = Math.max(Math.abs(x), Math.abs(y));
    this.#moved = far <= frameMargin ? [x, y] : [0, 0];
    this.#frame?.move(...this.#moved);
    // The next move may be as long as this one: a new frame is drawn before the margin is used up.
    const step = Math.max(Math.abs(x - this.#at[0]), Math.abs(y - this.#at[1]));
    this.#at = [x, y];
    return far + step <= frameMargin;
  }

  /** How far ahead of a view the next frame of a pan is drawn, in pixels to the east and south, in the current direction. */
  ahead(requested: View): readonly [x: number, y: number] {
    const [x, y] = this.#shift(requested);
    const far = Math.max(Math.abs(x), Math.abs(y));
    // In whole pixels, since a frame moved by a fraction of one is blurred.
    const by = (side: number) => Math.round((-side / far) * panLeadPixels);
    return far > 0 && far < Infinity ? [by(x), by(y)] : [0, 0];
  }

  /** Whether the frame shows a view completely and sharply; a frame moved by a fraction of a screen pixel is blurred. */
  shows(requested: View, pixelRatio: number): boolean {
    const isWhole = (pixels: number) => Math.abs(pixels - Math.round(pixels)) < 0.01;
    return this.#shift(requested).every(
      (pixels) => Math.abs(pixels) <= frameMargin && isWhole(pixels * pixelRatio),
    );
  }

  /** How far the frame has to be moved, in pixels; infinite for another zoom. */
  #shift({ latitude, longitude, zoom }: View): readonly [x: number, y: number] {
    const drawn = this.#drawn;
    if (!drawn || drawn.zoom !== zoom) return [Infinity, Infinity];
    const scale = 2 ** zoom;
    return [
      rounded((worldX(drawn.longitude) - worldX(longitude)) * scale),
      rounded((worldY(latitude) - worldY(drawn.latitude)) * scale),
    ];
  }
}

/** Removes rounding errors: a frame moved by a fraction of a pixel is blurred. */
function rounded(pixels: number): number {
  return Math.round(pixels * 100) / 100;
}
