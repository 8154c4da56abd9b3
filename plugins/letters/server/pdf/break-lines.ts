import { createRequire } from 'node:module';
import type { Structured, StructureElement } from './structure.ts';

/** A part of a text in one font: the library splits text at possible line breaks and font changes. */
interface Inline {
  text: string;
  width: number;
  /**
   * The width of the leading blanks, which do not count at the start of a line; on the first line, minus its
   * indent.
   */
  leadingCut: number;
  trailingCut: number;
  readonly fontSize: number;
  readonly font: { widthOfString(text: string, size: number): number };
  /** Whether the word continues in the next part. */
  readonly noNewLine?: boolean;
  readonly lineEnd?: boolean;
}
interface Line {
  readonly inlines: Inline[];
  readonly maxWidth: number;
  readonly newLineForced?: boolean;
  readonly leadingCut: number;
  inlineWidths: number;
  trailingCut: number;
  lastLineInParagraph?: boolean;
  /** The element of the letter that it belongs to. */
  element?: StructureElement;
  addInline(inline: Inline): void;
}
interface Builder {
  readonly writer: { context(): { readonly availableWidth: number } };
  buildNextLine(text: Structured & { readonly _inlines?: Inline[] }): Line | null;
}

/** More characters than a line can hold; longer text is measured when it is due, not again for each line. */
const maxMeasured = 512;

/**
 * Makes the library break lines within their margins for any content. Unpatched, it measures the parts of a
 * word separately, so that a word in several fonts exceeds the margin; it ignores the indent of the first
 * line; and it separates accents from their letters.
 */
export function breakLinesWithinMargins(): void {
  const require = createRequire(import.meta.url);
  const {
    default: LayoutBuilder,
  }: { default: { prototype: Builder } } = require('pdfmake/js/LayoutBuilder.js');
  const { default: EmptyLine }: { default: new (maxWidth: number) => Line } = require('pdfmake/js/Line.js');
  LayoutBuilder.prototype.buildNextLine = function buildNextLine(
    this: Builder,
    { _inlines: waiting = [], element },
  ) {
    if (waiting.length === 0) return null;
    const line = new EmptyLine(this.writer.context().availableWidth);
    fill(line, waiting);
    endWithText(line);
    line.lastLineInParagraph = waiting.length === 0;
    if (element) line.element = element;
    return line;
  };
}

/** Moves the words that fit from the waiting ones into a line; of a word longer than any line, as much as fits. */
function fill(line: Line, waiting: Inline[]): void {
  while (waiting.length > 0 && !line.newLineForced) {
    const [first] = waiting;
    if (first && line.inlines.length === 0) beginWithText(first);
    const word = wordAtHead(waiting);
    if (!fits(line, word)) {
      if (line.inlines.length === 0) breakWord(line, waiting);
      return;
    }
    for (const inline of waiting.splice(0, word.length)) line.addInline(inline);
  }
}

/** The parts up to the first possible line break. */
function wordAtHead(waiting: readonly Inline[]): readonly Inline[] {
  const last = waiting.findIndex(({ noNewLine, lineEnd }) => noNewLine !== true || lineEnd === true);
  return last < 0 ? waiting : waiting.slice(0, last + 1);
}

/** Returns the position of the next inline, from the left of the line. */
function offsetOf(line: Line, inline: Inline): number {
  return line.inlines.length === 0 ? -inline.leadingCut : line.inlineWidths - line.leadingCut;
}

function fits(line: Line, inlines: readonly Inline[]): boolean {
  const [first] = inlines;
  if (!first) return true;
  let offset = offsetOf(line, first);
  return inlines.every((inline) => {
    const end = offset + widthOfText(inline);
    offset += inline.width;
    return isBlank(inline) || end <= line.maxWidth;
  });
}

/** The width without trailing blanks, measured without them: kerning may place a letter closer to a blank than its own width. */
function widthOfText(inline: Inline): number {
  const isEnding = inline.trailingCut > 0 && inline.width < Infinity;
  return isEnding ? widthOf(inline.text.trimEnd(), inline) : inline.width;
}

function isBlank({ text }: Inline): boolean {
  return text.trim() === '';
}

/** Fills an empty line with the start of a longer word. */
function breakWord(line: Line, waiting: Inline[]): void {
  for (let inline = waiting.shift(); inline; inline = waiting.shift()) {
    if (!fits(line, [inline])) {
      const isFirst = line.inlines.length === 0;
      const length = lengthThatFits(inline, line.maxWidth - offsetOf(line, inline), isFirst);
      if (length > 0) line.addInline(partOf(inline, 0, length));
      if (length === 0) waiting.unshift(inline);
      else if (length < inline.text.length) waiting.unshift(partOf(inline, length));
      return;
    }
    line.addInline(inline);
  }
}

/** Oʻ and Gʻ are letters too. Accents have no width: they fit wherever their letter fits. */
const letters = /.[ʻʼ‘’'`]?/gsu;

/** How much of a text fits, in whole letters; at least one if `isFirst`, at the start of a line. */
function lengthThatFits(inline: Inline, available: number, isFirst: boolean): number {
  const { text } = inline;
  const ends: number[] = [];
  let width = 0;
  for (const { 0: letter, index } of text.matchAll(letters)) {
    const end = index + letter.length;
    width += widthOf(letter, inline);
    const isOver = width > available && widthOf(text.slice(0, end), inline) > available;
    if (isOver && (ends.length > 0 || !isFirst)) break;
    ends.push(end);
  }
  // Adjacent letters may be slightly wider together than separately.
  while (ends.length > 1 && widthOf(text.slice(0, ends.at(-1)), inline) > available) ends.pop();
  return ends.at(-1) ?? 0;
}

function widthOf(text: string, { font, fontSize }: Inline): number {
  return font.widthOfString(text, fontSize);
}

/**
 * A part of a text between two character positions: the head that ends a line, or the rest, which starts the
 * next one without an indent.
 */
function partOf(inline: Inline, from: number, to?: number): Inline {
  const text = inline.text.slice(from, to);
  const isHead = from === 0;
  return {
    ...inline,
    text,
    width: text.length > maxMeasured ? Infinity : widthOf(text, inline),
    leadingCut: isHead ? inline.leadingCut : 0,
    trailingCut: isHead ? 0 : inline.trailingCut,
  };
}

/** Makes the text of a line's first part start at the margin; kerning may place a letter closer to a blank than its own width. */
function beginWithText(inline: Inline): void {
  const { text, width } = inline;
  const rest = text.trimStart();
  if (rest === '' || rest === text || width === Infinity) return;
  const blank = text.slice(0, text.length - rest.length);
  inline.leadingCut += width - widthOf(rest, inline) - widthOf(blank, inline);
}

/** Removes the blanks at the end of a line, so that its width and its underline end with its text. */
function endWithText(line: Line): void {
  for (let last = line.inlines.at(-1); last && line.inlines.length > 1 && isBlank(last);) {
    line.inlines.pop();
    line.inlineWidths -= last.width;
    last = line.inlines.at(-1);
  }
  const last = line.inlines.at(-1);
  if (!last) return;
  const width = widthOfText(last);
  line.inlineWidths += width - last.width;
  last.width = width;
  line.trailingCut = 0;
}
