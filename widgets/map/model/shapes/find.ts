import {
  sameId,
  type Kind,
  type MarkerShape,
  type PolygonShape,
  type ShapeId,
  type Shapes,
} from './shape.ts';

/** The polygon with an id. */
export function polygonOf({ polygons }: Shapes, wanted: ShapeId): PolygonShape | null {
  return polygons.find(({ id }) => sameId(id, wanted)) ?? null;
}

/** The marker with an id. */
export function markerOf({ markers }: Shapes, wanted: ShapeId): MarkerShape | null {
  return markers.find(({ id }) => sameId(id, wanted)) ?? null;
}

/** The shape with an id. */
export function shapeOf(shapes: Shapes, kind: Kind, id: ShapeId): PolygonShape | MarkerShape | null {
  return kind === 'polygon' ? polygonOf(shapes, id) : markerOf(shapes, id);
}

/** The shapes with one polygon exchanged. */
export function withPolygon(shapes: Shapes, before: PolygonShape, after: PolygonShape): Shapes {
  return { ...shapes, polygons: shapes.polygons.map((polygon) => (polygon === before ? after : polygon)) };
}

/** The shapes with one marker exchanged. */
export function withMarker(shapes: Shapes, before: MarkerShape, after: MarkerShape): Shapes {
  return { ...shapes, markers: shapes.markers.map((marker) => (marker === before ? after : marker)) };
}
