import { isRecord } from '#kernel/domain/values/is-record.ts';
import { Collector, type RawPolygon, type ReadOptions } from './collector.ts';
import { titleFrom, type Titles } from '../shapes/shape.ts';
import type { ParseResult } from './parse-result.ts';

/** Reads `{polygons, markers}`, the format of `value` and of the export. */
export function readShapes(value: unknown, collector: Collector): void {
  const shapes = recordOf(value);
  for (const kind of ['polygon', 'marker'] as const) {
    const items = listOf(shapes?.[`${kind}s`]);
    for (let index = 0; index < items.length; index += 1) {
      collector.progress(index, items.length);
      const shape = recordOf(items[index]);
      collector.next();
      if (!shape) collector.skip('empty', kind);
      else {
        const { id, title, color, coords } = shape;
        const titles = titlesOf(shape['titles']);
        if (kind === 'polygon') {
          const { parts, axes } = writtenOutline(shape);
          collector.polygon({ id, title, titles, color, parts, axes });
        } else collector.marker({ id, title, titles, color, coords, axes: 'lat,lng' });
      }
    }
  }
}

/** Reads what a page sets as `value`. Opens closed rings and drops repeated vertices. */
export function readValue(value: unknown, options: ReadOptions = {}): ParseResult {
  const collector = new Collector(options);
  readShapes(value, collector);
  const { failure: _nothing, ...reading } = collector.reading('export');
  return { ...reading, failure: null };
}

/** The outline of an area: its `geometry` if it has one, otherwise its `coords` and `otherRings` as in the model. */
export function writtenOutline({
  coords,
  otherRings,
  geometry,
}: Readonly<Record<string, unknown>>): Pick<RawPolygon, 'parts' | 'axes'> {
  const { type, coordinates } = recordOf(geometry) ?? {};
  return type === 'MultiPolygon' && Array.isArray(coordinates)
    ? { parts: coordinates.map(listOf), axes: 'lng,lat' }
    : { parts: [otherRings ? [coords, ...listOf(otherRings)] : [coords]], axes: 'lat,lng' };
}

function titlesOf(value: unknown): Titles | null {
  const titles = recordOf(value);
  if (typeof titles?.['uz'] !== 'string' || typeof titles['ru'] !== 'string') return null;
  return { uz: titleFrom(titles['uz']), ru: titleFrom(titles['ru']) };
}

/** A plain object with unknown content, as in JSON; `null` for anything else. */
export function recordOf(value: unknown): Readonly<Record<string, unknown>> | null {
  return isRecord(value) ? value : null;
}

/** A list with unknown content; empty for anything else. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
