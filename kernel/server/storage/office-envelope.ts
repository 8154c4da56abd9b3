import type { Document, DOMParser } from '@xmldom/xmldom';

/**
 * Whether a part of an office document declares what others are: the content types, and the relationships of any part.
 */
export function isEnvelope(name: string): boolean {
  return name === '[Content_Types].xml' || /\.rels$/i.test(name);
}

/** The required type of the main part. */
const mainTypes: Readonly<Record<string, string>> = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml',
};

/** Parts and relationships that are executed, or that contain executable content, under any name. */
const active =
  /macro|vba|activex|oleobject|customui|attachedtoolbars|keymapcustomizations|dialogsheet|externallink|\/(?:control|frame|subdocument)$/i;

/** The allowed targets of links. */
const openAddress = /^(?:https?:|mailto:|tel:|#)/i;

/**
 * Finds macros, controls, embedded programs and external resources by content types and relationships, since office
 * programs ignore the names of parts. Returns null for a plain document.
 */
export async function findActiveContent(
  envelope: ReadonlyMap<string, string>,
  format: string,
): Promise<'broken' | 'macros' | null> {
  // Loaded with the first document, so that a server that receives none saves 3 MB.
  const { DOMParser } = await import('@xmldom/xmldom');
  const stop = () => {
    throw new Error('not well-formed');
  };
  const parser = new DOMParser({ onError: stop });
  let hasMainType = false;
  for (const [name, text] of envelope) {
    const document = parse(parser, text);
    if (!document) return 'broken';
    for (const element of Array.from(document.getElementsByTagNameNS('*', '*'))) {
      const attribute = (key: string) => element.getAttribute(key)?.trim() ?? '';
      if (name === '[Content_Types].xml') {
        const type = attribute('ContentType');
        if (active.test(type)) return 'macros';
        hasMainType ||= type === mainTypes[format];
      } else if (element.localName === 'Relationship') {
        const type = attribute('Type');
        const isLink = /\/hyperlink$/i.test(type) && openAddress.test(attribute('Target'));
        if (active.test(type)) return 'macros';
        if (attribute('TargetMode').toLowerCase() === 'external' && !isLink) return 'macros';
      }
    }
  }
  return hasMainType ? null : 'broken';
}

/** Null if it is not well-formed, or has a document type declaration, which no office program writes. */
function parse(parser: DOMParser, text: string): Document | null {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) return null;
  try {
    return parser.parseFromString(text, 'text/xml');
  } catch {
    return null;
  }
}
