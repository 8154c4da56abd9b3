import Flatbush from 'flatbush';
import { squaredDistance } from '#kernel/domain/geo/segments.ts';
import { openRing } from '../geometry/ring.ts';
import { longitudeScale, samePosition } from '../geometry/position.ts';
import { outlineOf, ringsOf, withOutline } from '../shapes/rings.ts';
import { latLng, type LatLng, type PolygonShape, type Ring } from '../shapes/shape.ts';
import { outlineFault } from '../state/validity.ts';

/** The length of a degree of latitude in metres. */
const metersPerDegree = 111_195;

/**
 * Joins borders that lie within a distance in metres of each other: corners of different areas become one,
 * and an edge near another area's corner is routed through it. Areas that would intersect themselves are not
 * changed. Null if nothing changes. `fixed` areas are not moved.
 */
export function snapAll(
  polygons: readonly PolygonShape[],
  meters: number,
  fixed: readonly PolygonShape[] = [],
): readonly PolygonShape[] | null {
  const [first] = polygons.flatMap(({ coords }) => coords);
  if (!first || !(meters > 0)) return null;
  const plane = planeAt(first[0]);
  // Corners move to those of earlier areas.
  const joined = joinCorners([...fixed, ...polygons], meters, plane);
  const through = throughCorners(joined, meters, plane).slice(fixed.length);
  const after = through.map((polygon, index) => {
    const before = polygons[index];
    return before && polygon !== before && outlineFault(polygon) !== null && outlineFault(before) === null
      ? before
      : polygon;
  });
  return after.every((polygon, index) => polygon === polygons[index]) ? null : after;
}

/** Projects positions to metres east and north; a city is small enough for a plane. */
type Plane = (position: LatLng) => readonly [x: number, y: number];

function planeAt(latitude: number): Plane {
  const scale = longitudeScale(latitude);
  return ([lat, lng]) => [lng * scale * metersPerDegree, lat * metersPerDegree];
}

/** Moves each corner to the nearest corner of an earlier area within the distance. */
function joinCorners(
  polygons: readonly PolygonShape[],
  meters: number,
  plane: Plane,
): readonly PolygonShape[] {
  const positions = polygons.flatMap((polygon) => ringsOf(polygon).flat());
  const owners = polygons.flatMap((polygon, owner) =>
    ringsOf(polygon).flatMap((ring) => ring.map(() => owner)),
  );
  const index = indexOf(positions.map(plane));
  /** The new position of each corner, by its index. */
  const targets = positions.slice();
  for (const [corner, position] of positions.entries()) {
    const [x, y] = plane(position);
    const near = index
      .neighbors(x, y, Infinity, meters, (other) => other < corner && owners[other] !== owners[corner])
      .map((other) => targets[other] ?? position);
    const [target] = near.filter((one) => within(plane, one, position, meters));
    if (target) targets[corner] = target;
  }
  let at = 0;
  return polygons.map((polygon) =>
    withRings(
      polygon,
      ringsOf(polygon).map((ring) => ring.map((position) => targets[at++] ?? position)),
    ),
  );
}

function within(plane: Plane, one: LatLng, other: LatLng, meters: number): boolean {
  const [[x, y], [otherX, otherY]] = [plane(one), plane(other)];
  return Math.hypot(x - otherX, y - otherY) <= meters;
}

/** Routes edges through nearby corners of other areas. */
function throughCorners(
  polygons: readonly PolygonShape[],
  meters: number,
  plane: Plane,
): readonly PolygonShape[] {
  const positions = [
    ...new Map(
      polygons.flatMap((polygon) =>
        ringsOf(polygon).flatMap((ring) => ring.map((position) => [String(position), position])),
      ),
    ).values(),
  ] as readonly LatLng[];
  const index = indexOf(positions.map(plane));
  return polygons.map((polygon) => {
    const own = new Set(ringsOf(polygon).flatMap((ring) => ring.map(String)));
    const rings = ringsOf(polygon).map((ring) =>
      ring.flatMap((from, at) => {
        const to = ring[at + 1] ?? ring[0] ?? from;
        const passed = cornersAlong(from, to, { positions, index, plane, meters }).filter(
          (position) => !own.has(String(position)),
        );
        for (const position of passed) own.add(String(position));
        return [from, ...passed];
      }),
    );
    return withRings(polygon, rings);
  });
}

interface Corners {
  readonly positions: readonly LatLng[];
  readonly index: Flatbush;
  readonly plane: Plane;
  readonly meters: number;
}

/** The corners near an edge, in order from its start to its end. */
function cornersAlong(from: LatLng, to: LatLng, { positions, index, plane, meters }: Corners): LatLng[] {
  const [[ax, ay], [bx, by]] = [plane(from), plane(to)];
  const share = ([x, y]: readonly [number, number]) => (x - ax) * (bx - ax) + (y - ay) * (by - ay);
  const length = (bx - ax) ** 2 + (by - ay) ** 2;
  return index
    .search(
      Math.min(ax, bx) - meters,
      Math.min(ay, by) - meters,
      Math.max(ax, bx) + meters,
      Math.max(ay, by) + meters,
    )
    .flatMap((number) => {
      const position = positions[number] ?? latLng(0, 0);
      const [x, y] = plane(position);
      const along = share([x, y]);
      const isBeside = along > 0 && along < length && squaredDistance(ax, ay, bx, by, x, y) <= meters ** 2;
      return isBeside ? [{ position, along }] : [];
    })
    .toSorted((one, other) => one.along - other.along)
    .map(({ position }) => position);
}

function indexOf(points: readonly (readonly [x: number, y: number])[]): Flatbush {
  const index = new Flatbush(points.length);
  for (const [x, y] of points) index.add(x, y, x, y);
  index.finish();
  return index;
}

/**
 * An area with other rings; the same object if they are equal. A ring that would collapse to a line is left
 * unchanged.
 */
function withRings(polygon: PolygonShape, rings: readonly Ring[]): PolygonShape {
  const before = ringsOf(polygon);
  const next = rings.map((ring, index) => {
    const open = openRing(ring);
    return open.length < 3 ? (before[index] ?? open) : open;
  });
  const isSame = next.every(
    (ring, index) =>
      ring.length === before[index]?.length &&
      ring.every((position, at) => samePosition(position, before[index]?.[at] ?? latLng(Number.NaN, 0))),
  );
  return isSame ? polygon : withOutline(polygon, outlineOf(next));
}
