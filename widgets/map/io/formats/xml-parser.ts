import { DOMParser } from '@xmldom/xmldom';
import type { XmlParser } from './kml.ts';

/** Takes XML apart where no browser does it, such as in a worker; throws on what is no XML. */
export const xmlParser: XmlParser = new DOMParser({
  onError(_, message) {
    throw new Error(message);
  },
});
