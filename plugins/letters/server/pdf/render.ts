import { createRequire } from 'node:module';
import { openSync } from 'fontkit';
import pdfmake from 'pdfmake';
import { definePages, type Drawable } from './define-pages.ts';
import { justifyBetweenWords } from './justify-lines.ts';
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
  justifyBetweenWords();
  // A letter names no files and no addresses; if ever it did, nothing would be fetched.
  pdfmake.setUrlAccessPolicy(() => false);
  pdfmake.setLocalAccessPolicy((path) => own.has(path));
  const drawable = createDrawable(fonts.normal);
  return async (sheet) => new Uint8Array(await pdfmake.createPdf(definePages(sheet, drawable)).getBuffer());
}

/**
 * What has no form on paper: soft hyphens, joiners, marks of direction and variation, which come with text from other programs
 * and with which a name could be made to read backwards.
 */
const invisible = /[\p{Cf}\p{Variation_Selector}]/gu;

/** Replaces signs that the font does not have. */
function createDrawable(file: string): Drawable {
  const font = openSync(file);
  const known = new Map<string, boolean>();
  const isKnown = (sign: string): boolean => {
    const found = known.get(sign) ?? font.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0);
    known.set(sign, found);
    return found;
  };
  const drawn = (sign: string): string => {
    if (sign === '\n' || (sign >= ' ' && isKnown(sign))) return sign;
    return sign === '\t' ? ' ' : '?';
  };
  return (text) => {
    const plain = text
      .normalize('NFC')
      .replace(invisible, '')
      .replace(/\r\n?|[\u2028\u2029]/g, '\n');
    return Array.from(plain, drawn).join('');
  };
}
