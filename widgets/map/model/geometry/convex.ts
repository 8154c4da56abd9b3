/** A smaller turn, relative to the products it is computed from, may be a rounding error. */
const rounding = 1e-12;

/**
 * Whether a ring of the given number of vertices, x and y in turn, is strictly convex: then it cannot
 * intersect itself, and it is a fan of triangles. Returns false if rounding errors could affect the result.
 */
export function isConvex(ring: ArrayLike<number>, count: number): boolean {
  if (count < 3) return false;
  const last = (count - 1) * 2;
  // Allocates no lists: this runs for thousands of small rings in code that is not optimized yet.
  let x = ring[last] ?? 0;
  let y = ring[last + 1] ?? 0;
  let dx = x - (ring[last - 2] ?? 0);
  let dy = y - (ring[last - 1] ?? 0);
  let way = 0;
  let rounds = 0;
  for (let at = 0; at <= last; at += 2) {
    const east = (ring[at] ?? 0) - x;
    const north = (ring[at + 1] ?? 0) - y;
    const one = dx * north;
    const other = dy * east;
    const orientation = one > other ? 1 : -1;
    if ((one - other) * orientation <= rounding * (Math.abs(one) + Math.abs(other))) return false;
    if (way === 0) way = orientation;
    if (orientation !== way) return false;
    // A ring that turns once changes from down to up once.
    if (isUp(east, north) && !isUp(dx, dy)) rounds += 1;
    if (rounds > 1) return false;
    x = ring[at] ?? 0;
    y = ring[at + 1] ?? 0;
    dx = east;
    dy = north;
  }
  return rounds === 1;
}

function isUp(east: number, north: number): boolean {
  return north > 0 || (north === 0 && east > 0);
}
