import { PDFArray, PDFDict, PDFDocument, PDFName, type PDFObject, PDFRef, PDFStream } from '@cantoo/pdf-lib';

const catalogNumber = 1;
const pagesNumber = 2;

/**
 * Joins PDF files into one as a stream. Of each written file it remembers only the object offsets, so that
 * memory stays almost constant for any number of files.
 */
export async function* mergePdf(files: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const offsets = new Map<number, number>();
  const pages: number[] = [];
  let position = 0;
  let lastNumber = pagesNumber;
  const count = (bytes: Buffer): Buffer => {
    position += bytes.length;
    return bytes;
  };
  const written = (number: number, content: Buffer): Buffer => {
    offsets.set(number, position);
    return count(Buffer.concat([Buffer.from(`${number} 0 obj\n`), content, Buffer.from('\nendobj\n')]));
  };

  yield count(Buffer.from('%PDF-1.7\n%\xE2\xE3\xCF\xD3\n', 'latin1'));
  for await (const file of files) {
    const { objects, pages: own } = await objectsOf(file, lastNumber);
    for (const [number, content] of objects) {
      yield written(number, content);
      lastNumber = Math.max(lastNumber, number);
    }
    pages.push(...own);
  }
  const kids = pages.map((number) => `${number} 0 R`).join(' ');
  yield written(pagesNumber, Buffer.from(`<< /Type /Pages /Count ${pages.length} /Kids [ ${kids} ] >>`));
  yield written(catalogNumber, Buffer.from(`<< /Type /Catalog /Pages ${pagesNumber} 0 R >>`));
  yield tableOf(offsets, lastNumber, position);
}

/** The objects that a file's pages consist of, numbered after a given number. */
async function objectsOf(
  file: Uint8Array,
  base: number,
): Promise<{ objects: [number, Buffer][]; pages: number[] }> {
  const document = await PDFDocument.load(file, { updateMetadata: false });
  const numbers = new Map<PDFRef, number>();
  const waiting: PDFRef[] = [];
  const numberOf = (ref: PDFRef): number => {
    const known = numbers.get(ref);
    if (known !== undefined) return known;
    const number = base + numbers.size + 1;
    numbers.set(ref, number);
    waiting.push(ref);
    return number;
  };
  const pages = document.getPages().map(({ ref }) => numberOf(ref));
  const objects: [number, Buffer][] = [];
  for (let ref = waiting.shift(); ref; ref = waiting.shift()) {
    const object = document.context.lookup(ref);
    if (object) objects.push([numberOf(ref), bytesOf(object, numberOf)]);
  }
  return { objects, pages };
}

/** The bytes of an object, with its references renumbered. */
function bytesOf(object: PDFObject, numberOf: (ref: PDFRef) => number): Buffer {
  if (!(object instanceof PDFStream)) return Buffer.from(wordsOf(object, numberOf), 'latin1');
  const head = wordsOf(object.dict, numberOf);
  const bytes = object.getContents();
  return Buffer.concat([
    Buffer.from(`${head}\nstream\n`, 'latin1'),
    bytes,
    Buffer.from('\nendstream', 'latin1'),
  ]);
}

function wordsOf(object: PDFObject, numberOf: (ref: PDFRef) => number): string {
  if (object instanceof PDFRef) return `${numberOf(object)} 0 R`;
  if (object instanceof PDFArray) {
    return `[ ${object
      .asArray()
      .map((inner) => wordsOf(inner, numberOf))
      .join(' ')} ]`;
  }
  if (object instanceof PDFDict) {
    const entries = object.entries().map(([name, value]) => {
      const isParent = name === PDFName.of('Parent');
      return `${name.toString()} ${isParent ? `${pagesNumber} 0 R` : wordsOf(value, numberOf)}`;
    });
    return `<< ${entries.join(' ')} >>`;
  }
  return object.toString();
}

/** The cross-reference table of all objects, and the end of the file. */
function tableOf(offsets: ReadonlyMap<number, number>, lastNumber: number, position: number): Buffer {
  const lines = Array.from({ length: lastNumber }, (_, index) => {
    const offset = offsets.get(index + 1);
    return offset === undefined ? '0000000000 65535 f \n' : `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  return Buffer.from(
    `xref\n0 ${lastNumber + 1}\n0000000000 65535 f \n${lines.join('')}` +
      `trailer\n<< /Size ${lastNumber + 1} /Root ${catalogNumber} 0 R >>\nstartxref\n${position}\n%%EOF\n`,
  );
}
