import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  type PDFObject,
  PDFRawStream,
  PDFStream,
  decodePDFRawStream,
} from '@cantoo/pdf-lib';
import { create, type ReadableFont } from 'fontkit';
import { widthsOf } from './glyph-boxes.ts';

/**
 * The problems of a file that should be PDF/A-2b (ISO 19005-2), with embedded, subset fonts that are readable
 * as text: one sentence each. Checks the rules that a writer of text and lines can break.
 */
export async function problemsOf(bytes: Uint8Array): Promise<string[]> {
  const source = Buffer.from(bytes).toString('latin1');
  const file = await PDFDocument.load(bytes, { updateMetadata: false, ignoreEncryption: true });
  const { context, catalog } = file;
  const objects = context.enumerateIndirectObjects().map(([, object]) => object);
  const dicts = objects.flatMap(dictsOf);
  const problems: string[] = [];
  const expect = (holds: boolean, problem: string): void => {
    if (!holds) problems.push(problem);
  };

  expect(/^%PDF-1\.[4-7]\n%[\x80-\xff]{4}/.test(source), '6.1.2: no header with four high bytes');
  expect(/%%EOF\s*$/.test(source), '6.1.3: something after the end');
  expect(context.trailerInfo.ID instanceof PDFArray, '6.1.3: no ID');
  expect(context.trailerInfo.Encrypt === undefined, '6.1.3: encrypted');

  problems.push(...problemsOfCatalog(catalog));

  for (const dict of dicts) {
    for (const key of forbiddenKeys) {
      // A structure element has its attributes under a name that elsewhere means an action.
      const isAttribute =
        key === 'A' &&
        ['List', 'Table'].includes(nameOf(dict.lookupMaybe(PDFName.of(key), PDFDict), 'O') ?? '');
      expect(isAttribute || dict.get(PDFName.of(key)) === undefined, `not in an archive: ${key}`);
    }
    for (const key of ['S', 'Subtype', 'Type']) {
      const name = nameOf(dict, key);
      expect(!forbiddenKinds.has(name ?? ''), `not in an archive: ${key} ${name}`);
    }
  }
  expect(!/\/(LZWDecode|DeviceCMYK)\b/.test(source), '6.1.7, 6.2.4: a filter or colour that is not allowed');

  const fonts = dicts.filter((dict) => nameOf(dict, 'Type') === 'Font');
  expect(fonts.length > 0, 'no font');
  for (const font of fonts) problems.push(...problemsOfFont(font));

  for (const object of objects) {
    if (!(object instanceof PDFRawStream) || nameOf(object.dict, 'Type') !== undefined) continue;
    const content = Buffer.from(decodePDFRawStream(object).decode()).toString('latin1');
    if (content.includes('begincmap')) continue;
    const drawn = content.match(/<[0-9a-f]+>(?= )/g) ?? [];
    expect(
      !drawn.some((codes) => /^<(....)*0000/.test(codes)),
      '6.2.11.8: a glyph that the font does not have',
    );
  }
  return [...new Set(problems)];
}

/** The problems of the metadata and the output intent. */
function problemsOfCatalog(catalog: PDFDict): string[] {
  const problems: string[] = [];
  const expect = (holds: boolean, problem: string): void => {
    if (!holds) problems.push(problem);
  };
  const metadata = catalog.lookupMaybe(PDFName.of('Metadata'), PDFStream);
  expect(metadata !== undefined, '6.6.2: no metadata');
  if (metadata) {
    expect(metadata.dict.get(PDFName.of('Filter')) === undefined, '6.6.2: metadata are compressed');
    problems.push(...problemsOfXmp(Buffer.from(metadata.getContents()).toString('utf8')));
  }

  const intents = catalog.lookupMaybe(PDFName.of('OutputIntents'), PDFArray);
  const intent = intents?.lookupMaybe(0, PDFDict);
  const profile = intent?.lookup(PDFName.of('DestOutputProfile'));
  expect(intents?.size() === 1 && nameOf(intent, 'S') === 'GTS_PDFA1', '6.2.3: no output intent');
  const icc =
    profile instanceof PDFRawStream ? Buffer.from(decodePDFRawStream(profile).decode()) : Buffer.alloc(64);
  expect(icc.subarray(36, 40).toString() === 'acsp', '6.2.3: no colour profile');
  expect(
    icc.subarray(16, 20).toString() === 'RGB ',
    '6.2.4: the colours of the text are RGB, those of the profile are not',
  );
  return problems;
}

/** Keys that run, fetch, hide or attach something. */
const forbiddenKeys = [
  'JS',
  'JavaScript',
  'OpenAction',
  'AA',
  'A',
  'URI',
  'EmbeddedFiles',
  'EF',
  'AF',
  'XFA',
  'FFilter',
  'Annots',
  'XObject',
  'AcroForm',
  'Alternates',
  'OPI',
];
const forbiddenKinds: ReadonlySet<string> = new Set([
  'JavaScript',
  'Launch',
  'URI',
  'GoToR',
  'SubmitForm',
  'ImportData',
  'Image',
  'Form',
  'PS',
  'Movie',
  'Sound',
  'RichMedia',
  'Link',
  'Widget',
  'Filespec',
  'Type1',
  'Type3',
]);

function problemsOfXmp(xmp: string): string[] {
  const problems: string[] = [];
  if (!/<pdfaid:part>2<\/pdfaid:part>/.test(xmp)) problems.push('6.6.4: not part 2');
  if (!/<pdfaid:conformance>B<\/pdfaid:conformance>/.test(xmp)) problems.push('6.6.4: not conformance B');
  const open: string[] = [];
  for (const [, end, name = '', rest = ''] of xmp
    .replace(/<\?.*?\?>/gs, '')
    .matchAll(/<(\/?)([\w:]+)([^<>]*)>/g)) {
    if (end === '/') {
      if (open.pop() !== name) problems.push(`6.6.2: metadata are not well-formed at ${name}`);
    } else if (!rest.endsWith('/')) open.push(name);
  }
  const words = xmp.replace(/<\?.*?\?>|<[^<>]*>/gs, '');
  if (open.length > 0 || /[<>]|&(?!(amp|lt|gt|quot|apos|#\d+);)/.test(words)) {
    problems.push('6.6.2: metadata are not well-formed');
  }
  return problems;
}

function problemsOfFont(font: PDFDict): string[] {
  const problems: string[] = [];
  const name = nameOf(font, 'BaseFont') ?? '';
  const subtype = nameOf(font, 'Subtype');
  if (!/^[A-Z]{6}\+Tinos/.test(name)) problems.push(`${name} is no subset of our font`);
  if (subtype === 'Type0') {
    if (!(font.lookup(PDFName.of('ToUnicode')) instanceof PDFStream)) problems.push(`${name} gives no text`);
    if (nameOf(font, 'Encoding') !== 'Identity-H') problems.push(`${name} has another encoding`);
    return problems;
  }
  if (subtype !== 'CIDFontType2') return [...problems, `${name} is a font of the kind ${subtype}`];
  if (nameOf(font, 'CIDToGIDMap') !== 'Identity') problems.push(`6.2.11.3: ${name} has no map of its glyphs`);
  const program = font.lookup(PDFName.of('FontDescriptor'), PDFDict).lookup(PDFName.of('FontFile2'));
  if (!(program instanceof PDFRawStream)) return [...problems, `6.2.11.4: ${name} is not embedded`];
  const widths = widthsOf(font.lookup(PDFName.of('W'), PDFArray));
  const embedded: ReadableFont = create(Buffer.from(decodePDFRawStream(program).decode()));
  // The first glyph is drawn for characters that the font lacks; no letter may contain it.
  for (const [glyph, width] of widths.filter(([id]) => id > 0)) {
    const own = (embedded.getGlyph(glyph).advanceWidth * 1000) / embedded.unitsPerEm;
    if (Math.abs(own - width) > 1)
      problems.push(`6.2.11.5: ${name}: glyph ${glyph} is ${own} wide, not ${width}`);
  }
  return problems;
}

function nameOf(dict: PDFDict | undefined, key: string): string | undefined {
  const value = dict?.lookup(PDFName.of(key));
  return value instanceof PDFName ? value.decodeText() : undefined;
}

/** A dictionary and all nested ones. */
function dictsOf(object: PDFObject): PDFDict[] {
  if (object instanceof PDFHexString) return [];
  if (object instanceof PDFStream) return dictsOf(object.dict);
  if (object instanceof PDFArray) return object.asArray().flatMap(dictsOf);
  if (!(object instanceof PDFDict)) return [];
  return [object, ...object.values().flatMap(dictsOf)];
}
