import type { AnyShape, LatLng, ShapeId, Shapes, Titles } from '../shapes/shape.ts';

/** A shape as it leaves the map. */
interface ShapeValue<Coords> {
  id: ShapeId;
  title: string;
  /** The names in both languages, where a file gave two; they follow the title when the user renames the shape. */
  titles?: Titles;
  color: string;
  coords: Coords;
}

/** `value` as the host gets it: its own copy, to do with as it likes. */
export interface ShapesValue {
  polygons: ShapeValue<[lat: number, lng: number][]>[];
  markers: ShapeValue<[lat: number, lng: number]>[];
}

/** The result of `export()` and the content of the exported file. */
export interface MapExport extends ShapesValue {
  mapCenter: [lat: number, lng: number];
  mapZoom: number;
  /** ISO 8601, UTC. */
  exportedAt: string;
}

/** The shapes as plain data that share nothing with the map. */
export function toValue({ polygons, markers }: Shapes): ShapesValue {
  return {
    polygons: polygons.map((shape) => ({ ...headOf(shape), coords: shape.coords.map(pair) })),
    markers: markers.map((shape) => ({ ...headOf(shape), coords: pair(shape.coords) })),
  };
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
