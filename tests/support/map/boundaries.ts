/** A vertex in the order of most files: longitude first. */
export type Corner = readonly [lng: number, lat: number];

/** Reproducible random numbers between 0 and 1. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Options of a boundary. */
export interface BoundaryOptions {
  readonly middle: Corner;
  /** The mean distance from the centre to the east and west, in degrees; 0.75 of it to north and south. */
  readonly radius: number;
  readonly corners: number;
  readonly seed: number;
}

/**
 * An irregular boundary around a centre: the distance of its vertices is a sum of waves of different lengths,
 * and noise. Each vertex has its own direction from the centre, so that edges never intersect. The ring is
 * closed.
 */
export function boundary({ middle: [lng, lat], radius, corners, seed }: BoundaryOptions): Corner[] {
  const next = numbers(seed);
  const waves = Array.from({ length: 9 }, (_, octave) => ({
    cycles: 2 ** octave,
    shift: next() * 2 * Math.PI,
    height: 0.28 / 1.75 ** octave,
  }));
  const ring = Array.from({ length: corners }, (_, index): Corner => {
    const angle = ((index + 0.8 * (next() - 0.5)) / corners) * 2 * Math.PI;
    const wave = waves.reduce(
      (sum, { cycles, shift, height }) => sum + height * Math.sin(angle * cycles + shift),
      0,
    );
    const far = radius * Math.max(0.2, 1 + wave + 0.004 * (next() - 0.5));
    return [rounded(lng + far * Math.cos(angle)), rounded(lat + far * 0.75 * Math.sin(angle))];
  });
  return [...ring, ring[0] as Corner];
}

/** Rounds to seven decimals, about a centimetre, as in most files. */
function rounded(degrees: number): number {
  return Math.round(degrees * 1e7) / 1e7;
}

/**
 * The polygons of a district with about this many corners: a mainland around a lake and an enclave, and two
 * exclaves.
 */
export function district(corners: number) {
  const part = (lng: number, lat: number, radius: number, share: number, seed: number) =>
    boundary({ middle: [lng, lat], radius, corners: Math.max(8, Math.round(corners * share)), seed });
  const lake = part(60.55, 41.55, 0.02, 0.05, 3).toReversed();
  const town = part(60.7, 41.56, 0.03, 0.1, 4).toReversed();
  return [
    [part(60.62, 41.56, 0.4, 0.7, 1), lake, town],
    [part(61.6, 41.3, 0.05, 0.1, 2)],
    [part(61.7, 41.9, 0.04, 0.05, 5)],
  ];
}

/** A GeoJSON of neighbourhoods that do not touch, of at least this many bytes. */
export function cityText(bytes: number, corners = 800): string {
  const features: string[] = [];
  for (let size = 0, index = 0; size < bytes; index += 1) {
    const middle: Corner = [60 + (index % 40) * 0.03, 41 + Math.floor(index / 40) * 0.025];
    const coordinates = [boundary({ middle, radius: 0.008, corners, seed: index + 1 })];
    const text = JSON.stringify({
      type: 'Feature',
      id: `mfy-${index}`,
      properties: { name: `${index}-mahalla fuqarolar yigʻini`, 'name:ru': `Махалля ${index}` },
      geometry: { type: 'Polygon', coordinates },
    });
    features.push(text);
    size += text.length + 1;
  }
  return `{"type":"FeatureCollection","features":[${features.join(',')}]}`;
}
