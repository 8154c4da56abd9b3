import type { Collector, RawPolygon } from '../../model/exchange/collector.ts';
import { listOf, recordOf } from '../../model/exchange/read-value.ts';
import { AttributeReader, own } from './attributes.ts';

/** The maximum depth of nested collections; deeper ones are left out. */
const deepest = 20;

type Properties = Pick<RawPolygon, 'id' | 'title' | 'titles' | 'color'>;

/** Whether a JSON value is GeoJSON by its type. */
export function isGeoJson(value: unknown): boolean {
  const type = recordOf(value)?.['type'];
  return (
    typeof type === 'string' &&
    (Object.hasOwn(geometries, type) || type === 'Feature' || type === 'FeatureCollection')
  );
}

/** Reads features, geometries and collections of them. */
export function readGeoJson(value: unknown, collector: Collector): void {
  readFeatures([...featuresOf(value, 0)], collector);
}

/** Reads features and geometries; the attributes are detected from all of them together. */
export function readFeatures(items: readonly unknown[], collector: Collector): void {
  const features = items.filter((item) => recordOf(item)?.['type'] === 'Feature');
  const reader = new AttributeReader(features, collector.options.attributes);
  collector.attributes = reader.attributes;
  for (const [index, item] of items.entries()) {
    collector.progress(index, items.length);
    const object = recordOf(item);
    if (object?.['type'] === 'Feature') readFeature(object, reader, collector);
    else readGeometry(item, {}, collector);
  }
}

function* featuresOf(value: unknown, depth: number): Generator<unknown> {
  const object = recordOf(value);
  if (object?.['type'] === 'FeatureCollection' && depth < deepest) {
    for (const feature of listOf(object['features'])) yield* featuresOf(feature, depth + 1);
  } else yield value;
}

function readFeature(
  feature: Readonly<Record<string, unknown>>,
  reader: AttributeReader,
  collector: Collector,
): void {
  const properties = recordOf(feature['properties']) ?? {};
  const color = ['color', 'fill', 'marker-color', 'icon-color', 'stroke']
    .map((name) => own(properties, name))
    .find((it) => typeof it === 'string');
  const named = reader.read(feature, collector.options.language ?? 'uz');
  readGeometry(feature['geometry'], { ...named, color }, collector);
}

/**
 * Reads one geometry of any kind. Its polygons form one area if areas may have parts; otherwise each becomes
 * a separate shape, as points always do.
 */
export function readGeometry(value: unknown, properties: Properties, collector: Collector): void {
  const parts = [...partsOf(value, 0)];
  if (parts.length === 0) return collector.next().skip('empty', null, properties.title);
  if (collector.options.multipart === true && parts.every(isPolygon)) {
    collector.next().polygon({ ...properties, parts: parts.map(({ rings }) => rings), axes: 'lng,lat' });
    return;
  }
  for (const [index, part] of parts.entries()) {
    const named = parts.length > 1 ? numbered(properties, index + 1) : properties;
    collector.next();
    if (part.kind === null) collector.skip('unknown_type', null, named.title);
    else if (part.kind === 'marker') collector.marker({ ...named, coords: part.coords, axes: 'lng,lat' });
    else readPart(part.rings, named, collector);
  }
}

function readPart(rings: readonly unknown[], named: Properties, collector: Collector): void {
  const isWhole = collector.options.multipart === true;
  const parts = [isWhole ? rings : rings.slice(0, 1)];
  collector.polygon({ ...named, parts, axes: 'lng,lat' }, isWhole ? 0 : rings.length - 1);
}

type Part =
  | { readonly kind: null }
  | { readonly kind: 'marker'; readonly coords: unknown }
  | { readonly kind: 'polygon'; readonly rings: readonly unknown[] };

function isPolygon(part: Part): part is Extract<Part, { readonly kind: 'polygon' }> {
  return part.kind === 'polygon';
}

const geometries: Readonly<Record<string, (coordinates: unknown) => Iterable<Part>>> = {
  Point: (coordinates) => (isEmpty(coordinates) ? [] : [marker(coordinates)]),
  MultiPoint: (coordinates) => listOf(coordinates).map(marker),
  Polygon: (coordinates) => (isEmpty(coordinates) ? [] : [polygon(coordinates)]),
  MultiPolygon: (coordinates) => listOf(coordinates).map(polygon),
  LineString: () => [unknown],
  MultiLineString: () => [unknown],
  GeometryCollection: () => [],
};

function* partsOf(value: unknown, depth: number): Generator<Part> {
  const geometry = recordOf(value);
  if (!geometry) return;
  const type = geometry['type'];
  if (type === 'GeometryCollection' && depth < deepest) {
    for (const inner of listOf(geometry['geometries'])) yield* partsOf(inner, depth + 1);
  } else if (typeof type === 'string' && Object.hasOwn(geometries, type) && type !== 'GeometryCollection') {
    yield* geometries[type]?.(geometry['coordinates']) ?? [];
  } else yield unknown;
}

const unknown: Part = { kind: null };

function marker(coords: unknown): Part {
  return { kind: 'marker', coords };
}

function polygon(rings: unknown): Part {
  return { kind: 'polygon', rings: listOf(rings) };
}

function isEmpty(coordinates: unknown): boolean {
  return Array.isArray(coordinates) && coordinates.length === 0;
}

/** Numbers the parts of one feature. */
function numbered({ id, title, titles, color }: Properties, number: number): Properties {
  const named = typeof title === 'string' && title !== '' ? `${title} ${number}` : title;
  const known = typeof id === 'string' || typeof id === 'number' ? `${id}-${number}` : undefined;
  const both = titles && { uz: `${titles.uz} ${number}`, ru: `${titles.ru} ${number}` };
  return { id: known, title: named, color, ...(both ? { titles: both } : {}) };
}
