import { Collector, type ReadOptions } from '../../model/exchange/collector.ts';
import { isGeoJson, readGeoJson } from './geojson.ts';
import { readShapes, recordOf, listOf, writtenOutline } from '../../model/exchange/read-value.ts';
import type { ParseResult } from '../../model/exchange/parse-result.ts';

/** Like `readText`, for a parsed JSON value. */
export function readJsonValue(value: unknown, options: ReadOptions = {}): ParseResult {
  return readParsed(value, new Collector(options), options);
}

/** Collects the shapes of a JSON value in any supported format. */
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

/** Whether a JSON value is a response of `stats/households-locations`. */
export function isLocations(value: unknown): boolean {
  const response = recordOf(value);
  return Array.isArray(response?.['neighborhoods']) || Array.isArray(response?.['households']);
}

/** Reads neighbourhoods as polygons and households as markers in the colour of their category. */
export function readLocations(value: unknown, collector: Collector, { language = 'uz' }: ReadOptions): void {
  const response = recordOf(value);
  for (const item of listOf(response?.['neighborhoods'])) {
    const neighborhood = recordOf(item) ?? {};
    const { id, color } = neighborhood;
    const title = nameOf(neighborhood, language);
    collector.next().polygon({ id, title, color, ...writtenOutline(neighborhood) });
  }
  for (const item of listOf(response?.['households'])) {
    const { id, coords, household_category: kind } = recordOf(item) ?? {};
    const category = recordOf(kind) ?? {};
    const { color } = category;
    collector.next().marker({ id, title: nameOf(category, language), color, coords, axes: 'lat,lng' });
  }
}

function nameOf(entity: Readonly<Record<string, unknown>>, language: 'uz' | 'ru'): unknown {
  const other = language === 'uz' ? 'ru' : 'uz';
  return recordOf(entity[language])?.['name'] ?? recordOf(entity[other])?.['name'] ?? entity['name'];
}
