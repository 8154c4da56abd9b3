import proj4 from 'proj4';
import { Collector, type ReadOptions } from '../../model/exchange/collector.ts';
import type { ParseResult } from '../../model/exchange/parse-result.ts';
import { withDatumShift } from './datum.ts';
import { readFeatures } from './geojson.ts';
import { SqliteFile, type SqliteRow } from './sqlite-file.ts';
import { readWkb, type Geometry, type ToLngLat } from './wkb.ts';

/** Reads the feature tables of a GeoPackage, in any projection. */
export function readGeoPackage(bytes: Uint8Array, options: ReadOptions): ParseResult {
  const collector = new Collector(options);
  try {
    const file = new SqliteFile(bytes);
    const features = [...file.rows('gpkg_geometry_columns')].flatMap((layer) => featuresOf(file, layer));
    readFeatures(features, collector);
    return collector.reading('geopackage');
  } catch {
    return collector.reading('geopackage', 'unreadable');
  }
}

function featuresOf(file: SqliteFile, { table_name: table, column_name: column, srs_id: srs }: SqliteRow) {
  const toLngLat = converterOf(file, srs);
  return [...file.rows(String(table))].map((row) => {
    const { [String(column)]: geometry, ...properties } = row;
    return {
      type: 'Feature',
      properties,
      geometry: geometry instanceof Uint8Array ? geometryOf(geometry, toLngLat) : null,
    };
  });
}

/** Returns a converter from a reference system; 0 and -1 are unknown ones. */
function converterOf(file: SqliteFile, srs: unknown): ToLngLat {
  if (srs === 4326 || srs === 0 || srs === -1) return (position) => position;
  const system = [...file.rows('gpkg_spatial_ref_sys')].find(({ srs_id: id }) => id === srs);
  const { inverse } = proj4(withDatumShift(String(system?.['definition'])));
  return (position) => inverse(position);
}

/** The length of the bounding box before a geometry, by the code of its kind. */
const boxLengths = [0, 32, 48, 48, 64];

function geometryOf(blob: Uint8Array, toLngLat: ToLngLat): Geometry | null {
  const flags = blob[3] ?? 0;
  const isEmpty = (flags & 0x10) !== 0;
  const start = 8 + (boxLengths[(flags >> 1) & 7] ?? 0);
  if (isEmpty) return null;
  return readWkb(new DataView(blob.buffer, blob.byteOffset + start, blob.byteLength - start), toLngLat);
}
