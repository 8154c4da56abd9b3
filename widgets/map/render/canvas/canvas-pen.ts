import { frameMargin } from '../camera/rendered-frame.ts';
import { worldX, worldY } from '../../model/geometry/mercator.ts';
import { rgbaOf, type LatLng } from '../../model/index.ts';
import type { Size, View } from '../camera/camera.ts';

/** A path in pixels of the canvas: x, y, x, y. */
export type PixelPath = readonly number[];

/** A path that returns to its first point. */
export function closedPath(path: PixelPath): PixelPath {
  return [...path, ...path.slice(0, 2)];
}

/** The style of a handle. */
export interface HandleStyle {
  readonly radius: number;
  readonly fill: string;
  readonly rim: string;
}

/** Vertices closer to each other than this are drawn as one. */
const minStepPixels = 0.75;

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The part of each canvas with drawn content. */
const dirtyBoxes = new WeakMap<HTMLCanvasElement, Box | null>();

/** Draws in screen pixels on an overlay canvas, and clears only the previously drawn part. */
export class CanvasPen {
  readonly #pen: CanvasRenderingContext2D;
  readonly #target: OverlayCanvas;
  readonly #ratio = devicePixelRatio || 1;
  readonly #scale: number;
  readonly #left: number;
  readonly #top: number;

  private constructor(target: OverlayCanvas, pen: CanvasRenderingContext2D) {
    const { view, size } = target;
    this.#target = target;
    this.#pen = pen;
    this.#scale = 2 ** view.zoom;
    this.#left = size.width / 2 - worldX(view.longitude) * this.#scale;
    this.#top = size.height / 2 + worldY(view.latitude) * this.#scale;
  }

  /** Clears the canvas and returns a pen for it; null if the browser has no 2D context. */
  static create(target: OverlayCanvas): CanvasPen | null {
    const context = target.canvas.getContext('2d');
    if (!context) return null;
    const pen = new CanvasPen(target, context);
    pen.#clear();
    return pen;
  }

  /** Returns the position of a place on the canvas. */
  project([lat, lng]: LatLng): readonly [x: number, y: number] {
    return [worldX(lng) * this.#scale + this.#left, this.#top - worldY(lat) * this.#scale];
  }

  /** The path along a ring of world pixels, without indistinguishable vertices; `moved` is drawn elsewhere. */
  path(ring: Float64Array, moved?: { readonly vertex: number; readonly at: LatLng }): PixelPath {
    const path: number[] = [];
    let [lastX, lastY] = [Infinity, Infinity];
    for (let corner = 0; corner < ring.length / 2; corner += 1) {
      const isMoved = corner === moved?.vertex;
      const [x, y] = isMoved
        ? this.project(moved.at)
        : [
            (ring[corner * 2] ?? 0) * this.#scale + this.#left,
            this.#top - (ring[corner * 2 + 1] ?? 0) * this.#scale,
          ];
      if (!isMoved && Math.abs(x - lastX) < minStepPixels && Math.abs(y - lastY) < minStepPixels) continue;
      path.push(x, y);
      [lastX, lastY] = [x, y];
    }
    return path;
  }

  /** Fills an area of one or several rings and strokes its outline. */
  area(
    paths: readonly PixelPath[],
    color: string,
    { opacity, stroke }: { readonly opacity: number; readonly stroke: number },
  ): void {
    this.#trace(paths, true);
    this.#pen.fillStyle = cssOf(color, opacity);
    // Parts that the outline encloses twice are outside, as for clicks.
    this.#pen.fill('evenodd');
    if (stroke > 0) this.#stroke(paths, cssOf(color), stroke);
  }

  /** Whether a box in pixels intersects the canvas. */
  isVisible([left, top, right, bottom]: readonly [number, number, number, number]): boolean {
    const { width, height } = this.#target.size;
    return right >= 0 && bottom >= 0 && left <= width && top <= height;
  }

  /** The part of the canvas that is visible. */
  get visibleBox(): readonly [left: number, top: number, right: number, bottom: number] {
    const {
      size: { width, height },
      shift: [x, y],
    } = this.#target;
    return [frameMargin - x, frameMargin - y, width - frameMargin - x, height - frameMargin - y];
  }

  /** Draws a text with a halo, readable on any background: centred on a point, and completely if possible. */
  text(
    [x, y]: readonly [x: number, y: number],
    value: string,
    { color, halo }: { readonly color: string; readonly halo: string },
  ): void {
    const pen = this.#pen;
    const { canvas, styledBy = canvas } = this.#target;
    pen.font = `600 12px ${getComputedStyle(styledBy).fontFamily}`;
    pen.textAlign = 'center';
    pen.textBaseline = 'middle';
    pen.lineJoin = 'round';
    pen.lineWidth = 3;
    pen.strokeStyle = halo;
    const reach = pen.measureText(value).width / 2 + 3;
    const [left, , right] = this.visibleBox;
    const middle = Math.max(left + reach, Math.min(x, right - reach));
    pen.strokeText(value, middle, y);
    pen.fillStyle = color;
    pen.fillText(value, middle, y);
    this.#markDirty([middle - reach, y], 12);
    this.#markDirty([middle + reach, y], 12);
  }

  /** Copies what was drawn on another canvas of the same size. */
  copy(source: HTMLCanvasElement): void {
    const box = dirtyBoxes.get(source);
    const ratio = this.#ratio;
    if (!box) return;
    // From whole pixels to whole pixels, so that nothing is blurred.
    const [x, y] = [Math.floor(box.left * ratio), Math.floor(box.top * ratio)];
    const [width, height] = [Math.ceil(box.right * ratio) - x, Math.ceil(box.bottom * ratio) - y];
    if (width <= 0 || height <= 0) return;
    this.#pen.drawImage(source, x, y, width, height, x / ratio, y / ratio, width / ratio, height / ratio);
    this.#markDirty([box.left, box.top, box.right, box.bottom], 0);
  }

  /** Strokes an open line. */
  line(path: PixelPath, color: string, width: number): void {
    this.#trace([path], false);
    this.#stroke([path], cssOf(color), width);
  }

  /** Draws one handle with a rim. */
  handle([x, y]: readonly [x: number, y: number], style: HandleStyle): void {
    const image = handleImage(style, this.#ratio);
    const edge = image.width / this.#ratio / 2;
    const onPixel = (value: number) => Math.round((value - edge) * this.#ratio) / this.#ratio;
    this.#pen.drawImage(image, onPixel(x), onPixel(y), edge * 2, edge * 2);
    this.#markDirty([x, y], edge + 1);
  }

  #trace(paths: readonly PixelPath[], closed: boolean): void {
    const pen = this.#pen;
    pen.beginPath();
    for (const path of paths) {
      pen.moveTo(path[0] ?? 0, path[1] ?? 0);
      for (let at = 2; at < path.length; at += 2) pen.lineTo(path[at] ?? 0, path[at + 1] ?? 0);
      if (closed) pen.closePath();
      this.#markDirty(path, 1);
    }
  }

  #stroke(paths: readonly PixelPath[], color: string, width: number): void {
    const pen = this.#pen;
    pen.lineWidth = width;
    pen.lineJoin = 'round';
    pen.lineCap = 'round';
    pen.strokeStyle = color;
    pen.stroke();
    for (const path of paths) this.#markDirty(path, width);
  }

  /** Clears the canvas; resizes it if the map has another size. */
  #clear(): void {
    const { canvas, size } = this.#target;
    const [width, height] = [Math.round(size.width * this.#ratio), Math.round(size.height * this.#ratio)];
    if (canvas.width !== width || canvas.height !== height) {
      canvas.width = width;
      canvas.height = height;
    } else {
      const box = dirtyBoxes.get(canvas);
      this.#pen.setTransform(this.#ratio, 0, 0, this.#ratio, 0, 0);
      if (box) this.#pen.clearRect(box.left, box.top, box.right - box.left, box.bottom - box.top);
    }
    dirtyBoxes.set(canvas, null);
    this.#pen.setTransform(this.#ratio, 0, 0, this.#ratio, 0, 0);
  }

  #markDirty(path: PixelPath, edge: number): void {
    const { canvas, size } = this.#target;
    let { left, top, right, bottom } = dirtyBoxes.get(canvas) ?? emptyBox;
    for (let at = 0; at < path.length; at += 2) {
      const [x, y] = [path[at] ?? 0, path[at + 1] ?? 0];
      left = Math.min(left, x - edge);
      right = Math.max(right, x + edge);
      top = Math.min(top, y - edge);
      bottom = Math.max(bottom, y + edge);
    }
    dirtyBoxes.set(canvas, {
      left: Math.max(0, Math.floor(left)),
      top: Math.max(0, Math.floor(top)),
      right: Math.min(size.width, Math.ceil(right)),
      bottom: Math.min(size.height, Math.ceil(bottom)),
    });
  }
}

const emptyBox: Box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };

/** The colour of a shape in CSS. */
export function cssOf(color: string, opacity = 1): string {
  const [red, green, blue] = rgbaOf(color);
  return `rgb(${red} ${green} ${blue} / ${opacity})`;
}

const handleImages = new Map<string, HTMLCanvasElement>();

/** The image of a handle, drawn once and copied for each handle. */
function handleImage({ radius, fill, rim }: HandleStyle, ratio: number): HTMLCanvasElement {
  const key = [radius, fill, rim, ratio].join(' ');
  const known = handleImages.get(key);
  if (known) return known;
  const image = document.createElement('canvas');
  const middle = radius + 2;
  image.width = Math.ceil(middle * 2 * ratio);
  image.height = image.width;
  const pen = image.getContext('2d');
  if (pen) {
    pen.scale(ratio, ratio);
    pen.arc(middle, middle, radius, 0, 2 * Math.PI);
    pen.fillStyle = fill;
    pen.fill();
    pen.lineWidth = 2;
    pen.strokeStyle = rim;
    pen.stroke();
  }
  if (handleImages.size > 60) handleImages.clear();
  handleImages.set(key, image);
  return image;
}

/** A 2D canvas over the map, and the view that it covers. */
export interface OverlayCanvas {
  readonly canvas: HTMLCanvasElement;
  /** The element whose font its texts have, if not the canvas. */
  readonly styledBy?: HTMLElement;
  readonly view: View;
  /** The size of the whole canvas, which reaches beyond the visible area. */
  readonly size: Size;
  /** How far the canvas is moved on the screen, in pixels to the right and down. */
  readonly shift: readonly [x: number, y: number];
}
