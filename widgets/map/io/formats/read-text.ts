import { Collector, type ReadOptions } from '../../model/exchange/collector.ts';
import { readXml, type XmlParser } from './kml.ts';
import { readParsed } from './read-json.ts';
import type { ParseResult } from '../../model/exchange/parse-result.ts';
import { isWkt, readWkt } from './wkt.ts';

/** Longer texts are not read. */
export const longestText = 100_000_000;

/** How a text is read. */
export interface TextOptions extends ReadOptions {
  /** What reads KML; left out, the browser's own `DOMParser`. */
  readonly xml?: XmlParser;
}

/**
 * Reads shapes from the export format, GeoJSON, KML, GPX, WKT, or an answer of `stats/households-locations`, whichever the
 * text is. Never throws: what can't be read is in the reading, with its reason.
 */
export function readText(text: string, options: TextOptions = {}): ParseResult {
  const collector = new Collector(options);
  if (text.length > longestText) return collector.reading(null, 'too_large');
  const trimmed = text.replace(/^\uFEFF/u, '').trim();
  if (trimmed === '') return collector.reading(null, 'empty');
  if (isXml(trimmed)) return readXmlText(trimmed, collector, options.xml ?? browserParser());
  if (trimmed.startsWith('{') || trimmed.startsWith('[')) return readJson(trimmed, collector, options);
  if (!isWkt(trimmed)) return collector.reading(null, 'unreadable');
  readWkt(trimmed, collector);
  return collector.reading('wkt');
}

/** Whether a text is to be read as XML. */
export function isXml(text: string): boolean {
  return /^\uFEFF?\s*</u.test(text);
}

function readJson(text: string, collector: Collector, options: ReadOptions): ParseResult {
  try {
    return readParsed(JSON.parse(text), collector, options);
  } catch {
    return collector.reading(null, 'unreadable');
  }
}

function readXmlText(text: string, collector: Collector, parser: XmlParser | undefined): ParseResult {
  const failure = parser ? readXml(text, collector, parser) : 'unreadable';
  return collector.reading(/<gpx[\s>]/iu.test(text.slice(0, 5000)) ? 'gpx' : 'kml', failure);
}

/** Workers and servers have none. */
function browserParser(): XmlParser | undefined {
  return 'DOMParser' in globalThis ? new DOMParser() : undefined;
}
