import {
  sameId,
  type MarkerShape,
  type PolygonShape,
  type AnyShape,
  type ShapeId,
  type ShapeRef,
  type Shapes,
} from './shape.ts';

/** The polygon with an id. */
export function polygonOf({ polygons }: Shapes, requested: ShapeId): PolygonShape | null {
  return polygons.find(({ id }) => sameId(id, requested)) ?? null;
}

/** The marker with an id. */
export function markerOf({ markers }: Shapes, requested: ShapeId): MarkerShape | null {
  return markers.find(({ id }) => sameId(id, requested)) ?? null;
}

/** The shape that a reference names; null if there is none. */
export function shapeOf(shapes: Shapes, ref: ShapeRef | null): AnyShape | null {
  if (!ref) return null;
  return ref.kind === 'polygon' ? polygonOf(shapes, ref.id) : markerOf(shapes, ref.id);
}

/** The shapes with one polygon replaced. */
export function withPolygon(shapes: Shapes, before: PolygonShape, after: PolygonShape): Shapes {
  return { ...shapes, polygons: shapes.polygons.map((polygon) => (polygon === before ? after : polygon)) };
}

/** The shapes with one marker replaced. */
export function withMarker(shapes: Shapes, before: MarkerShape, after: MarkerShape): Shapes {
  return { ...shapes, markers: shapes.markers.map((marker) => (marker === before ? after : marker)) };
}
