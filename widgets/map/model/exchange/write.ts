import { partsOf } from '../geometry/parts.ts';
import type { AnyShape, LatLng, Outline, Ring, ShapeId, Shapes, Titles } from '../shapes/shape.ts';

/** A shape in the output of the map. */
interface ShapeValue<Coords> {
  id: ShapeId;
  title: string;
  /** The names in both languages, if a file has two; renaming the shape updates them. */
  titles?: Titles;
  color: string;
  coords: Coords;
}

/** An area in the output of the map. */
export interface PolygonValue extends ShapeValue<[lat: number, lng: number][]> {
  /** All rings, if the area has holes or several parts; `coords` is then the outer ring of its largest part. */
  geometry?: MultiPolygon;
}

/** Several areas in GeoJSON: parts, their rings (the outer one first), closed, longitude first. */
export interface MultiPolygon {
  type: 'MultiPolygon';
  coordinates: [lng: number, lat: number][][][];
}

/** The output value, a copy that the page may change. */
export interface ShapesValue {
  polygons: PolygonValue[];
  markers: ShapeValue<[lat: number, lng: number]>[];
}

/** The result of `export()` and the content of the exported file. */
export interface MapExport extends ShapesValue {
  mapCenter: [lat: number, lng: number];
  mapZoom: number;
  /** ISO 8601, UTC. */
  exportedAt: string;
}

/** The shapes as plain data that share no objects with the map. */
export function toValue({ polygons, markers }: Shapes): ShapesValue {
  return {
    polygons: polygons.map((shape) => ({ ...headOf(shape), ...toOutlineValue(shape) })),
    markers: markers.map((shape) => ({ ...headOf(shape), coords: pair(shape.coords) })),
  };
}

/** An outline in the output of the map. */
export function toOutlineValue(outline: Outline): Pick<PolygonValue, 'coords' | 'geometry'> {
  if (!outline.otherRings) return { coords: outline.coords.map(pair) };
  const parts = partsOf(outline);
  const coordinates = parts.map((rings) => rings.map(closedRing));
  return {
    coords: (parts[0]?.[0] ?? outline.coords).map(pair),
    geometry: { type: 'MultiPolygon', coordinates },
  };
}

function closedRing(ring: Ring): [lng: number, lat: number][] {
  const positions = ring.map(([lat, lng]): [lng: number, lat: number] => [lng, lat]);
  return [...positions, ...positions.slice(0, 1).map(([lng, lat]): [lng: number, lat: number] => [lng, lat])];
}

function headOf({ id, title, titles, color }: AnyShape) {
  return { id, title, ...(titles ? { titles: { ...titles } } : {}), color };
}

/** The export of a map, from `state.value` and the view. */
export function toExport(shapes: Shapes, view: { center: LatLng; zoom: number; now: Date }): MapExport {
  return {
    ...toValue(shapes),
    mapCenter: pair(view.center),
    mapZoom: view.zoom,
    exportedAt: view.now.toISOString(),
  };
}

/** The name of the exported file. */
export function exportFileName(now: Date): string {
  return `map-data-${now.getTime()}.json`;
}

function pair([lat, lng]: LatLng): [lat: number, lng: number] {
  return [lat, lng];
}
