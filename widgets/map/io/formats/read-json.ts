import { Collector, type ReadOptions } from '../../model/exchange/collector.ts';
import { isGeoJson, readGeoJson } from './geojson.ts';
import { isLocations, readLocations } from './locations.ts';
import { readShapes } from '../../model/exchange/read-value.ts';
import type { ParseResult } from '../../model/exchange/parse-result.ts';
import { recordOf } from '../../model/exchange/record.ts';

/** As `readText`, for what was JSON and has been parsed already. */
export function readJsonValue(value: unknown, options: ReadOptions = {}): ParseResult {
  return readParsed(value, new Collector(options), options);
}

/** Gathers the shapes of a JSON value, whichever format it is. */
export function readParsed(value: unknown, collector: Collector, options: ReadOptions): ParseResult {
  if (isGeoJson(value)) {
    readGeoJson(value, collector);
    return collector.reading('geojson');
  }
  if (isLocations(value)) {
    readLocations(value, collector, options);
    return collector.reading('locations');
  }
  const shapes = recordOf(value);
  if (!Array.isArray(shapes?.['polygons']) && !Array.isArray(shapes?.['markers'])) {
    return collector.reading(null, 'unreadable');
  }
  readShapes(value, collector);
  return collector.reading('export');
}
