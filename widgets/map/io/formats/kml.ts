import { kmlGen } from '@tmcw/togeojson';
import type { Collector } from '../../model/exchange/collector.ts';
import { readGeoJson } from './geojson.ts';
import type { ParseFailure } from '../../model/exchange/parse-result.ts';
import { xmlFault } from './xml.ts';

/** What reads XML: `new DOMParser()` in a browser, or another one of the same kind. */
export interface XmlParser {
  parseFromString(text: string, type: 'application/xml'): unknown;
}

/** Reads the placemarks of a KML document; returns why it cannot be read. */
export function readKml(text: string, collector: Collector, parser: XmlParser): ParseFailure | null {
  const fault = xmlFault(text);
  if (fault) return fault;
  try {
    const document = parser.parseFromString(text, 'application/xml') as Parameters<typeof kmlGen>[0];
    if (document.getElementsByTagName('parsererror').length > 0) return 'unreadable';
    if (document.documentElement?.localName !== 'kml') return 'unreadable';
    for (const feature of kmlGen(document)) readGeoJson(feature, collector);
    return null;
  } catch {
    // A parser throws on invalid XML, togeojson on invalid KML. Both mean the same to the user.
    return 'unreadable';
  }
}
