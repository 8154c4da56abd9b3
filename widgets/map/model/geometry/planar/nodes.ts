/** The distance in degrees within which points are equal: about a micrometre, far above the rounding of coordinates. */
export const tolerance = 1e-11;

/** The side of the hash cells for points: far above the tolerance, so that one cell is usually enough. */
const cellSize = 64 * tolerance;

/**
 * Numbers points; points within the tolerance of each other get the same number, so that no edge is shorter
 * than it. A hash table over typed arrays, since a city has 100,000 corners.
 */
export class NodeTable {
  xs: Float64Array;
  ys: Float64Array;
  count = 0;
  #slots: Int32Array;
  readonly #bits = new Float64Array(2);
  readonly #words = new Int32Array(this.#bits.buffer);

  constructor(capacity: number) {
    this.xs = new Float64Array(Math.max(16, capacity));
    this.ys = new Float64Array(Math.max(16, capacity));
    this.#slots = new Int32Array(slotsFor(capacity)).fill(-1);
  }

  /** The number of a point; a new one if none is near. */
  add(x: number, y: number): number {
    const near = this.#near(x, y);
    if (near >= 0) return near;
    if (this.count === this.xs.length || this.count * 2 > this.#slots.length) this.#grow();
    const node = this.count;
    this.xs[node] = x;
    this.ys[node] = y;
    this.count += 1;
    this.#store(node);
    return node;
  }

  #near(x: number, y: number): number {
    const [west, east] = [Math.floor((x - tolerance) / cellSize), Math.floor((x + tolerance) / cellSize)];
    const [south, north] = [Math.floor((y - tolerance) / cellSize), Math.floor((y + tolerance) / cellSize)];
    for (let column = west; column <= east; column += 1) {
      for (let row = south; row <= north; row += 1) {
        const found = this.#inCell(column, row, x, y);
        if (found >= 0) return found;
      }
    }
    return -1;
  }

  #inCell(column: number, row: number, x: number, y: number): number {
    const mask = this.#slots.length - 1;
    for (let slot = this.#hash(column, row) & mask; ; slot = (slot + 1) & mask) {
      const node = this.#slots[slot] ?? -1;
      if (node < 0) return -1;
      if (Math.abs((this.xs[node] ?? 0) - x) <= tolerance && Math.abs((this.ys[node] ?? 0) - y) <= tolerance)
        return node;
    }
  }

  #store(node: number): void {
    const mask = this.#slots.length - 1;
    const [column, row] = [
      Math.floor((this.xs[node] ?? 0) / cellSize),
      Math.floor((this.ys[node] ?? 0) / cellSize),
    ];
    let slot = this.#hash(column, row) & mask;
    while ((this.#slots[slot] ?? -1) >= 0) slot = (slot + 1) & mask;
    this.#slots[slot] = node;
  }

  #hash(column: number, row: number): number {
    // Turns -0 into 0, whose bits differ.
    this.#bits[0] = column + 0;
    this.#bits[1] = row + 0;
    const words = this.#words;
    let hash = Math.imul(words[0] ?? 0, 0x9e3779b1) ^ Math.imul(words[1] ?? 0, 0x85ebca6b);
    hash ^= Math.imul(words[2] ?? 0, 0xc2b2ae35) ^ Math.imul(words[3] ?? 0, 0x27d4eb2f);
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
    return (hash ^ (hash >>> 13)) >>> 0;
  }

  #grow(): void {
    const { xs, ys } = this;
    this.xs = new Float64Array(this.count * 2 + 16);
    this.ys = new Float64Array(this.count * 2 + 16);
    this.xs.set(xs);
    this.ys.set(ys);
    this.#slots = new Int32Array(slotsFor(this.xs.length)).fill(-1);
    for (let node = 0; node < this.count; node += 1) this.#store(node);
  }
}

/** A power of two, so that more than half of the slots stay free. */
function slotsFor(count: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(16, count * 3)));
}
