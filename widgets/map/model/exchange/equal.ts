import { samePlace } from '../geometry/place.ts';
import type { AnyShape, LatLng, MarkerShape, PolygonShape, Shapes } from '../shapes/shape.ts';

/** Whether two maps hold the same shapes in the same order. */
export function equalShapes(one: Shapes, other: Shapes): boolean {
  const isSame = <T extends PolygonShape | MarkerShape>(shape: T, twin: T) =>
    shape === twin || (shape.id === twin.id && hasSameContent(shape, twin));
  return (
    equalLists<PolygonShape>(one.polygons, other.polygons, isSame) &&
    equalLists<MarkerShape>(one.markers, other.markers, isSame)
  );
}

/** Whether two shapes are the same but for their ids. */
export function hasSameContent(one: AnyShape, other: AnyShape): boolean {
  if (one.title !== other.title || one.color !== other.color) return false;
  if (one.titles?.uz !== other.titles?.uz || one.titles?.ru !== other.titles?.ru) return false;
  return hasSameOutline(one, other);
}

/** Whether two shapes have the same vertices in the same order. */
export function hasSameOutline(one: AnyShape, other: AnyShape): boolean {
  return equalLists<LatLng>(placesOf(one), placesOf(other), samePlace);
}

/** The vertices of a polygon, or the one place of a marker. */
export function placesOf({ coords }: AnyShape): readonly LatLng[] {
  return isPlace(coords) ? [coords] : coords;
}

function isPlace(coords: LatLng | readonly LatLng[]): coords is LatLng {
  return typeof coords[0] === 'number';
}

function equalLists<T>(
  one: readonly T[],
  other: readonly T[],
  equal: (one: T, other: T) => boolean,
): boolean {
  if (one === other) return true;
  return one.length === other.length && one.every((item, index) => equal(item, other[index] as T));
}
