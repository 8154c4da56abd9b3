import { createRequire } from 'node:module';
import type { Structured, StructureElement } from './structure.ts';

/** A part of a text in one font: the library ends one where a line may end, and where the font changes. */
interface Inline {
  text: string;
  width: number;
  /** The blanks at the ends, which count for nothing at the ends of a line; before the first line, less its indent. */
  leadingCut: number;
  trailingCut: number;
  readonly fontSize: number;
  readonly font: { widthOfString(text: string, size: number): number };
  /** The word continues in the next part. */
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
  /** Of which element of the letter it is the content. */
  element?: StructureElement;
  addInline(inline: Inline): void;
}
interface Builder {
  readonly writer: { context(): { readonly availableWidth: number } };
  buildNextLine(text: Structured & { readonly _inlines?: Inline[] }): Line | null;
}

/** More letters than a line can have; what is longer is measured when its turn has come, not once more for each line. */
const maxMeasured = 512;

/**
 * Breaks lines within their margins for any content. The library measures the parts of a word separately, so that a word in
 * several fonts exceeds the margin; it ignores the indent of the first line; and it separates accents from their letters.
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

/** Moves the words that fit into a line from those that wait; of a word that no line can hold, as much as fits. */
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

/** The parts up to the first place where a line may end. */
function wordAtHead(waiting: readonly Inline[]): readonly Inline[] {
  const last = waiting.findIndex(({ noNewLine, lineEnd }) => noNewLine !== true || lineEnd === true);
  return last < 0 ? waiting : waiting.slice(0, last + 1);
}

/** Returns the position of the next inline, from the left of the line. */
function placeOf(line: Line, inline: Inline): number {
  return line.inlines.length === 0 ? -inline.leadingCut : line.inlineWidths - line.leadingCut;
}

function fits(line: Line, inlines: readonly Inline[]): boolean {
  const [first] = inlines;
  if (!first) return true;
  let place = placeOf(line, first);
  return inlines.every((inline) => {
    const end = place + widthOfText(inline);
    place += inline.width;
    return isBlank(inline) || end <= line.maxWidth;
  });
}

/** The width without the blanks at the end, as it is without them: a letter may be closer to a blank than its own box is wide. */
function widthOfText(inline: Inline): number {
  const isEnding = inline.trailingCut > 0 && inline.width < Infinity;
  return isEnding ? widthOf(inline.text.trimEnd(), inline) : inline.width;
}

function isBlank({ text }: Inline): boolean {
  return text.trim() === '';
}

/** Fills an empty line with the head of a word that is longer. */
function breakWord(line: Line, waiting: Inline[]): void {
  for (let inline = waiting.shift(); inline; inline = waiting.shift()) {
    if (!fits(line, [inline])) {
      const isFirst = line.inlines.length === 0;
      const length = lengthThatFits(inline, line.maxWidth - placeOf(line, inline), isFirst);
      if (length > 0) line.addInline(partOf(inline, 0, length));
      if (length === 0) waiting.unshift(inline);
      else if (length < inline.text.length) waiting.unshift(partOf(inline, length));
      return;
    }
    line.addInline(inline);
  }
}

/** Oʻ and Gʻ are letters too. Accents have no width: they fit where their letter fits. */
const letters = /.[ʻʼ‘’'`]?/gsu;

/** How much of a text fits, in whole letters; at least one if `isFirst`, at the beginning of a line. */
function lengthThatFits(inline: Inline, room: number, isFirst: boolean): number {
  const { text } = inline;
  const ends: number[] = [];
  let width = 0;
  for (const { 0: letter, index } of text.matchAll(letters)) {
    const end = index + letter.length;
    width += widthOf(letter, inline);
    const isOver = width > room && widthOf(text.slice(0, end), inline) > room;
    if (isOver && (ends.length > 0 || !isFirst)) break;
    ends.push(end);
  }
  // Adjacent letters may be a little wider than each by itself.
  while (ends.length > 1 && widthOf(text.slice(0, ends.at(-1)), inline) > room) ends.pop();
  return ends.at(-1) ?? 0;
}

function widthOf(text: string, { font, fontSize }: Inline): number {
  return font.widthOfString(text, fontSize);
}

/** A part of a text from one sign to another: the head that ends a line, or the rest, which begins the next one without an indent. */
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

/** Makes the text of the first part of a line begin at the margin; a letter may be closer to a blank than its own box is wide. */
function beginWithText(inline: Inline): void {
  const { text, width } = inline;
  const rest = text.trimStart();
  if (rest === '' || rest === text || width === Infinity) return;
  const blank = text.slice(0, text.length - rest.length);
  inline.leadingCut += width - widthOf(rest, inline) - widthOf(blank, inline);
}

/** Takes the blanks from the end of a line, so that it is as wide as its text and is underlined no further. */
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
