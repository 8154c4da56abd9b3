import { worldX, worldY } from '../../model/geometry/mercator.ts';
import type { LatLng } from '../../model/index.ts';
import type { OverlayCanvas } from './canvas-pen.ts';

/** A text centred on a place. */
export interface Label {
  readonly at: LatLng;
  readonly text: string;
}

/** How far outside the canvas the centre of a visible label may be, in pixels. */
const labelReach = 40;

/**
 * Draws labels on the overlay canvas in the page's font: WebGL would need a glyph atlas and its own program,
 * which would delay the first frame. `clear` removes everything else from the canvas.
 */
export function drawLabels(
  { canvas, view, size }: OverlayCanvas,
  labels: readonly Label[],
  { clear }: { readonly clear: boolean },
): void {
  // Drawn by the CPU, since it would have to wait for a busy GPU process.
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  if (!pen) return;
  const ratio = devicePixelRatio || 1;
  const [width, height] = [Math.round(size.width * ratio), Math.round(size.height * ratio)];
  if (canvas.width !== width || canvas.height !== height) {
    canvas.width = width;
    canvas.height = height;
  } else if (clear) {
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
    if (x < -labelReach || y < -labelReach || x > size.width + labelReach || y > size.height + labelReach)
      continue;
    pen.fillText(text, x, y);
  }
}
