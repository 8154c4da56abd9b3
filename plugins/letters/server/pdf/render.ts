import { createRequire } from 'node:module';
import { openSync } from 'fontkit';
import pdfmake from 'pdfmake';
import { breakLinesWithinMargins } from './break-lines.ts';
import { definePages, type Drawable } from './define-pages.ts';
import { justifyBetweenWords } from './justify-lines.ts';
import type { LetterSheet } from './sheet.ts';
import type { Measure } from './table-sizes.ts';
import { writeTags } from './write-tags.ts';

/**
 * Renders letters; created by {@link createPdfRenderer}. Characters that the font lacks are drawn as question
 * marks, and added to `missing`.
 */
export type RenderPdf = (sheet: LetterSheet, missing?: Set<string>) => Promise<Uint8Array>;

/** Creates a renderer of letters as PDF, issued ones as PDF/A-2b. It loads fonts, and should run in a separate thread. */
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
  breakLinesWithinMargins();
  justifyBetweenWords();
  writeTags();
  // A letter names no files and no addresses; this also prevents any fetch.
  pdfmake.setUrlAccessPolicy(() => false);
  pdfmake.setLocalAccessPolicy((path) => own.has(path));
  const drawableOf = createDrawable(fonts.normal);
  const measure = createMeasure(Object.values(fonts));
  return async (sheet, missing = new Set()) =>
    new Uint8Array(
      await pdfmake.createPdf(definePages(sheet, { drawable: drawableOf(missing), measure })).getBuffer(),
    );
}

/**
 * Characters without a visible form: soft hyphens, joiners, direction marks and variation selectors, which
 * come with text from other programs and could reverse the direction of a name.
 */
const invisible = /[\p{Cf}\p{Variation_Selector}]/gu;

/** Control characters except line breaks: tabs, form feeds, and artefacts of other programs. */
const control = /[^\P{Cc}\n]/gu;

/** Right-to-left scripts, which the library does not lay out. */
const fromRight = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u;

/** More accents on a letter than any language uses: they would run into the lines above. */
const climbing = /(?<=\p{M}{3})\p{M}+/gu;

/** Measures words in the font in which they are the widest. */
function createMeasure(files: readonly string[]): Measure {
  const fonts = files.map((file) => openSync(file));
  const known = new Map<string, number>();
  const widthOf = (sign: string): number => {
    const found =
      known.get(sign) ??
      Math.max(
        ...fonts.map(
          (font) => font.glyphForCodePoint(sign.codePointAt(0) ?? 0).advanceWidth / font.unitsPerEm,
        ),
      );
    known.set(sign, found);
    return found;
  };
  return (word) => Array.from(word, widthOf).reduce((sum, one) => sum + one, 0);
}

/** Replaces characters that cannot be drawn, and records them. */
function createDrawable(file: string): (missing: Set<string>) => Drawable {
  const font = openSync(file);
  const known = new Map<string, boolean>();
  const isKnown = (sign: string): boolean => {
    const found =
      known.get(sign) ?? (font.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0) && !fromRight.test(sign));
    known.set(sign, found);
    return found;
  };
  return (missing) => {
    const drawn = (sign: string): string => {
      if (sign === '\n' || isKnown(sign)) return sign;
      if (/\s/u.test(sign)) return ' ';
      missing.add(sign);
      return '?';
    };
    return (text) => {
      const plain = text
        .normalize('NFC')
        .replace(invisible, '')
        .replace(/\r\n?|[\u2028\u2029]/g, '\n')
        .replace(control, ' ')
        .replace(climbing, (accents) => {
          for (const accent of accents) missing.add(`◌${accent}`);
          return '';
        });
      return Array.from(plain, drawn).join('');
    };
  };
}
