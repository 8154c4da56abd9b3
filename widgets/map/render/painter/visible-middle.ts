import type { PixelPath } from '../canvas/canvas-pen.ts';

/** A box in pixels: left, top, right, bottom. */
export type PixelBox = readonly [left: number, top: number, right: number, bottom: number];

/** The centre of the part of a ring within a box, and the size of that part; null if there is none. */
export function visibleMiddle(
  ring: PixelPath,
  box: PixelBox,
): { readonly at: readonly [x: number, y: number]; readonly width: number; readonly height: number } | null {
  const part = clipped(ring, box);
  const [xs, ys] = [part.filter((_, index) => index % 2 === 0), part.filter((_, index) => index % 2 === 1)];
  if (xs.length < 3) return null;
  const [width, height] = [spread(xs), spread(ys)];
  const at = gravity(xs, ys);
  return at ? { at, width, height } : null;
}

const spread = (numbers: readonly number[]) => Math.max(...numbers) - Math.min(...numbers);

/**
 * The part of a ring within a box, clipped at one side after the other; separate pieces are connected along
 * the box.
 */
function clipped(ring: PixelPath, [left, top, right, bottom]: PixelBox): PixelPath {
  const sides = [
    [0, 1, left],
    [1, 1, top],
    [0, -1, right],
    [1, -1, bottom],
  ] as const;
  return sides.reduce((path, [axis, sign, limit]) => {
    const part: number[] = [];
    const isIn = (corner: number) => sign * ((path[corner + axis] ?? 0) - limit) >= 0;
    for (let to = 0; to < path.length; to += 2) {
      const from = (to + path.length - 2) % path.length;
      if (isIn(from) !== isIn(to)) {
        const [start, end] = [path[from + axis] ?? 0, path[to + axis] ?? 0];
        const share = (limit - start) / (end - start);
        for (const side of [0, 1])
          part.push((path[from + side] ?? 0) + share * ((path[to + side] ?? 0) - (path[from + side] ?? 0)));
      }
      if (isIn(to)) part.push(path[to] ?? 0, path[to + 1] ?? 0);
    }
    return part;
  }, ring);
}

/** The centroid of a ring; null if it has no area. */
function gravity(xs: readonly number[], ys: readonly number[]): readonly [x: number, y: number] | null {
  let [area, x, y] = [0, 0, 0];
  for (const [at, nextX] of xs.entries()) {
    const before = (at + xs.length - 1) % xs.length;
    const [fromX, fromY, toY] = [xs[before] ?? 0, ys[before] ?? 0, ys[at] ?? 0];
    const cross = fromX * toY - nextX * fromY;
    area += cross;
    x += (fromX + nextX) * cross;
    y += (fromY + toY) * cross;
  }
  return area === 0 ? null : [x / (3 * area), y / (3 * area)];
}
