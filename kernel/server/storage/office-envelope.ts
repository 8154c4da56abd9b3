import type { Document, DOMParser } from '@xmldom/xmldom';

/** Whether a part of an office document says what the others are: the content types, and the relationships of any part. */
export function isEnvelope(name: string): boolean {
  return name === '[Content_Types].xml' || /\.rels$/i.test(name);
}

/** The type that the main part must have. */
const mainTypes: Readonly<Record<string, string>> = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml',
};

/** Parts and relationships that run, or that hold what runs, under any name. */
const active =
  /macro|vba|activex|oleobject|customui|attachedtoolbars|keymapcustomizations|dialogsheet|externallink|\/(?:control|frame|subdocument)$/i;

/** The allowed targets of links. */
const openAddress = /^(?:https?:|mailto:|tel:|#)/i;

/**
 * Looks for macros, controls, embedded programs, and what is fetched from elsewhere, by content types and relationships: the
 * names of parts mean nothing to an office program. Returns null for a plain document.
 */
export async function findActiveContent(
  envelope: ReadonlyMap<string, string>,
  format: string,
): Promise<'broken' | 'macros' | null> {
  // Loaded with the first document: it takes 3 MB of a server that has seen none.
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

/** Null for what is not well-formed, and for a document type, which no office program writes. */
function parse(parser: DOMParser, text: string): Document | null {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) return null;
  try {
    return parser.parseFromString(text, 'text/xml');
  } catch {
    return null;
  }
}
