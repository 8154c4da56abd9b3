import { gpxGen, kmlGen } from '@tmcw/togeojson';
import type { Collector } from '../../model/exchange/collector.ts';
import { readFeatures } from './geojson.ts';
import type { ParseFailure } from '../../model/exchange/parse-result.ts';

/** An XML parser: `new DOMParser()` in a browser, or a compatible one. */
export interface XmlParser {
  parseFromString(text: string, type: 'application/xml'): unknown;
}

/**
 * Reads the placemarks of a KML document or the waypoints of a GPX one; returns why it cannot be read, if so.
 */
export function readXml(text: string, collector: Collector, parser: XmlParser): ParseFailure | null {
  const fault = xmlFault(text);
  if (fault) return fault;
  try {
    const document = parser.parseFromString(text, 'application/xml') as Parameters<typeof kmlGen>[0];
    if (document.getElementsByTagName('parsererror').length > 0) return 'unreadable';
    const features = { kml: kmlGen, gpx: gpxGen }[document.documentElement?.localName ?? ''];
    if (!features) return 'unreadable';
    readFeatures([...features(document)], collector);
    return null;
  } catch {
    // A parser throws on invalid XML, togeojson on invalid KML. Both mean the same to the user.
    return 'unreadable';
  }
}

/** The maximum depth of nested elements. */
const deepest = 200;

/**
 * Why a text must not be passed to an XML parser: it has declarations, with which a short text can expand
 * beyond any memory, or a depth that would exhaust the stack.
 */
export function xmlFault(text: string): ParseFailure | null {
  let depth = 0;
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
    const quiet = quietEnd(text, at);
    if (quiet === null) return 'unreadable';
    if (quiet > at) at = quiet;
    else {
      if (text[at + 1] === '!') return 'unreadable';
      const end = text.indexOf('>', at);
      if (end < 0) return 'unreadable';
      if (text[at + 1] === '/') depth -= 1;
      else if (text[end - 1] !== '/') depth += 1;
      if (depth > deepest) return 'too_deep';
      at = end;
    }
  }
  return null;
}

const quietParts = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const;

/**
 * The end of a comment or similar that starts at a position; the position itself if none starts, `null` if it
 * never ends.
 */
function quietEnd(text: string, at: number): number | null {
  for (const [opening, closing] of quietParts) {
    if (text.startsWith(opening, at)) {
      const end = text.indexOf(closing, at + opening.length);
      return end < 0 ? null : end + closing.length;
    }
  }
  return at;
}
