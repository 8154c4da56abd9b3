import { ringsOf } from '../shapes/rings.ts';
import type { Bounds, LatLng, Shapes } from '../shapes/shape.ts';

/** The bounding box of some places; `null` if there are none. */
export function boundsOf(positions: Iterable<LatLng>): Bounds | null {
  let [south, west, north, east] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [lat, lng] of positions) {
    if (lat < south) south = lat;
    if (lat > north) north = lat;
    if (lng < west) west = lng;
    if (lng > east) east = lng;
  }
  return south <= north ? [south, west, north, east] : null;
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
