import { createRequire } from 'node:module';

/** The part of pdfmake that places lines; it has no types of its own. */
interface Line {
  readonly inlines: readonly {
    readonly text: string;
    readonly alignment?: string;
    readonly decoration?: string;
    x: number;
    justifyShift?: number;
  }[];
  readonly newLineForced?: boolean;
  readonly lastLineInParagraph?: boolean;
  getWidth(): number;
}
interface Writer {
  context(): { readonly availableWidth: number };
  alignLine(line: Line): void;
}

/**
 * Makes justification widen only the gaps between words. Unpatched, the library also widens the place where
 * two runs meet, such as a bold word and the comma after it, or a possible hyphenation; it has no option to
 * change that.
 */
export function justifyBetweenWords(): void {
  const require = createRequire(import.meta.url);
  const {
    default: ElementWriter,
  }: { default: { prototype: Writer } } = require('pdfmake/js/ElementWriter.js');
  const { prototype } = ElementWriter;
  const align = prototype.alignLine;
  prototype.alignLine = function alignLine(this: Writer, line: Line): void {
    const [first] = line.inlines;
    const isWhole = line.newLineForced === true || line.lastLineInParagraph === true;
    if (first?.alignment !== 'justify') return align.call(this, line);
    if (!isWhole) widen(line, this.context().availableWidth - line.getWidth());
  };
}

/** Distributes the remaining space over the gaps between a line's words. */
function widen({ inlines }: Line, space: number): void {
  const gaps = inlines.slice(0, -1).filter(({ text }) => /\s$/.test(text)).length;
  if (gaps === 0 || space <= 0) return;
  const gap = space / gaps;
  let offset = 0;
  for (const [index, inline] of inlines.entries()) {
    const former = inlines[index - 1];
    const isAfterGap = former !== undefined && /\s$/.test(former.text);
    if (isAfterGap) offset += gap;
    inline.x += offset;
    // How far an underline continues from the previous word.
    inline.justifyShift = isAfterGap && former.decoration === inline.decoration ? gap : 0;
  }
}
