import { worldX, worldY } from '../../model/geometry/mercator.ts';
import { markerRadius, rgba } from './paint.ts';
import type { Sheet } from './overlay-canvas.ts';
import type { LatLng } from '../../model/index.ts';

/** A way in pixels of the sheet: x, y, x, y. */
export type Way = readonly number[];

/** How a handle looks. */
export interface Dot {
  readonly radius: number;
  readonly fill: string;
  readonly rim: string;
}

/** Corners nearer to each other than this are one on the screen. */
const finest = 0.75;

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const soiled = new WeakMap<HTMLCanvasElement, Box | null>();

/**
 * Draws in pixels of the screen on what was wiped: a picture costs no more than what of it can be seen. It remembers how
 * much it has drawn on, so that the next one wipes no more than that.
 */
export class Brush {
  readonly #pen: CanvasRenderingContext2D;
  readonly #sheet: Sheet;
  readonly #ratio = devicePixelRatio || 1;
  readonly #scale: number;
  readonly #left: number;
  readonly #top: number;

  private constructor(sheet: Sheet, pen: CanvasRenderingContext2D) {
    const { view, size } = sheet;
    this.#sheet = sheet;
    this.#pen = pen;
    this.#scale = 2 ** view.zoom;
    this.#left = size.width / 2 - worldX(view.longitude) * this.#scale;
    this.#top = size.height / 2 + worldY(view.latitude) * this.#scale;
  }

  /** A brush for a clean sheet; null where the browser has none. */
  static on(sheet: Sheet): Brush | null {
    const { canvas } = sheet;
    const pen = canvas.getContext('2d');
    if (!pen) return null;
    const brush = new Brush(sheet, pen);
    brush.#wipe();
    return brush;
  }

  /** Where on the sheet a place is. */
  at([lat, lng]: LatLng): readonly [x: number, y: number] {
    return [worldX(lng) * this.#scale + this.#left, this.#top - worldY(lat) * this.#scale];
  }

  /** The way along corners that are pixels of the world, without those that nobody could tell apart; `moved` lies elsewhere. */
  way(ring: Float64Array, moved?: { readonly vertex: number; readonly at: LatLng }): Way {
    const way: number[] = [];
    let [lastX, lastY] = [Infinity, Infinity];
    for (let corner = 0; corner < ring.length / 2; corner += 1) {
      const isMoved = corner === moved?.vertex;
      const [x, y] = isMoved
        ? this.at(moved.at)
        : [
            (ring[corner * 2] ?? 0) * this.#scale + this.#left,
            this.#top - (ring[corner * 2 + 1] ?? 0) * this.#scale,
          ];
      if (!isMoved && Math.abs(x - lastX) < finest && Math.abs(y - lastY) < finest) continue;
      way.push(x, y);
      [lastX, lastY] = [x, y];
    }
    return way;
  }

  /** An area and its edge. */
  area(
    way: Way,
    color: string,
    { opacity, stroke }: { readonly opacity: number; readonly stroke: number },
  ): void {
    this.#path(way, true);
    this.#pen.fillStyle = cssOf(color, opacity);
    // Twice enclosed is outside, as it is for a press.
    this.#pen.fill('evenodd');
    if (stroke > 0) this.#stroke(way, cssOf(color), stroke);
  }

  /** An open line. */
  line(way: Way, color: string, width: number): void {
    this.#path(way, false);
    this.#stroke(way, cssOf(color), width);
  }

  /** Dots along a way; of those that would lie on one another, one. */
  dots(way: Way, dot: Dot): void {
    const { width, height } = this.#sheet.size;
    let [lastX, lastY] = [Infinity, Infinity];
    for (let at = 0; at < way.length; at += 2) {
      const [x, y] = [way[at] ?? 0, way[at + 1] ?? 0];
      if (x < -dot.radius || y < -dot.radius || x > width + dot.radius || y > height + dot.radius) continue;
      if (Math.abs(x - lastX) < dot.radius && Math.abs(y - lastY) < dot.radius) continue;
      this.dot([x, y], dot);
      [lastX, lastY] = [x, y];
    }
  }

  /** One dot, with a rim. */
  dot([x, y]: readonly [x: number, y: number], dot: Dot): void {
    const stamp = stampOf(dot, this.#ratio);
    const edge = stamp.width / this.#ratio / 2;
    const onPixel = (value: number) => Math.round((value - edge) * this.#ratio) / this.#ratio;
    this.#pen.drawImage(stamp, onPixel(x), onPixel(y), edge * 2, edge * 2);
    this.#soil([x, y], edge + 1);
  }

  /** A marker that is carried, with the ring of what is selected. */
  marker(place: LatLng, color: string): void {
    const at = this.at(place);
    this.dot(at, { radius: markerRadius + 5, fill: 'transparent', rim: '#0b7480' });
    this.dot(at, { radius: markerRadius + 2, fill: cssOf(color), rim: '#ffffff' });
  }

  #path(way: Way, closed: boolean): void {
    const pen = this.#pen;
    pen.beginPath();
    for (let at = 0; at < way.length; at += 2) pen.lineTo(way[at] ?? 0, way[at + 1] ?? 0);
    if (closed) pen.closePath();
    this.#soil(way, 1);
  }

  #stroke(way: Way, color: string, width: number): void {
    const pen = this.#pen;
    pen.lineWidth = width;
    pen.lineJoin = 'round';
    pen.lineCap = 'round';
    pen.strokeStyle = color;
    pen.stroke();
    this.#soil(way, width);
  }

  /** Takes the sheet as large as its picture, and clean. */
  #wipe(): void {
    const { canvas, size } = this.#sheet;
    const [width, height] = [Math.round(size.width * this.#ratio), Math.round(size.height * this.#ratio)];
    if (canvas.width !== width || canvas.height !== height) {
      canvas.width = width;
      canvas.height = height;
    } else {
      const box = soiled.get(canvas);
      this.#pen.setTransform(this.#ratio, 0, 0, this.#ratio, 0, 0);
      if (box) this.#pen.clearRect(box.left, box.top, box.right - box.left, box.bottom - box.top);
    }
    soiled.set(canvas, null);
    this.#pen.setTransform(this.#ratio, 0, 0, this.#ratio, 0, 0);
  }

  #soil(way: Way, edge: number): void {
    const { canvas, size } = this.#sheet;
    let { left, top, right, bottom } = soiled.get(canvas) ?? nowhere;
    for (let at = 0; at < way.length; at += 2) {
      const [x, y] = [way[at] ?? 0, way[at + 1] ?? 0];
      left = Math.min(left, x - edge);
      right = Math.max(right, x + edge);
      top = Math.min(top, y - edge);
      bottom = Math.max(bottom, y + edge);
    }
    soiled.set(canvas, {
      left: Math.max(0, Math.floor(left)),
      top: Math.max(0, Math.floor(top)),
      right: Math.min(size.width, Math.ceil(right)),
      bottom: Math.min(size.height, Math.ceil(bottom)),
    });
  }
}

const nowhere: Box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };

/** A colour of a shape as a style sheet has it. */
export function cssOf(color: string, opacity = 1): string {
  const [red, green, blue] = rgba(color);
  return `rgb(${red} ${green} ${blue} / ${opacity})`;
}

const stamps = new Map<string, HTMLCanvasElement>();

/** A dot that is drawn once and then pressed on wherever there is one. */
function stampOf({ radius, fill, rim }: Dot, ratio: number): HTMLCanvasElement {
  const key = [radius, fill, rim, ratio].join(' ');
  const known = stamps.get(key);
  if (known) return known;
  const stamp = document.createElement('canvas');
  const middle = radius + 2;
  stamp.width = Math.ceil(middle * 2 * ratio);
  stamp.height = stamp.width;
  const pen = stamp.getContext('2d');
  if (pen) {
    pen.scale(ratio, ratio);
    pen.arc(middle, middle, radius, 0, 2 * Math.PI);
    pen.fillStyle = fill;
    pen.fill();
    pen.lineWidth = 2;
    pen.strokeStyle = rim;
    pen.stroke();
  }
  if (stamps.size > 60) stamps.clear();
  stamps.set(key, stamp);
  return stamp;
}
