/**
 * Whether a point is inside a ring of coordinates (x, y, x, y) by the even-odd rule: regions that the ring encloses
 * twice are outside. The result for points on an edge is unspecified. The ring may be closed or not. A NaN coordinate
 * interrupts the ring: edges to and from it do not count.
 */
export function isInRing(ring: ArrayLike<number>, x: number, y: number): boolean {
  let inside = false;
  let ax = ring[ring.length - 2] ?? 0;
  let ay = ring[ring.length - 1] ?? 0;
  for (let index = 0; index < ring.length; index += 2) {
    const bx = ring[index] ?? 0;
    const by = ring[index + 1] ?? 0;
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
    ax = bx;
    ay = by;
  }
  return inside;
}
