import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  PDFRawStream,
  PDFStream,
  PDFString,
} from '@cantoo/pdf-lib';

type Spoil = (file: PDFDocument) => void;

const name = (text: string): PDFName => PDFName.of(text);

/** The dictionaries of a file in which an entry has a value. */
function dictsWith(file: PDFDocument, key: string, value: string): PDFDict[] {
  return file.context
    .enumerateIndirectObjects()
    .map(([, object]) => (object instanceof PDFRawStream ? object.dict : object))
    .filter((object): object is PDFDict => object instanceof PDFDict)
    .filter((dict) => dict.lookup(name(key)) === name(value));
}

const eachFont =
  (subtype: string, change: (font: PDFDict) => void): Spoil =>
  (file) =>
    dictsWith(file, 'Subtype', subtype).forEach(change);

/** Replaces a part of the metadata. */
const inMetadata =
  (from: string | RegExp, to: string): Spoil =>
  (file) => {
    const stream = file.catalog.lookup(name('Metadata'), PDFStream);
    const text = Buffer.from(stream.getContents()).toString('utf8');
    const changed = text.replace(from, to);
    if (changed === text) throw new Error('nothing was spoilt');
    const { context } = file;
    const dict = context.obj({ Type: 'Metadata', Subtype: 'XML' });
    file.catalog.set(name('Metadata'), context.register(PDFRawStream.of(dict, Buffer.from(changed))));
  };

const inCatalog =
  (key: string, make: (file: PDFDocument) => Parameters<PDFDict['set']>[1]): Spoil =>
  (file) =>
    file.catalog.set(name(key), make(file));

/** Letters that violate PDF/A-2b, each for one reason, and the problem that the check reports. */
export const spoilings: readonly (readonly [what: string, spoil: Spoil, problem: RegExp])[] = [
  ['no metadata', (file) => file.catalog.delete(name('Metadata')), /6\.6\.2: no metadata/],
  ['another part', inMetadata('<pdfaid:part>2', '<pdfaid:part>1'), /6\.6\.4: not part 2/],
  [
    'another conformance',
    inMetadata('<pdfaid:conformance>B', '<pdfaid:conformance>U'),
    /6\.6\.4: not conformance B/,
  ],
  ['metadata with an open end', inMetadata('</rdf:RDF>', ''), /6\.6\.2: metadata are not well-formed/],
  [
    'metadata with a bare sign',
    inMetadata(/(<pdf:Producer>)/, '$1&'),
    /6\.6\.2: metadata are not well-formed/,
  ],
  ['no output intent', (file) => file.catalog.delete(name('OutputIntents')), /6\.2\.3: no output intent/],
  [
    'two output intents',
    (file) => {
      const intents = file.catalog.lookup(name('OutputIntents'), PDFArray);
      intents.push(intents.get(0));
    },
    /6\.2\.3: no output intent/,
  ],
  [
    'a profile that is none',
    (file) =>
      file.catalog
        .lookup(name('OutputIntents'), PDFArray)
        .lookup(0, PDFDict)
        .set(name('DestOutputProfile'), file.context.register(file.context.stream('no profile'))),
    /6\.2\.3: no colour profile/,
  ],
  [
    'encryption',
    (file) => {
      file.context.trailerInfo.Encrypt = file.context.obj({ Filter: 'Standard', V: 0 });
    },
    /6\.1\.3: encrypted/,
  ],
  [
    'a script that runs when it is opened',
    inCatalog('OpenAction', (file) =>
      file.context.obj({ S: 'JavaScript', JS: PDFString.of('app.alert(1)') }),
    ),
    /not in an archive: OpenAction/,
  ],
  [
    'an attached file',
    inCatalog('AF', (file) => file.context.obj([file.context.obj({ Type: 'Filespec' })])),
    /not in an archive: AF/,
  ],
  [
    'a form',
    inCatalog('AcroForm', (file) => file.context.obj({ Fields: [] })),
    /not in an archive: AcroForm/,
  ],
  [
    'a link',
    (file) =>
      file
        .getPage(0)
        .node.set(name('Annots'), file.context.obj([file.context.obj({ Subtype: 'Link', URI: 'x' })])),
    /not in an archive: Annots/,
  ],
  [
    'a picture',
    (file) => void file.context.register(file.context.stream('', { Type: 'XObject', Subtype: 'Image' })),
    /not in an archive: Subtype Image/,
  ],
  [
    'colours of print',
    (file) => void file.context.register(file.context.obj({ ColorSpace: 'DeviceCMYK' })),
    /6\.1\.7, 6\.2\.4/,
  ],
  [
    'another font',
    eachFont('Type0', (font) => font.set(name('BaseFont'), name('Helvetica'))),
    /Helvetica is no subset of our font/,
  ],
  ['a font that gives no text', eachFont('Type0', (font) => font.delete(name('ToUnicode'))), /gives no text/],
  [
    'another encoding',
    eachFont('Type0', (font) => font.set(name('Encoding'), name('WinAnsiEncoding'))),
    /has another encoding/,
  ],
  [
    'a font without a map of its glyphs',
    eachFont('CIDFontType2', (font) => font.delete(name('CIDToGIDMap'))),
    /6\.2\.11\.3/,
  ],
  [
    'a font that is not embedded',
    eachFont('CIDFontType2', (font) =>
      font.lookup(name('FontDescriptor'), PDFDict).delete(name('FontFile2')),
    ),
    /6\.2\.11\.4/,
  ],
  [
    'a font of another kind',
    eachFont('CIDFontType2', (font) => font.set(name('Subtype'), name('CIDFontType0'))),
    /is a font of the kind CIDFontType0/,
  ],
  [
    'widths that are not those of the font',
    eachFont('CIDFontType2', (font) => {
      const widths = font.lookup(name('W'), PDFArray).lookup(1, PDFArray);
      for (let at = 0; at < widths.size(); at++) widths.set(at, PDFNumber.of(1234));
    }),
    /6\.2\.11\.5/,
  ],
  [
    'a glyph that the font does not have',
    (file) => void file.context.register(file.context.stream('BT <0000> Tj ET')),
    /6\.2\.11\.8/,
  ],
  [
    'no header of bytes',
    (file) => {
      file.context.trailerInfo.ID = PDFHexString.of('00');
    },
    /6\.1\.3: no ID/,
  ],
];
