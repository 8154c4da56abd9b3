import { samePosition } from '../geometry/position.ts';
import { ringsOf } from '../shapes/rings.ts';
import type { AnyShape, LatLng, MarkerShape, PolygonShape, Ring, Shapes } from '../shapes/shape.ts';

/** Whether two maps hold the same shapes in the same order. */
export function equalShapes(one: Shapes, other: Shapes): boolean {
  const isSame = <T extends PolygonShape | MarkerShape>(shape: T, twin: T) =>
    shape === twin || (shape.id === twin.id && hasSameContent(shape, twin));
  return (
    equalLists<PolygonShape>(one.polygons, other.polygons, isSame) &&
    equalLists<MarkerShape>(one.markers, other.markers, isSame)
  );
}

/** Whether two shapes are equal except for their ids. */
export function hasSameContent(one: AnyShape, other: AnyShape): boolean {
  if (one.title !== other.title || one.color !== other.color) return false;
  if (one.titles?.uz !== other.titles?.uz || one.titles?.ru !== other.titles?.ru) return false;
  return hasSameOutline(one, other);
}

/** Whether two shapes have the same vertices in the same order. */
export function hasSameOutline(one: AnyShape, other: AnyShape): boolean {
  return equalLists(linesOf(one), linesOf(other), (line, twin) =>
    equalLists<LatLng>(line, twin, samePosition),
  );
}

/** The rings of a polygon, or the single place of a marker. */
export function linesOf(shape: AnyShape): readonly Ring[] {
  return isMarker(shape) ? [[shape.coords]] : ringsOf(shape);
}

/** Whether a shape is a marker. */
export function isMarker(shape: AnyShape): shape is MarkerShape {
  return typeof shape.coords[0] === 'number';
}

function equalLists<T>(
  one: readonly T[],
  other: readonly T[],
  equal: (one: T, other: T) => boolean,
): boolean {
  if (one === other) return true;
  return one.length === other.length && one.every((item, index) => equal(item, other[index] as T));
}
