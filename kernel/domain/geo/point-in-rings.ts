import { isInRing } from './point-in-ring.ts';

/** The approximate number of edges per band. */
const edgesPerBand = 8;
const maxBands = 4096;

const none = new Float64Array(0);

/**
 * Creates a test whether a point is inside an odd number of rings of coordinates (x, y, x, y). The result equals that
 * of `isInRing`; edges are sorted into bands of y once, so that each point is compared with a few of them.
 */
export function createPointInRings(rings: readonly ArrayLike<number>[]): (x: number, y: number) => boolean {
  const [low, high, edges] = measure(rings);
  const bands = Math.min(maxBands, Math.max(1, Math.floor(edges / edgesPerBand)));
  const perBand = bands / (high - low || 1);
  const bandOf = (y: number) => Math.min(bands - 1, Math.max(0, Math.floor((y - low) * perBand)));
  const found: number[][] = Array.from({ length: bands }, () => []);
  for (const ring of rings) {
    let ax = ring[ring.length - 2] ?? 0;
    let ay = ring[ring.length - 1] ?? 0;
    for (let index = 0; index < ring.length; index += 2) {
      const bx = ring[index] ?? 0;
      const by = ring[index + 1] ?? 0;
      const last = bandOf(Math.max(ay, by));
      for (let band = bandOf(Math.min(ay, by)); band <= last; band += 1) {
        addEdge(found[band] ?? [], ax, ay, bx, by);
      }
      ax = bx;
      ay = by;
    }
  }
  const lines = found.map((line) => new Float64Array(line));
  return (x, y) => y >= low && y <= high && isInRing(lines[bandOf(y)] ?? none, x, y);
}

/**
 * Adds an edge to a band. A band is one line for `isInRing`, with NaN where an edge does not continue the previous one.
 * It becomes a typed array, like the rings of a map: mixing array kinds would slow down `isInRing`.
 */
function addEdge(line: number[], ax: number, ay: number, bx: number, by: number): void {
  const { length } = line;
  if (length === 0 || line[length - 2] !== ax || line[length - 1] !== ay) line.push(NaN, NaN, ax, ay);
  line.push(bx, by);
}

/** The lowest and the highest y, and the number of edges. */
function measure(rings: readonly ArrayLike<number>[]): readonly [low: number, high: number, edges: number] {
  let [low, high, edges] = [Infinity, -Infinity, 0];
  for (const ring of rings) {
    edges += ring.length / 2;
    for (let index = 1; index < ring.length; index += 2) {
      const y = ring[index] ?? 0;
      low = Math.min(low, y);
      high = Math.max(high, y);
    }
  }
  return [low, high, edges];
}
