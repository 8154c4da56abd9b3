import { samePosition } from '../geometry/position.ts';
import { distanceBetween } from '../geometry/measure.ts';
import { ringsOf } from '../shapes/rings.ts';
import type { LatLng, PolygonShape, Ring } from '../shapes/shape.ts';

/** The corners along a border from one corner to another, the shorter way round, without the first; null if no border has both. */
export function traceBorder(
  areas: readonly PolygonShape[],
  from: LatLng,
  to: LatLng,
): readonly LatLng[] | null {
  let best: { readonly way: readonly LatLng[]; readonly length: number } | null = null;
  for (const area of areas) {
    for (const ring of ringsOf(area)) {
      for (const way of waysAlong(ring, from, to)) {
        const length = lengthOf([from, ...way]);
        if (!best || length < best.length) best = { way, length };
      }
    }
  }
  return best?.way ?? null;
}

function waysAlong(ring: Ring, from: LatLng, to: LatLng): readonly (readonly LatLng[])[] {
  const start = ring.findIndex((position) => samePosition(position, from));
  const end = ring.findIndex((position) => samePosition(position, to));
  if (start < 0 || end < 0 || start === end) return [];
  const onwards = [...ring.slice(start + 1), ...ring.slice(0, start)];
  const backwards = onwards.toReversed();
  return [onwards, backwards].map((way) =>
    way.slice(0, way.findIndex((position) => samePosition(position, to)) + 1),
  );
}

/** The length of a line in metres. */
export function lengthOf(line: readonly LatLng[]): number {
  return line.reduce(
    (sum, position, index) => sum + distanceBetween(line[index - 1] ?? position, position),
    0,
  );
}
