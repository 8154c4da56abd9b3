/** A corner that turns by less than this, beside the products that it is made of, may be rounded to the other side. */
const rounding = 1e-12;

/**
 * Whether a ring of so many corners, x and y in turn, turns one way at each of them and once around in all: then no edges
 * of it meet, and it is a fan of triangles. Whatever is too near to straight to tell is no.
 */
export function isConvex(ring: ArrayLike<number>, count: number): boolean {
  if (count < 3) return false;
  const last = (count - 1) * 2;
  // No lists: of thousands of small rings, each is looked at once, by code that is still cold.
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
    if (Math.abs(one - other) <= rounding * (Math.abs(one) + Math.abs(other))) return false;
    const turn = one > other ? 1 : -1;
    if (way === 0) way = turn;
    if (turn !== way) return false;
    // Once around, it goes over from down to up once.
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
