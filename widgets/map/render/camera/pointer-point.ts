import type { Point } from './camera.ts';

/** The upper left corner of an element in the window, in pixels, and the factor by which the page scales the element. */
export interface ShownBox {
  readonly left: number;
  readonly top: number;
  readonly scale: number;
}

/** The box of an element as it is shown, also on a page that scales it by `transform` or `zoom`. */
export function shownBoxOf(element: HTMLElement): ShownBox {
  const { left, top, width } = element.getBoundingClientRect();
  const { offsetWidth } = element;
  // Its own width is rounded to whole pixels.
  const isScaled = width > 0 && offsetWidth > 0 && Math.abs(width - offsetWidth) >= 1;
  return { left, top, scale: isScaled ? width / offsetWidth : 1 };
}

/** The position of a pointer in pixels of the element. */
export function pointIn(
  { left, top, scale }: ShownBox,
  { clientX, clientY }: Pick<MouseEvent, 'clientX' | 'clientY'>,
): Point {
  return { x: (clientX - left) / scale, y: (clientY - top) / scale };
}
