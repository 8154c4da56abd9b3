import { boxOf } from '#kernel/domain/geo/ring-parts.ts';
import { ringsOf } from '../shapes/rings.ts';
import type { Bounds, LatLng, Shapes } from '../shapes/shape.ts';

/** The bounding box of some places; `null` if there are none. */
export function boundsOf(positions: Iterable<LatLng>): Bounds | null {
  const box = boxOf(positions);
  return box[0] <= box[2] ? box : null;
}

/** The bounding box of everything on a map; `null` if it is empty. */
export function boundsOfShapes(shapes: Shapes): Bounds | null {
  return boundsOf(positionsOf(shapes));
}

/** Every place that a shape of the map touches. */
export function* positionsOf({ polygons, markers }: Shapes): Generator<LatLng> {
  for (const polygon of polygons) for (const ring of ringsOf(polygon)) yield* ring;
  for (const { coords } of markers) yield coords;
}
