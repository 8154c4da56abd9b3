import { DOMParser } from '@xmldom/xmldom';
import type { XmlParser } from './kml.ts';

/** The XML parser for workers; throws on invalid XML. */
export const xmlParser: XmlParser = new DOMParser({
  onError(_, message) {
    throw new Error(message);
  },
});
