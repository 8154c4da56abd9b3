import { countVertices, ringsOf, vertexAt } from '../../../widgets/map/model/shapes/rings.ts';
import { latLng, type LatLng, type PolygonShape } from '../../../widgets/map/model/shapes/shape.ts';

/* A reference model of areas that share borders: lists of positions, every edge compared with every other.
   The reducer has to produce the same borders, and to reject the same edits. */

type SlowRing = readonly LatLng[];
/** The rings of each area, in the order of the areas. */
export type SlowCity = readonly (readonly SlowRing[])[];
type Edge = readonly [LatLng, LatLng];

/** A place closer to an edge than this lies on it, in degrees: a tenth of a millimetre. */
const touching = 1e-9;
const metersPerDegree = 111_195;

/** Whether two positions are equal. */
export const samePosition = (one: LatLng, other: LatLng) => one[0] === other[0] && one[1] === other[1];
const edgesOf = (ring: SlowRing): Edge[] =>
  ring.map((from, at) => [from, ring[(at + 1) % ring.length] ?? from] as const);
const keyOf = (edge: Edge) => edge.map(String).toSorted().join(' ');
const cornersOf = (city: SlowCity) => city.flat(2);

/** The rings of some areas. */
export const slowCity = (areas: readonly PolygonShape[]): SlowCity => areas.map(ringsOf);

/** The distance of a place from an edge, in degrees. */
function distanceTo([from, to]: Edge, [y, x]: LatLng): number {
  const [dy, dx] = [to[0] - from[0], to[1] - from[1]];
  const share = ((y - from[0]) * dy + (x - from[1]) * dx) / (dy * dy + dx * dx);
  const held = Math.max(0, Math.min(1, share));
  return Math.hypot(from[0] + held * dy - y, from[1] + held * dx - x);
}

/**
 * The distance of a place from the rings of an area, in metres; a degree counts as a degree of latitude in
 * both directions.
 */
export function metersTo(rings: readonly SlowRing[], place: LatLng): number {
  return Math.min(...rings.flatMap(edgesOf).map((edge) => distanceTo(edge, place))) * metersPerDegree;
}

/** Makes every corner of the city, and every additional one, a corner of all edges on which it lies. */
export function withAllCorners(city: SlowCity, more: readonly LatLng[] = [], within = touching): SlowCity {
  const corners = [...cornersOf(city), ...more];
  return city.map((rings) =>
    rings.map((ring) =>
      edgesOf(ring).flatMap(([from, to]) => {
        const on = corners.filter(
          (corner) =>
            !samePosition(corner, from) &&
            !samePosition(corner, to) &&
            distanceTo([from, to], corner) < within,
        );
        const far = (place: LatLng) => Math.hypot(place[0] - from[0], place[1] - from[1]);
        const sorted = [...new Map(on.map((corner) => [String(corner), corner])).values()].toSorted(
          (one, other) => far(one) - far(other),
        );
        return [from, ...sorted];
      }),
    ),
  );
}

const side = (a: LatLng, b: LatLng, c: LatLng) =>
  (b[1] - a[1]) * (c[0] - a[0]) - (b[0] - a[0]) * (c[1] - a[1]);

/** Whether two edges cross. */
function cross([a, b]: Edge, [c, d]: Edge): boolean {
  return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
}

/** How far from an edge its sides are examined, in degrees: a centimetre. */
const beside = 1e-7;

/** Whether two areas cover the same place beside an edge, as after an area was turned inside out. */
function coversTwice(city: SlowCity, [from, to]: Edge): boolean {
  const [dy, dx] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dy, dx);
  return [-beside, beside].some((offset) => {
    const place = latLng(
      (from[0] + to[0]) / 2 + (offset * dx) / length,
      (from[1] + to[1]) / 2 - (offset * dy) / length,
    );
    return city.filter((rings) => isInside(rings, place)).length > 1;
  });
}

/** Whether any two edges of the city cross, areas overlap, or a ring visits a place twice. */
export function isBroken(city: SlowCity): boolean {
  const edges = [
    ...new Map(
      city
        .flat()
        .flatMap(edgesOf)
        .map((edge) => [keyOf(edge), edge]),
    ).values(),
  ];
  if (city.flat().some((ring) => new Set(ring.map(String)).size < ring.length)) return true;
  const crosses = (edge: Edge, at: number) => edges.slice(at + 1).some((other) => cross(edge, other));
  return edges.some((edge, at) => crosses(edge, at) || coversTwice(city, edge));
}

/** The edges of an area as sorted texts, which do not depend on the order and direction of its rings. */
export const borderOf = (rings: readonly SlowRing[]): string[] =>
  rings.flatMap((ring) => edgesOf(ring).map(keyOf)).toSorted();
/** The edges of each area. */
export const bordersOf = (city: SlowCity) => city.map(borderOf);

/** The edges that an odd number of areas has: those around all of them together, if none overlap. */
export function edgesAround(areas: SlowCity): string[] {
  const counts = new Map<string, number>();
  for (const key of areas.flatMap(borderOf)) counts.set(key, (counts.get(key) ?? 0) + 1);
  return [...counts].flatMap(([key, count]) => (count % 2 === 1 ? [key] : [])).toSorted();
}

/** The edges that two of some areas share. */
export function commonEdges(areas: SlowCity): Edge[] {
  const edges = areas.flat().flatMap(edgesOf);
  const counts = Map.groupBy(edges, keyOf);
  return [...counts.values()].flatMap(([edge, other]) => (edge && other ? [edge] : []));
}

/**
 * Whether a place lies within an area: a line from it to the east crosses its rings an odd number of times.
 */
export function isInside(rings: readonly SlowRing[], [y, x]: LatLng): boolean {
  const met = rings.flatMap(edgesOf).filter(([[y1, x1], [y2, x2]]) => {
    if (y1 > y === y2 > y) return false;
    return x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1);
  });
  return met.length % 2 === 1;
}

/** Where two edges cross, if they do. */
function meeting([a, b]: Edge, [c, d]: Edge): LatLng | null {
  if (!cross([a, b], [c, d])) return null;
  const share = side(c, d, a) / (side(c, d, a) - side(c, d, b));
  return [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share] as unknown as LatLng;
}

/**
 * The number of pieces into which a line divides an area, by Euler's formula: the edges of the border and of
 * the line within it, minus their ends, plus their number of connected components; holes do not count as
 * pieces.
 */
export function countPieces(rings: readonly SlowRing[], line: readonly LatLng[]): number {
  const border = rings.flatMap(edgesOf);
  const drawn = line.slice(1).map((to, at): Edge => [line[at] ?? to, to]);
  const all = [...border, ...drawn];
  const pieces = all.flatMap((edge, number) => {
    const [from] = edge;
    const cuts = all
      .flatMap((other, at) => {
        const place = at === number ? null : meeting(edge, other);
        return place ? [place] : [];
      })
      .toSorted(
        (one, other) =>
          Math.hypot(one[0] - from[0], one[1] - from[1]) - Math.hypot(other[0] - from[0], other[1] - from[1]),
      );
    const ends = [from, ...cuts, edge[1]];
    const parts = ends.slice(1).map((to, at): Edge => [ends[at] ?? to, to]);
    if (number < border.length) return parts;
    return parts.filter(([[y1, x1], [y2, x2]]) =>
      isInside(rings, [(y1 + y2) / 2, (x1 + x2) / 2] as unknown as LatLng),
    );
  });
  // Two computations of the same crossing may differ in the last digits.
  const nodeOf = ([y, x]: LatLng) => `${y.toFixed(9)} ${x.toFixed(9)}`;
  const edges = pieces.map(([from, to]) => [nodeOf(from), nodeOf(to)] as const).filter(([a, b]) => a !== b);
  const nodes = new Set(edges.flat());
  const holes = rings.filter((ring, at) =>
    rings.some((outer, other) => other !== at && ring[0] !== undefined && isInside([outer], ring[0])),
  ).length;
  return edges.length - nodes.size + countConnected(edges) - holes;
}

function countConnected(edges: readonly (readonly [string, string])[]): number {
  const next = new Map<string, string>();
  const rootOf = (node: string): string => {
    const up = next.get(node);
    return up === undefined ? node : rootOf(up);
  };
  for (const [from, to] of edges) {
    const [one, other] = [rootOf(from), rootOf(to)];
    if (one !== other) next.set(one, other);
  }
  return new Set(edges.flat().map(rootOf)).size;
}

/** The neighbours of each corner of the city. */
export function waysFrom(city: SlowCity): Map<string, Set<string>> {
  const ways = new Map<string, Set<string>>();
  const add = (from: LatLng, to: LatLng) =>
    ways.set(String(from), (ways.get(String(from)) ?? new Set()).add(String(to)));
  for (const [from, to] of city.flat().flatMap(edgesOf)) {
    add(from, to);
    add(to, from);
  }
  return ways;
}

/** A corner of an area, the next one, and the place where an edit would put a corner. */
export interface CornerEdit {
  readonly at: LatLng;
  readonly next: LatLng;
  readonly to: LatLng;
}

/** The expected result of each edit of a single corner. */
export const slowly = {
  move_vertex: (city: SlowCity, { at, to }: CornerEdit): SlowCity =>
    city.map((rings) => rings.map((ring) => ring.map((corner) => (samePosition(corner, at) ? to : corner)))),
  insert_vertex: (city: SlowCity, { at, next, to }: CornerEdit): SlowCity =>
    city.map((rings) =>
      rings.map((ring) =>
        edgesOf(ring).flatMap(([from, end]) =>
          (samePosition(from, at) && samePosition(end, next)) ||
          (samePosition(from, next) && samePosition(end, at))
            ? [from, to]
            : [from],
        ),
      ),
    ),
  delete_vertex: (city: SlowCity, { at }: CornerEdit): SlowCity =>
    city.map((rings) => rings.map((ring) => ring.filter((corner) => !samePosition(corner, at)))),
} as const;

/** The corners of a city that another lacks. */
export function cornersLostIn(before: SlowCity, after: SlowCity): LatLng[] {
  const left = new Set(cornersOf(after).map(String));
  const lost = cornersOf(before).filter((corner) => !left.has(String(corner)));
  return [...new Map(lost.map((corner) => [String(corner), corner])).values()];
}

/** A corner of an area, chosen by a random number from 0 to 1. */
export function cornerOf(area: PolygonShape, random: number): LatLng | undefined {
  return vertexAt(area, Math.floor(random * countVertices(area)));
}

/** The distance of a place from a line, in degrees. */
export const distanceToLine = (line: readonly LatLng[], place: LatLng) =>
  Math.min(...line.slice(1).map((to, at) => distanceTo([line[at] ?? to, to], place)));
