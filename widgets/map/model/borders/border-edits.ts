import { boundsOf } from '../geometry/bounds.ts';
import { samePosition } from '../geometry/position.ts';
import {
  edgeEnds,
  locateVertex,
  ringsOf,
  vertexAt,
  withOutline,
  withRing,
  withVertexAfter,
} from '../shapes/rings.ts';
import type { Reason } from '../shapes/rejection-reason.ts';
import type { LatLng, PolygonShape } from '../shapes/shape.ts';
import type { MapState } from '../state/state.ts';
import { borderFault } from './new-overlap.ts';
import {
  cornersAt,
  edgesBetween,
  touchesOther,
  withCommonCorners,
  withCornersOnEdges,
  type Corner,
} from './shared-corners.ts';

/** All areas of a map after an edit, or why it is rejected. */
export type BorderEdit = readonly PolygonShape[] | Reason;

/** Whether the corners of an area move together with other areas' corners at the same position. */
export function sharesBorders({ shapes, options, problems }: MapState, polygon: PolygonShape): boolean {
  if (options.sharedBorders === false || problems.has(String(polygon.id))) return false;
  return options.sharedBorders === true || touchesOther(polygon, shapes.polygons);
}

/**
 * Moves a corner of all areas that share it; if the target lies on an edge of another area, that one gets a
 * corner too.
 */
export function moveCorner(
  polygons: readonly PolygonShape[],
  polygon: PolygonShape,
  vertex: number,
  to: LatLng,
): BorderEdit {
  const from = vertexAt(polygon, vertex);
  if (!from) return 'unknown_vertex';
  const split = withCornersOnEdges(polygons, [from]);
  const corners = cornersAt(split, from);
  const reached = corners.flatMap(({ polygon: one, vertex: corner }) => besides(one, corner));
  if (reached.some((position) => samePosition(position, to))) return 'same_point';
  const moved = exchanged(split, corners, (shape, { vertex: corner }) => withCorner(shape, corner, to));
  return checked(polygons, moved, polygon, [from, to, ...reached]);
}

/** Adds a corner to an edge of all areas that share it. */
export function insertCorner(
  polygons: readonly PolygonShape[],
  polygon: PolygonShape,
  edge: number,
  position: LatLng,
): BorderEdit {
  const [from, to] = edgeEnds(polygon, edge) ?? [];
  if (!from || !to) return 'unknown_vertex';
  const edges = edgesBetween(polygons, from, to).toSorted((one, other) => other.vertex - one.vertex);
  const inserted = exchanged(polygons, edges, (shape, { vertex }) =>
    withOutline(shape, withVertexAfter(shape, vertex, position)),
  );
  return checked(polygons, inserted, polygon, [from, to, position]);
}

/** Deletes a corner of all areas that share it. A corner where three borders meet stays. */
export function deleteCorner(
  polygons: readonly PolygonShape[],
  polygon: PolygonShape,
  vertex: number,
): BorderEdit {
  const position = vertexAt(polygon, vertex);
  if (!position) return 'unknown_vertex';
  const corners = cornersAt(polygons, position);
  const ways = corners.flatMap(({ polygon: one, vertex: corner }) => besides(one, corner));
  const ends = ways.filter((one, index) => ways.findIndex((other) => samePosition(one, other)) === index);
  if (ends.length > 2) return 'junction';
  for (const { polygon: one, vertex: corner } of corners)
    if (ringLength(one, corner) <= 3) return 'too_few_points';
  const after = exchanged(polygons, corners, (shape, { vertex: corner }) => withoutCorner(shape, corner));
  return checked(polygons, after, polygon, [position, ...ways]);
}

/**
 * The areas after an edit of edges between some positions, with the same corners on both sides of each
 * border; or the reason why it is rejected.
 */
function checked(
  before: readonly PolygonShape[],
  after: readonly PolygonShape[],
  polygon: PolygonShape,
  positions: readonly LatLng[],
): BorderEdit {
  const region = boundsOf(positions);
  if (!region) return after;
  const common = withCommonCorners(after, region);
  return borderFault(before, common, polygon, region) ?? common;
}

/** The areas, with some replaced and their corners updated. */
function exchanged(
  polygons: readonly PolygonShape[],
  corners: readonly Corner[],
  change: (shape: PolygonShape, corner: Corner) => PolygonShape,
): readonly PolygonShape[] {
  const changes = new Map<PolygonShape, PolygonShape>();
  // From the last corner, so that the indices of the others stay valid.
  for (const corner of corners.toSorted((one, other) => other.vertex - one.vertex))
    changes.set(corner.polygon, change(changes.get(corner.polygon) ?? corner.polygon, corner));
  return polygons.map((polygon) => changes.get(polygon) ?? polygon);
}

function withCorner(shape: PolygonShape, vertex: number, to: LatLng): PolygonShape {
  const vertexIndex = locateVertex(shape, vertex);
  const ring = vertexIndex && ringsOf(shape)[vertexIndex.ring];
  return ring ? withOutline(shape, withRing(shape, vertexIndex.ring, ring.with(vertexIndex.at, to))) : shape;
}

function withoutCorner(shape: PolygonShape, vertex: number): PolygonShape {
  const vertexIndex = locateVertex(shape, vertex);
  const ring = vertexIndex && ringsOf(shape)[vertexIndex.ring];
  return ring
    ? withOutline(shape, withRing(shape, vertexIndex.ring, ring.toSpliced(vertexIndex.at, 1)))
    : shape;
}

/** The previous and the next corner. */
function besides(shape: PolygonShape, vertex: number): readonly LatLng[] {
  const vertexIndex = locateVertex(shape, vertex);
  const ring = vertexIndex && ringsOf(shape)[vertexIndex.ring];
  if (!ring) return [];
  return [ring.at(vertexIndex.at - 1), ring[(vertexIndex.at + 1) % ring.length]].flatMap((one) =>
    one ? [one] : [],
  );
}

function ringLength(shape: PolygonShape, vertex: number): number {
  const vertexIndex = locateVertex(shape, vertex);
  return (vertexIndex && ringsOf(shape)[vertexIndex.ring]?.length) ?? 0;
}
