import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFNumber,
  type PDFPage,
  PDFRawStream,
} from '@cantoo/pdf-lib';

/** A glyph on a page: its characters, and its position in points from the left and bottom of the page. */
export interface Glyph {
  readonly text: string;
  readonly page: number;
  readonly left: number;
  readonly right: number;
  readonly baseline: number;
  readonly size: number;
}

/** The glyph data of a font. */
export interface Font {
  /** The characters of a glyph, by its id. */
  readonly texts: ReadonlyMap<number, string>;
  /** Widths of glyphs in thousandths of the font size. */
  readonly widths: ReadonlyMap<number, number>;
}

/**
 * Every glyph in a file that we have generated, in drawing order; without spaces. Their boxes are as wide as
 * the font's advance.
 */
export async function glyphsOf(bytes: Uint8Array): Promise<Glyph[]> {
  const file = await PDFDocument.load(bytes, { updateMetadata: false });
  return file.getPages().flatMap((page, index) => glyphsOfPage(page, index + 1));
}

function glyphsOfPage({ node }: PDFPage, page: number): Glyph[] {
  const fonts = new Map(
    (node.Resources()?.lookup(PDFName.of('Font'), PDFDict).entries() ?? []).map(([name, font]) => [
      name.decodeText(),
      fontOf(node.context.lookup(font, PDFDict)),
    ]),
  );
  const glyphs: Glyph[] = [];
  let [left, baseline, size] = [0, 0, 0];
  let font: Font | undefined;
  const drawn =
    /(?<a>\S+) (?<b>\S+) (?<c>\S+) (?<d>\S+) (?<x>\S+) (?<y>\S+) Tm|\/(?<font>F\d+) (?<size>\S+) Tf|\[(?<runs>[^\]]*)\] TJ/g;
  for (const { groups = {} } of contentOf(node.Contents()).matchAll(drawn)) {
    if (groups['x'] !== undefined) {
      if (`${groups['a']} ${groups['b']} ${groups['c']} ${groups['d']}` !== '1 0 0 1')
        throw new Error('a text that is turned');
      [left, baseline] = [Number(groups['x']), Number(groups['y'])];
    } else if (groups['font'] !== undefined) {
      font = fonts.get(groups['font']);
      size = Number(groups['size']);
    } else {
      for (const [run] of (groups['runs'] ?? '').matchAll(/<[0-9a-f]*>|-?[\d.]+/g)) {
        if (!run.startsWith('<')) {
          left -= (Number(run) / 1000) * size;
          continue;
        }
        for (const [code] of run.matchAll(/[0-9a-f]{4}/g)) {
          const glyph = Number.parseInt(code, 16);
          const text = font?.texts.get(glyph);
          if (text === undefined) throw new Error(`the glyph ${glyph} has no signs`);
          const right = left + ((font?.widths.get(glyph) ?? 0) / 1000) * size;
          if (text.trim() !== '') glyphs.push({ text, page, left, right, baseline, size });
          left = right;
        }
      }
    }
  }
  return glyphs;
}

/** The operators of a page, or another stream, as text. */
export function contentOf(stream: unknown): string {
  if (!(stream instanceof PDFRawStream)) throw new Error('a page whose content is no stream');
  return Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1');
}

/** The characters and widths of a font that we have embedded. */
export function fontOf(font: PDFDict): Font {
  const map = contentOf(font.lookup(PDFName.of('ToUnicode')));
  const texts = new Map<number, string>();
  for (const [, first = '', list = ''] of map.matchAll(/<([0-9a-f]+)> <[0-9a-f]+> \[([^\]]*)\]/g)) {
    for (const [index, [, codes = '']] of [...list.matchAll(/<([0-9a-f ]*)>/g)].entries()) {
      const units = (codes.match(/[0-9a-f]{4}/g) ?? []).map((unit) => Number.parseInt(unit, 16));
      texts.set(Number.parseInt(first, 16) + index, String.fromCharCode(...units));
    }
  }
  const descendant = font.lookup(PDFName.of('DescendantFonts'), PDFArray).lookup(0, PDFDict);
  return { texts, widths: new Map(widthsOf(descendant.lookup(PDFName.of('W'), PDFArray))) };
}

/** The widths of glyphs: repeated `first [width …]`. */
export function widthsOf(array: PDFArray): [number, number][] {
  const found: [number, number][] = [];
  for (let index = 0; index < array.size(); index += 2) {
    const first = array.lookup(index, PDFNumber).asNumber();
    const widths = array.lookup(index + 1, PDFArray);
    for (let at = 0; at < widths.size(); at++)
      found.push([first + at, widths.lookup(at, PDFNumber).asNumber()]);
  }
  return found;
}
