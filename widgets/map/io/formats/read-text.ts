import { Collector, type ReadOptions } from '../../model/exchange/collector.ts';
import { readXml, type XmlParser } from './kml.ts';
import { readParsed } from './read-json.ts';
import type { ParseResult } from '../../model/exchange/parse-result.ts';
import { isWkt, readWkt } from './wkt.ts';

/** The maximum length of a text, in characters. */
export const longestText = 100_000_000;

/** How a text is read. */
export interface TextOptions extends ReadOptions {
  /** The XML parser for KML; default: the browser's `DOMParser`. */
  readonly xml?: XmlParser;
}

/**
 * Reads shapes from the export format, GeoJSON, KML, GPX, WKT, or a response of `stats/households-locations`,
 * detecting the format. Never throws: the result contains the parts that could not be read, with the reason.
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

/** The browser's parser; workers and servers have none. */
function browserParser(): XmlParser | undefined {
  return 'DOMParser' in globalThis ? new DOMParser() : undefined;
}
