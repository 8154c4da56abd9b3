import { worldX, worldY } from '../../model/geometry/mercator.ts';
import type { LatLng } from '../../model/index.ts';
import type { Sheet } from './overlay-canvas.ts';

/** A word in the middle of a place. */
export interface Label {
  readonly at: LatLng;
  readonly text: string;
}

/** How far beyond the edge a label may have its middle and still be seen, in pixels. */
const reach = 40;

/**
 * Writes labels on the sheet above the picture, with the font of the page: a drawing context would need an atlas of letters
 * and a program of its own, which keeps the first picture waiting. With `wiped`, nothing else stays on the sheet.
 */
export function drawLabels({ canvas, view, size }: Sheet, labels: readonly Label[], wiped: boolean): void {
  // Written by the processor: a busy graphics process would be waited for.
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  if (!pen) return;
  const ratio = devicePixelRatio || 1;
  const [width, height] = [Math.round(size.width * ratio), Math.round(size.height * ratio)];
  if (canvas.width !== width || canvas.height !== height) {
    canvas.width = width;
    canvas.height = height;
  } else if (wiped) {
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, width, height);
  }
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.font = `600 12px ${getComputedStyle(canvas).fontFamily}`;
  pen.fillStyle = '#ffffff';
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  const scale = 2 ** view.zoom;
  const left = size.width / 2 - worldX(view.longitude) * scale;
  const top = size.height / 2 + worldY(view.latitude) * scale;
  for (const { at, text } of labels) {
    const [x, y] = [worldX(at[1]) * scale + left, top - worldY(at[0]) * scale];
    if (x < -reach || y < -reach || x > size.width + reach || y > size.height + reach) continue;
    pen.fillText(text, x, y);
  }
}
