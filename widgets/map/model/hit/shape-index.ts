import Flatbush from 'flatbush';
import type { LatLng, MarkerShape, PolygonShape, ShapeRef, Shapes } from '../shapes/shape.ts';
import { isInRing } from '#kernel/domain/geo/point-in-ring.ts';
import { ringsOf } from '../shapes/rings.ts';
import { nearestEdge } from './ring-hit.ts';
import { worldRing, worldX, worldY } from '../geometry/mercator.ts';

/** How close to a shape the pointer must be, in pixels. */
export interface ShapeTolerance {
  readonly marker: number;
  /** How far outside its outline a polygon can still be hit, in pixels. */
  readonly edge: number;
}

/** The tolerance of a mouse; a finger needs about twice as much. */
export const mouseShapeTolerance: ShapeTolerance = { marker: 12, edge: 4 };

/** Finds the shape under the pointer, in microseconds. */
export interface ShapeIndex {
  /**
   * Returns the topmost shape: the nearest marker, otherwise the last drawn polygon that contains the place.
   */
  at(position: LatLng, zoom: number, reach?: ShapeTolerance): ShapeRef | null;
}

/** An index of all shapes of a map. Unchanged lists are not indexed again. */
export function shapeIndex({ polygons, markers }: Shapes): ShapeIndex {
  return {
    at(position, zoom, reach = mouseShapeTolerance) {
      const x = worldX(position[1]);
      const y = worldY(position[0]);
      const scale = 2 ** zoom;
      const marker = nearestMarker(markers, x, y, reach.marker / scale);
      if (marker) return { kind: 'marker', id: marker.id };
      const polygon = topPolygon(polygons, x, y, reach.edge / scale);
      return polygon && { kind: 'polygon', id: polygon.id };
    },
  };
}

function nearestMarker(
  markers: readonly MarkerShape[],
  x: number,
  y: number,
  reach: number,
): MarkerShape | null {
  const [index] = markerIndex(markers)?.neighbors(x, y, 1, reach) ?? [];
  return index === undefined ? null : (markers[index] ?? null);
}

function topPolygon(
  polygons: readonly PolygonShape[],
  x: number,
  y: number,
  reach: number,
): PolygonShape | null {
  let edged: PolygonShape | null = null;
  for (const index of nearby(polygonIndex(polygons), x, y, reach).toSorted((one, other) => other - one)) {
    const polygon = polygons[index];
    if (!polygon) continue;
    const rings = ringsOf(polygon).map(worldRing);
    if (rings.filter((ring) => isInRing(ring, x, y)).length % 2 === 1) return polygon;
    if (!edged && rings.some((ring) => nearestEdge(ring, x, y, reach) !== null)) edged = polygon;
  }
  return edged;
}

function nearby(index: Flatbush | null, x: number, y: number, reach: number): number[] {
  return index ? index.search(x - reach, y - reach, x + reach, y + reach) : [];
}

const polygonIndexes = new WeakMap<readonly PolygonShape[], Flatbush>();
const markerIndexes = new WeakMap<readonly MarkerShape[], Flatbush>();

function polygonIndex(polygons: readonly PolygonShape[]): Flatbush | null {
  return cachedIndex(polygonIndexes, polygons, (index, polygon) => {
    let [south, west, north, east] = [Infinity, Infinity, -Infinity, -Infinity];
    for (const ring of ringsOf(polygon)) {
      for (const [lat, lng] of ring) {
        if (lat < south) south = lat;
        if (lat > north) north = lat;
        if (lng < west) west = lng;
        if (lng > east) east = lng;
      }
    }
    index.add(worldX(west), worldY(south), worldX(east), worldY(north));
  });
}

function markerIndex(markers: readonly MarkerShape[]): Flatbush | null {
  return cachedIndex(markerIndexes, markers, (index, { coords }) => {
    index.add(worldX(coords[1]), worldY(coords[0]));
  });
}

function cachedIndex<T>(
  indexes: WeakMap<readonly T[], Flatbush>,
  shapes: readonly T[],
  add: (index: Flatbush, shape: T) => void,
): Flatbush | null {
  if (shapes.length === 0) return null;
  const before = indexes.get(shapes);
  if (before) return before;
  const index = new Flatbush(shapes.length);
  for (const shape of shapes) add(index, shape);
  index.finish();
  indexes.set(shapes, index);
  return index;
}
