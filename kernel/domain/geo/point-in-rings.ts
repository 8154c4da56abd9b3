/** About so many edges share a band. */
const edgesPerBand = 8;
const maxBands = 4096;

/**
 * Prepares rings of coordinates (x, y, x, y) for the question of which places lie inside of an odd number of them. The answer
 * is that of `isInRing`; edges are sorted into bands of y once, so that each place looks at a few of them.
 */
export function createPointInRings(rings: readonly ArrayLike<number>[]): (x: number, y: number) => boolean {
  const edges = edgesOf(rings);
  const [low, high] = rangeOf(edges);
  const bands = Math.min(maxBands, Math.max(1, Math.floor(edges.length / 4 / edgesPerBand)));
  const perBand = bands / (high - low || 1);
  const bandOf = (y: number) => Math.min(bands - 1, Math.max(0, Math.floor((y - low) * perBand)));
  const found: number[][] = Array.from({ length: bands }, () => []);
  for (let edge = 0; edge < edges.length; edge += 4) {
    const [from, to] = [bandOf(edges[edge + 1] ?? 0), bandOf(edges[edge + 3] ?? 0)];
    for (let band = Math.min(from, to); band <= Math.max(from, to); band += 1) found[band]?.push(edge);
  }
  const inBand = found.map((list) => Uint32Array.from(list));
  return (x, y) => {
    if (!(y >= low && y <= high)) return false;
    let inside = false;
    for (const edge of inBand[bandOf(y)] ?? []) {
      const ay = edges[edge + 1] ?? 0;
      const by = edges[edge + 3] ?? 0;
      if (ay > y === by > y) continue;
      const ax = edges[edge] ?? 0;
      const bx = edges[edge + 2] ?? 0;
      if (x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
    }
    return inside;
  };
}

/** The ends of all edges: x, y, x, y. */
function edgesOf(rings: readonly ArrayLike<number>[]): Float64Array {
  const edges = new Float64Array(rings.reduce((sum, { length }) => sum + length * 2, 0));
  let at = 0;
  for (const ring of rings) {
    for (let index = 0; index < ring.length; index += 2) {
      const before = (index === 0 ? ring.length : index) - 2;
      for (const one of [before, before + 1, index, index + 1]) edges[at++] = ring[one] ?? 0;
    }
  }
  return edges;
}

function rangeOf(edges: Float64Array): readonly [low: number, high: number] {
  let [low, high] = [Infinity, -Infinity];
  for (let index = 1; index < edges.length; index += 2) {
    const y = edges[index] ?? 0;
    low = Math.min(low, y);
    high = Math.max(high, y);
  }
  return [low, high];
}
