import { CanvasPen, type OverlayCanvas } from '../canvas/canvas-pen.ts';

/** What stays the same while something is moved, and is therefore drawn once. */
type StillPart = 'neighbors' | 'edited';

interface StillImage {
  readonly canvas: HTMLCanvasElement;
  /** Everything that the image shows depends on. */
  readonly key: readonly unknown[];
}

/** The images of each overlay canvas. */
const stillImages = new WeakMap<HTMLCanvasElement, Map<StillPart, StillImage>>();

/**
 * Copies a part from an image of its own, which is drawn again only if its key or the view has changed. A
 * thousand handles take a graphics processor far longer than one copy.
 */
export function drawStill(
  target: OverlayCanvas,
  pen: CanvasPen,
  { part, key, draw }: { part: StillPart; key: readonly unknown[]; draw: (pen: CanvasPen) => void },
): void {
  const { canvas, view, size, shift } = target;
  const images = stillImages.get(canvas) ?? new Map<StillPart, StillImage>();
  stillImages.set(canvas, images);
  const { latitude, longitude, zoom } = view;
  const whole = [...key, latitude, longitude, zoom, size.width, size.height, ...shift, devicePixelRatio];
  let image = images.get(part);
  if (!image || whole.some((value, index) => value !== image?.key[index])) {
    image = { canvas: image?.canvas ?? document.createElement('canvas'), key: whole };
    images.set(part, image);
    const own = CanvasPen.create({ ...target, canvas: image.canvas, styledBy: canvas });
    if (own) draw(own);
  }
  pen.copy(image.canvas);
}

/** Frees the image of a part that is no longer drawn. */
export function dropStill({ canvas }: OverlayCanvas, part: StillPart): void {
  stillImages.get(canvas)?.delete(part);
}
