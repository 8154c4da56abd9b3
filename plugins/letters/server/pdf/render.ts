import { createRequire } from 'node:module';
import { openSync } from 'fontkit';
import pdfmake from 'pdfmake';
import { definePages, type Drawable } from './define-pages.ts';
import type { LetterSheet } from './sheet.ts';

/** Draws letters; made by {@link createPdfRenderer}. */
export type RenderPdf = (sheet: LetterSheet) => Promise<Uint8Array>;

/** Creates what draws letters as PDF, an issued one as PDF/A-2b. It loads fonts, and belongs into a thread of its own. */
export function createPdfRenderer(): RenderPdf {
  const { resolve } = createRequire(import.meta.url);
  const fileOf = (style: string) => resolve(`@expo-google-fonts/tinos/${style}/Tinos_${style}.ttf`);
  const fonts = {
    normal: fileOf('400Regular'),
    bold: fileOf('700Bold'),
    italics: fileOf('400Regular_Italic'),
    bolditalics: fileOf('700Bold_Italic'),
  };
  const own = new Set(Object.values(fonts));
  pdfmake.setFonts({ Tinos: fonts });
  // A letter names no files and no addresses; if ever it did, nothing would be fetched.
  pdfmake.setUrlAccessPolicy(() => false);
  pdfmake.setLocalAccessPolicy((path) => own.has(path));
  const drawable = createDrawable(fonts.normal);
  return async (sheet) => new Uint8Array(await pdfmake.createPdf(definePages(sheet, drawable)).getBuffer());
}

/** In a justified line a hyphen that may end the line gets a gap behind it: `12-son` stays together. */
const innerHyphen = /(?<=[\p{L}\d])-(?=[\p{L}\d])/gu;

/** Replaces signs that the font does not have. */
function createDrawable(file: string): Drawable {
  const font = openSync(file);
  const known = new Map<string, boolean>();
  const isKnown = (sign: string): boolean => {
    const found = known.get(sign) ?? font.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0);
    known.set(sign, found);
    return found;
  };
  return (text) =>
    [...text.normalize('NFC').replace(innerHyphen, '\u2011')]
      .map((sign) => (sign === '\n' || (sign >= ' ' && isKnown(sign)) ? sign : sign === '\t' ? ' ' : '?'))
      .join('');
}
