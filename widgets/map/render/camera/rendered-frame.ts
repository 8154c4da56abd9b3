import { worldX, worldY } from '../../model/geometry/mercator.ts';
import type { View } from './camera.ts';

/** How far a picture reaches beyond what is seen of it, on every side, in pixels. */
export const frameMargin = 96;

/**
 * The picture that was drawn last. While a map is panned it is moved as it is, which costs the page next to nothing, and
 * drawn anew when its margin comes to an end.
 */
export class RenderedFrame {
  #frame: Pick<HTMLElement, 'style'> | null = null;
  #drawn: View | null = null;
  #at: readonly [x: number, y: number] = [0, 0];

  /** Takes what it hangs in, once that is in the page. */
  attach(frame: Pick<HTMLElement, 'style'> | null): void {
    this.#frame = frame;
  }

  /** Where it looks; the same object as long as it looks there. */
  get view(): View | null {
    return this.#drawn;
  }

  /** A picture of `drawn` is drawn now, while the camera looks at `wanted`. */
  commit({ latitude, longitude, zoom }: View, wanted: View): void {
    const before = this.#drawn;
    const same = before?.latitude === latitude && before.longitude === longitude && before.zoom === zoom;
    if (!same) this.#drawn = { latitude, longitude, zoom };
    this.moveTo(wanted);
  }

  /** Moves it to where another view has it; answers whether it reaches so far. */
  moveTo(wanted: View): boolean {
    const [x, y] = this.#shift(wanted);
    const far = Math.max(Math.abs(x), Math.abs(y));
    if (this.#frame)
      this.#frame.style.transform = far > 0 && far <= frameMargin ? `translate(${x}px, ${y}px)` : '';
    // Another one is drawn before all of the margin is used up: the next move may be as long as this one.
    const step = Math.max(Math.abs(x - this.#at[0]), Math.abs(y - this.#at[1]));
    this.#at = [x, y];
    return far + step <= frameMargin;
  }

  /** Whether it lies elsewhere than it was drawn for. */
  isMoved(wanted: View): boolean {
    return this.#shift(wanted).some((pixels) => pixels !== 0);
  }

  /** By how many pixels it would have to be moved; another zoom can't be had by moving. */
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

/** Without what calculating adds to whole pixels: a picture moved by a part of one is blurred. */
function rounded(pixels: number): number {
  return Math.round(pixels * 100) / 100;
}
