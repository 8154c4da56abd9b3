import type { Coordinates } from '#kernel/domain/geo/index.ts';

/** A point in metres east and north of the city's centre. */
export type Point = readonly [x: number, y: number];

/** A street or a border between two points, in metres. */
export type Segment = readonly [Point, Point];

const metresPerDegree = 111_320;

/**
 * Projects coordinates around a centre onto a plane, and back; across a city the error is a few centimetres.
 */
export function planeAround([latitude, longitude]: Coordinates) {
  const scale = metresPerDegree * Math.cos((latitude * Math.PI) / 180);
  return {
    pointOf: ([lat, lng]: Coordinates): Point => [
      (lng - longitude) * scale,
      (lat - latitude) * metresPerDegree,
    ],
    /** In the order of GeoJSON, to about a centimetre. */
    positionOf: ([x, y]: Point): [lng: number, lat: number] => [
      Math.round((longitude + x / scale) * 1e7) / 1e7,
      Math.round((latitude + y / metresPerDegree) * 1e7) / 1e7,
    ],
  };
}

/** The edges of a ring, including the closing one. */
export function edgesOf(ring: readonly Point[]): Segment[] {
  return ring.map((from, index) => [from, ring[(index + 1) % ring.length] ?? from]);
}

/** The centre of the area of a ring. */
export function centroidOf(ring: readonly Point[]): Point {
  let [area, x, y] = [0, 0, 0];
  for (const [[x1, y1], [x2, y2]] of edgesOf(ring)) {
    const cross = x1 * y2 - x2 * y1;
    area += cross;
    x += (x1 + x2) * cross;
    y += (y1 + y2) * cross;
  }
  return [x / (3 * area), y / (3 * area)];
}

/** The longest part within a ring of a line through a point; null if none of it is inside. */
export function chordOf(ring: readonly Point[], [px, py]: Point, [dx, dy]: Point): Segment | null {
  const crossings: number[] = [];
  for (const [[x1, y1], [x2, y2]] of edgesOf(ring)) {
    const before = (x1 - px) * dy - (y1 - py) * dx;
    const after = (x2 - px) * dy - (y2 - py) * dx;
    if (before > 0 === after > 0) continue;
    const share = before / (before - after);
    crossings.push((x1 + (x2 - x1) * share - px) * dx + (y1 + (y2 - y1) * share - py) * dy);
  }
  crossings.sort((one, other) => one - other);
  let longest: readonly [number, number] | null = null;
  for (let index = 0; index + 1 < crossings.length; index += 2) {
    const [from = 0, to = 0] = crossings.slice(index, index + 2);
    if (!longest || to - from > longest[1] - longest[0]) longest = [from, to];
  }
  if (!longest) return null;
  const [from, to] = longest;
  return [
    [px + dx * from, py + dy * from],
    [px + dx * to, py + dy * to],
  ];
}

/** The distance of a point from a segment. */
export function distanceTo([[x1, y1], [x2, y2]]: Segment, [x, y]: Point): number {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const along = Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(x - x1 - dx * along, y - y1 - dy * along);
}
