import type { Content, createPdf, TableCell } from 'pdfmake';
import type { LetterBlock } from '../../contract.ts';
import { letterFieldOf, type LetterSheet } from './sheet.ts';
import { widthsOf } from './table-widths.ts';

type DocumentDefinition = Parameters<typeof createPdf>[0];
type ContentText = Extract<Content, { text: unknown }>;
type Column = Extract<Content, { columns: unknown }>['columns'][number];

/** Points of a millimetre. */
const mm = 72 / 25.4;
/** The width between the margins of a page. */
const width = (210 - 30 - 15) * mm;
const grey = '#555555';

type Inline = NonNullable<Extract<LetterBlock, { type: 'paragraph' }>['content']>[number];
type TableRow = Extract<LetterBlock, { type: 'table' }>['content'][number];
type Paragraph = Extract<LetterBlock, { type: 'paragraph' }>;

/** Text that the font has; another sign would be an empty box, which PDF/A forbids. */
export type Drawable = (text: string) => string;

/** The width of a word in points of a font of one point. */
export type Measure = (word: string) => number;

/** What texts of a letter are written with. */
interface Pen {
  readonly drawable: Drawable;
  readonly measure: Measure;
}

/** The pages of a letter for pdfmake. Only text and numbers come from the letter: no picture, link or file can be named in it. */
export function definePages(sheet: LetterSheet, { drawable, measure }: Pen): DocumentDefinition {
  const { issued, labels } = sheet;
  const text = (value: string): string => breakable(drawable(value));
  return {
    pageSize: 'A4',
    pageMargins: [30 * mm, 18 * mm, 15 * mm, 20 * mm],
    // A preview is no document to be kept; its watermark is drawn with transparency.
    ...(issued
      ? { version: '1.7', subset: 'PDF/A-2b' }
      : { watermark: { text: text(labels.preview), opacity: 0.12 } }),
    displayTitle: true,
    language: sheet.language,
    info: {
      title: metadataOf(
        text(issued ? `${labels.number} ${issued.number} – ${sheet.subject}` : sheet.subject),
      ),
      author: metadataOf(text(sheet.office)),
      creator: 'Komak',
      producer: 'Komak',
      ...(issued ? { creationDate: new Date(issued.moment), modDate: new Date(issued.moment) } : {}),
    },
    defaultStyle: { font: 'Tinos', fontSize: 12.5, lineHeight: 1.15 },
    footer: (page, pages) => ({
      text:
        pages > 1 ? text(`${issued ? `${labels.number} ${issued.number} · ` : ''}${page} / ${pages}`) : '',
      alignment: 'right',
      margin: [0, 8 * mm, 15 * mm, 0],
      fontSize: 9,
      color: grey,
    }),
    content: [
      ...head(sheet, text),
      ...sheet.body.content.map((block) => blockOf(block, sheet, { drawable: text, measure })),
      foot(sheet, text),
    ],
  };
}

/** So many signs may be joined by spaces that keep words together: a number and its unit, a name and its initials. */
const mostJoined = 40;

/** Makes the spaces usual ones in what is joined over a line and more: the library would write it over the margin. */
function breakable(text: string): string {
  return text.replace(/\S+(?:[\u00a0\u2007\u202f]+\S+)+/gu, (joined) =>
    joined.length > mostJoined ? joined.replace(/[\u00a0\u2007\u202f]/gu, ' ') : joined,
  );
}

/** The library writes metadata into XML as they are, so they have no signs of markup. */
function metadataOf(text: string): string {
  return text.replace(/[<>&]/g, ' ');
}

function head(sheet: LetterSheet, text: Drawable): Content[] {
  const { office, contacts, addressee, subject } = sheet;
  const small: Content = { text: text(contacts), alignment: 'center', fontSize: 9.5, color: grey };
  const line: Content = {
    canvas: [{ type: 'line', x1: 0, y1: 0, x2: width, y2: 0, lineWidth: 1.2 }],
    margin: [0, 5, 0, 12],
  };
  const receiver: Content[] = [
    { text: text(addressee.name), bold: true },
    { text: text(addressee.place), fontSize: 11 },
  ];
  return [
    { text: text(office), alignment: 'center', bold: true, fontSize: 15 },
    ...(contacts ? [small] : []),
    line,
    {
      columns: [
        { width: '45%', stack: numberOf(sheet, text) },
        { width: '55%', stack: receiver },
      ],
      columnGap: 10,
      margin: [0, 0, 0, 18],
    },
    { text: text(subject), bold: true, alignment: 'center', fontSize: 13.5, margin: [0, 0, 0, 10] },
  ];
}

function numberOf({ issued, labels }: LetterSheet, text: Drawable): Content[] {
  const number: Content = {
    text: text(`${labels.number} ${issued?.number ?? '________'}`),
    bold: true,
  };
  if (!issued) return [number];
  const day: Content = { text: text(issued.day) };
  if (issued.replaces === null) return [number, day];
  return [number, day, { text: text(issued.replaces), fontSize: 9.5, color: grey, margin: [0, 3, 0, 0] }];
}

/** The signature and the QR code stay together on a page. */
function foot(sheet: LetterSheet, text: Drawable): Content {
  const { signatory, executor, issued, labels } = sheet;
  const lines: Content[] = [
    ...(issued ? [text(labels.check), text(issued.checkAddress)] : []),
    { text: text(executor), margin: [0, 6, 0, 0] },
  ];
  const beside: Column = { width: '*', fontSize: 9, color: grey, stack: lines };
  const code: Column[] = issued ? [{ width: 'auto', qr: issued.checkAddress, fit: 78, eccLevel: 'M' }] : [];
  const signature: Content = {
    columns: [
      { width: '50%', text: text(signatory.position), bold: true },
      { width: '50%', text: text(signatory.name), bold: true, alignment: 'right' },
    ],
    columnGap: 10,
  };
  return {
    unbreakable: true,
    margin: [0, 22, 0, 0],
    stack: [signature, { margin: [0, 22, 0, 0], columnGap: 12, columns: [...code, beside] }],
  };
}

function blockOf(block: LetterBlock, sheet: LetterSheet, pen: Pen): Content {
  const text = pen.drawable;
  switch (block.type) {
    case 'paragraph':
      return paragraphOf(block, sheet, text, true);
    case 'heading':
      return { text: inlineOf(block.content, sheet, text), bold: true, margin: [0, 8, 0, 4] };
    case 'bullet_list':
      return { ul: itemsOf(block.content, sheet, text), margin: [12, 2, 0, 6] };
    case 'ordered_list':
      return { ol: itemsOf(block.content, sheet, text), margin: [12, 2, 0, 6] };
    case 'table':
      return tableOf(block, sheet, pen);
  }
}

function itemsOf(
  items: readonly { readonly content: readonly Paragraph[] }[],
  sheet: LetterSheet,
  text: Drawable,
): Content[] {
  return items.map(({ content }) => ({
    stack: content.map((one) => paragraphOf(one, sheet, text, false)),
    margin: [0, 0, 0, 2],
  }));
}

function paragraphOf(
  { attrs, content }: Paragraph,
  sheet: LetterSheet,
  text: Drawable,
  isOfBody: boolean,
): ContentText {
  const align = attrs?.align ?? (isOfBody ? 'justify' : 'left');
  return {
    text: inlineOf(content, sheet, text),
    alignment: align,
    ...(isOfBody
      ? { margin: [0, 0, 0, 6], leadingIndent: align === 'justify' || align === 'left' ? 10 * mm : 0 }
      : {}),
  };
}

function inlineOf(content: readonly Inline[] | undefined, sheet: LetterSheet, text: Drawable): Content[] {
  const parts = (content ?? []).flatMap((inline): ContentText[] => {
    const marks = new Set((inline.marks ?? []).map(({ type }) => type));
    return measurable(text(wordsOf(inline, sheet))).map((words) => ({
      text: words,
      ...(marks.has('strong') ? { bold: true } : {}),
      ...(marks.has('em') ? { italics: true } : {}),
      ...(marks.has('underline') ? { decoration: 'underline' } : {}),
    }));
  });
  // An empty line keeps its height.
  return parts.length > 0 ? parts : [' '];
}

/**
 * A text in parts that are measured quickly: the library measures a word that is longer than its line once more for each line,
 * so that one of 10,000 letters would take half a minute. Parts of a word stay together.
 */
function measurable(text: string): string[] {
  return /\S{64}/.test(text) ? (text.match(/\S{1,64}\s*|\s+/gu) ?? []) : [text];
}

function wordsOf(inline: Inline, sheet: LetterSheet): string {
  switch (inline.type) {
    case 'text':
      return inline.text;
    case 'hard_break':
      return '\n';
    case 'field':
      return letterFieldOf(sheet, inline.attrs.name);
  }
}

const fontSizeOfTables = 11;

function tableOf(
  { content }: Extract<LetterBlock, { type: 'table' }>,
  sheet: LetterSheet,
  { drawable: text, measure }: Pen,
): Content {
  const columns = Math.max(...content.map((row) => row.content.length));
  const wordsIn = (index: number) =>
    content.flatMap(({ content: cells }) =>
      (cells[index]?.content ?? []).flatMap(({ content: inlines }) =>
        (inlines ?? []).flatMap((inline) => text(wordsOf(inline, sheet)).split(/\s+/u)),
      ),
    );
  const longest = Array.from({ length: columns }, (_, index) =>
    wordsIn(index).reduce((most, word) => Math.max(most, measure(word) * fontSizeOfTables), 0),
  );
  const widths = widthsOf(longest, width);
  const isHeader = (row: TableRow) => row.content.every((cell) => cell.attrs?.header === true);
  const firstOfBody = content.findIndex((row) => !isHeader(row));
  const headers = content.slice(0, Math.max(0, firstOfBody));
  const heights = content.map((row) => heightOf(row, widths));
  // The head stands on every page again: together its rows leave room for others.
  const isHeadLow = heights.slice(0, headers.length).reduce((sum, height) => sum + height, 0) <= tallest;
  const body = content.map((row): TableCell[] =>
    Array.from({ length: columns }, (_, index) => {
      const cell = row.content[index];
      return {
        stack: (cell?.content ?? []).map((one) => paragraphOf(one, sheet, text, false)),
        fontSize: fontSizeOfTables,
        ...(cell?.attrs?.header ? { bold: true } : {}),
      };
    }),
  );
  return {
    table: {
      headerRows: isHeadLow ? headers.length : 0,
      // A row that no page can hold would be cut off if it were kept together.
      dontBreakRows: heights.every((height) => height <= tallest),
      widths,
      body,
    },
    margin: [0, 4, 0, 8],
  };
}

/** The part of a page, in points, that a row may take and is still kept together. */
const tallest = 300;

/** How high a row is at most, in points: as if it were written in the widest letters. */
function heightOf({ content }: TableRow, widths: readonly number[]): number {
  const heights = content.map((cell, column) => {
    const signsOfLine = Math.max(1, Math.floor((widths[column] ?? 0) / 11));
    return cell.content.reduce((lines, { content: inlines }) => {
      const signs = (inlines ?? []).reduce((sum, inline) => sum + signsOf(inline, signsOfLine), 0);
      return lines + Math.max(1, Math.ceil(signs / signsOfLine));
    }, 0);
  });
  return Math.max(...heights) * 14.6;
}

/** The signs of a part of a text; a new line counts as a whole one. */
function signsOf(inline: Inline, signsOfLine: number): number {
  switch (inline.type) {
    case 'text':
      return inline.text.length + (inline.text.split('\n').length - 1) * signsOfLine;
    case 'hard_break':
      return signsOfLine;
    case 'field':
      return 60;
  }
}
