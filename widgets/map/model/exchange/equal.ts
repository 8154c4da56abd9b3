import { samePlace } from '../geometry/place.ts';
import type { LatLng, MarkerShape, PolygonShape, Shapes } from '../shapes/shape.ts';

/** Whether two maps hold the same shapes in the same order. */
export function equalShapes(one: Shapes, other: Shapes): boolean {
  return (
    equalLists(one.polygons, other.polygons, equalPolygons) &&
    equalLists(one.markers, other.markers, equalMarkers)
  );
}

function equalLists<T>(
  one: readonly T[],
  other: readonly T[],
  equal: (one: T, other: T) => boolean,
): boolean {
  if (one === other) return true;
  return one.length === other.length && one.every((item, index) => equal(item, other[index] as T));
}

function equalPolygons(one: PolygonShape, other: PolygonShape): boolean {
  return one === other || (equalHeads(one, other) && equalLists<LatLng>(one.coords, other.coords, samePlace));
}

function equalMarkers(one: MarkerShape, other: MarkerShape): boolean {
  return one === other || (equalHeads(one, other) && samePlace(one.coords, other.coords));
}

function equalHeads(one: PolygonShape | MarkerShape, other: PolygonShape | MarkerShape): boolean {
  return one.id === other.id && one.title === other.title && one.color === other.color;
}
