/** A segment: x and y of its first end, then of its second. */
export type Segment = readonly [ax: number, ay: number, bx: number, by: number];

/** Twice the signed area of the triangle a, b, c: positive if c lies to the left of the path from a to b. */
export function orientation(ax: number, ay: number, bx: number, by: number, cx: number, cy: number): number {
  return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
}

/** The point where two segments meet or touch, or null. */
export function intersectionPoint(
  [ax, ay, bx, by]: Segment,
  [cx, cy, dx, dy]: Segment,
): readonly [x: number, y: number] | null {
  const c = orientation(ax, ay, bx, by, cx, cy);
  const d = orientation(ax, ay, bx, by, dx, dy);
  if ((c > 0 && d > 0) || (c < 0 && d < 0)) return null;
  const a = orientation(cx, cy, dx, dy, ax, ay);
  const b = orientation(cx, cy, dx, dy, bx, by);
  if ((a > 0 && b > 0) || (a < 0 && b < 0)) return null;
  if (c === 0 && within(ax, ay, bx, by, cx, cy)) return [cx, cy];
  if (d === 0 && within(ax, ay, bx, by, dx, dy)) return [dx, dy];
  if (a === 0 && within(cx, cy, dx, dy, ax, ay)) return [ax, ay];
  if (b === 0 && within(cx, cy, dx, dy, bx, by)) return [bx, by];
  if (a === 0 || b === 0 || c === 0 || d === 0) return null;
  const share = a / (a - b);
  return [ax + share * (bx - ax), ay + share * (by - ay)];
}

/** Whether the path a, b, c folds back onto itself at b. */
export function foldsBack(ax: number, ay: number, bx: number, by: number, cx: number, cy: number): boolean {
  return orientation(ax, ay, bx, by, cx, cy) === 0 && (ax - bx) * (cx - bx) + (ay - by) * (cy - by) > 0;
}

/** The position on a segment that is nearest to a point, as a share of its length: 0 at its first end, 1 at its second. */
export function shareAlong(ax: number, ay: number, bx: number, by: number, x: number, y: number): number {
  const length = (bx - ax) ** 2 + (by - ay) ** 2;
  const along = length === 0 ? 0 : ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length;
  return Math.min(1, Math.max(0, along));
}

/** The square of the distance from a point to a segment. */
export function squaredDistance(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  x: number,
  y: number,
): number {
  const share = shareAlong(ax, ay, bx, by, x, y);
  return (ax + share * (bx - ax) - x) ** 2 + (ay + share * (by - ay) - y) ** 2;
}

function within(ax: number, ay: number, bx: number, by: number, x: number, y: number): boolean {
  return x >= Math.min(ax, bx) && x <= Math.max(ax, bx) && y >= Math.min(ay, by) && y <= Math.max(ay, by);
}
