import type { Content, createPdf, TableCell } from 'pdfmake';
import type { LetterBlock } from '../../contract.ts';
import { letterFieldOf, type LetterSheet } from './sheet.ts';
import { contentOf, StructureElement } from './structure.ts';
import { fontSizeOfTables, type Measure, sizesOf } from './table-sizes.ts';

type DocumentDefinition = Parameters<typeof createPdf>[0];
type ContentText = Extract<Content, { text: unknown }>;
type Column = Extract<Content, { columns: unknown }>['columns'][number];

/** Points per millimetre. */
const mm = 72 / 25.4;
/** The width between the margins of a page, in points. */
const width = (210 - 30 - 15) * mm;
const grey = '#555555';

type Inline = NonNullable<Extract<LetterBlock, { type: 'paragraph' }>['content']>[number];
type Paragraph = Extract<LetterBlock, { type: 'paragraph' }>;

/** Replaces characters that the font lacks: each would be an empty box, which PDF/A forbids. */
export type Drawable = (text: string) => string;

/** The tools for drawing and measuring a letter's texts. */
interface Pen {
  readonly drawable: Drawable;
  readonly measure: Measure;
}

/**
 * Defines the pages of a letter for pdfmake. Only text and numbers come from the letter: it cannot name an
 * image, a link or a file.
 */
export function definePages(sheet: LetterSheet, { drawable, measure }: Pen): DocumentDefinition {
  const { issued, labels } = sheet;
  const text = (value: string): string => breakable(drawable(value));
  const root = new StructureElement('Document');
  return {
    pageSize: 'A4',
    pageMargins: [30 * mm, 18 * mm, 15 * mm, 20 * mm],
    // A preview is not archived; its watermark is drawn with transparency.
    version: '1.7',
    tagged: true,
    ...(issued ? { subset: 'PDF/A-2b' } : { watermark: { text: text(labels.preview), opacity: 0.12 } }),
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
      ...head(sheet, text, root),
      ...sheet.body.content.map((block) => blockOf(block, sheet, { drawable: text, measure }, root)),
      drawFooter(sheet, text, root),
    ],
  };
}

/**
 * The maximum number of characters joined by non-breaking spaces: a number and its unit, a name and its
 * initials.
 */
const maxJoined = 40;

/**
 * Replaces the non-breaking spaces in text longer than a line, so that it breaks there rather than within a
 * word.
 */
function breakable(text: string): string {
  return text.replace(/[\S\u00a0\u2007\u202f]+/gu, (joined) =>
    joined.length > maxJoined ? joined.replace(/[\u00a0\u2007\u202f]/gu, ' ') : joined,
  );
}

/** The library writes metadata into XML unescaped, so markup characters are removed. */
function metadataOf(text: string): string {
  return text.replace(/[<>&]/g, ' ');
}

function head(sheet: LetterSheet, text: Drawable, root: StructureElement): Content[] {
  const { office, contacts, addressee, subject } = sheet;
  const sender = contentOf(
    root.add('P'),
    textOf(text(office), { alignment: 'center', bold: true, fontSize: 15 }),
  );
  const small = { alignment: 'center', fontSize: 9.5, color: grey } as const;
  const address = contacts ? [contentOf(root.add('P'), textOf(text(contacts), small))] : [];
  const line: Content = {
    canvas: [{ type: 'line', x1: 0, y1: 0, x2: width, y2: 0, lineWidth: 1.2 }],
    margin: [0, 5, 0, 12],
  };
  const number = numberOf(sheet, text, root);
  const receiver: Content[] = [
    contentOf(root.add('P'), textOf(text(addressee.name), { bold: true })),
    contentOf(root.add('P'), textOf(text(addressee.place), { fontSize: 11 })),
  ];
  return [
    sender,
    ...address,
    line,
    {
      columns: [
        { width: '45%', stack: number },
        { width: '55%', stack: receiver },
      ],
      columnGap: 10,
      margin: [0, 0, 0, 18],
    },
    contentOf(
      root.add('H1'),
      textOf(text(subject), { bold: true, alignment: 'center', fontSize: 13.5, margin: [0, 0, 0, 10] }),
    ),
  ];
}

function textOf(words: string, style: Omit<ContentText, 'text'> = {}): ContentText {
  return { text: words, ...style };
}

function numberOf({ issued, labels }: LetterSheet, text: Drawable, root: StructureElement): Content[] {
  const line = (words: string, style?: Omit<ContentText, 'text'>) =>
    contentOf(root.add('P'), textOf(text(words), style));
  const number = line(`${labels.number} ${issued?.number ?? '________'}`, { bold: true });
  if (!issued) return [number];
  const day = line(issued.day);
  if (issued.replaces === null) return [number, day];
  return [number, day, line(issued.replaces, { fontSize: 9.5, color: grey, margin: [0, 3, 0, 0] })];
}

/** In points. */
const sizeOfCode = 78;
const gapOfCode = 12;

/**
 * The signature and the QR code stay together on a page: content taller than a page would be left out, so
 * line breaks in its texts are removed.
 */
function drawFooter(sheet: LetterSheet, drawable: Drawable, root: StructureElement): Content {
  const text = (words: string) => drawable(words).replace(/\n+/g, ' ');
  const { signatory, executor, issued, labels } = sheet;
  const line = (words: string, style?: Omit<ContentText, 'text'>) =>
    contentOf(root.add('P'), textOf(text(words), style));
  const position = line(signatory.position, { bold: true });
  const name = line(signatory.name, { bold: true, alignment: 'right' });
  const code: Column[] = issued
    ? [
        contentOf(root.add('Figure', { alt: `${labels.check} ${issued.checkAddress}` }), {
          width: 'auto' as const,
          qr: issued.checkAddress,
          fit: sizeOfCode,
          eccLevel: 'M' as const,
        }),
      ]
    : [];
  const lines: Content[] = [
    ...(issued ? [line(labels.check), line(issued.checkAddress)] : []),
    line(executor, { margin: [0, 6, 0, 0] }),
  ];
  // If left to the library, the width would grow with the longest word.
  const widthBeside = issued ? width - sizeOfCode - gapOfCode : width;
  const beside: Column = { width: widthBeside, fontSize: 9, color: grey, stack: lines };
  const signature: Content = {
    columns: [
      { width: '50%', stack: [position] },
      { width: '50%', stack: [name] },
    ],
    columnGap: 10,
  };
  return {
    unbreakable: true,
    margin: [0, 22, 0, 0],
    stack: [signature, { margin: [0, 22, 0, 0], columnGap: gapOfCode, columns: [...code, beside] }],
  };
}

function blockOf(block: LetterBlock, sheet: LetterSheet, pen: Pen, root: StructureElement): Content {
  const text = pen.drawable;
  switch (block.type) {
    case 'paragraph':
      return contentOf(root.add('P'), paragraphOf(block, sheet, text, true));
    case 'heading':
      return contentOf(root.add('H2'), {
        text: inlineOf(block.content, sheet, text),
        bold: true,
        margin: [0, 8, 0, 4] as [number, number, number, number],
      });
    case 'bullet_list':
      return {
        ul: itemsOf(block.content, sheet, text, root.add('L', { numbering: 'Disc' })),
        margin: [12, 2, 0, 6],
      };
    case 'ordered_list':
      return {
        ol: itemsOf(block.content, sheet, text, root.add('L', { numbering: 'Decimal' })),
        margin: [12, 2, 0, 6],
      };
    case 'table':
      return tableOf(block, sheet, pen, root.add('Table'));
  }
}

function itemsOf(
  items: readonly { readonly content: readonly Paragraph[] }[],
  sheet: LetterSheet,
  text: Drawable,
  list: StructureElement,
): Content[] {
  return items.map(({ content }) => {
    const item = list.add('LI');
    // The bullet of a list is drawn as a circle; its number is text.
    if (list.options.numbering === 'Decimal') item.add('Lbl');
    const body = item.add('LBody');
    return {
      stack: content.map((one) => contentOf(body.add('P'), paragraphOf(one, sheet, text, false))),
      margin: [0, 0, 0, 2],
    };
  });
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
    const words = text(wordsOf(inline, sheet));
    // An empty one would split the word around it.
    if (words === '') return [];
    return [
      {
        text: words,
        ...(marks.has('strong') ? { bold: true } : {}),
        ...(marks.has('em') ? { italics: true } : {}),
        ...(marks.has('underline') ? { decoration: 'underline' } : {}),
      },
    ];
  });
  // An empty line keeps its height.
  return parts.length > 0 ? parts : [' '];
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

function tableOf(
  { content }: Extract<LetterBlock, { type: 'table' }>,
  sheet: LetterSheet,
  { drawable: text, measure }: Pen,
  element: StructureElement,
): Content {
  const columns = Math.max(...content.map((row) => row.content.length));
  const rows = content.map(({ content: cells }) => ({
    isHeader: cells.every((cell) => cell.attrs?.header === true),
    cells: cells.map((cell) => cell.content.flatMap((one) => linesOf(one, sheet, text))),
  }));
  const { widths, headerRows, areRowsWhole } = sizesOf(rows, width, measure);
  const body = content.map((row, rowIndex): TableCell[] => {
    const line = element.add('TR');
    const scope = rows[rowIndex]?.isHeader ? 'Column' : 'Row';
    return Array.from({ length: columns }, (_, index) => {
      const cell = row.content[index];
      const isHeader = cell?.attrs?.header === true;
      const tag = isHeader ? line.add('TH', { scope }) : line.add('TD');
      return {
        stack: (cell?.content ?? []).map((one) =>
          contentOf(tag.add('P'), paragraphOf(one, sheet, text, false)),
        ),
        fontSize: fontSizeOfTables,
        ...(isHeader ? { bold: true } : {}),
      };
    });
  });
  // A header must not stand alone at the bottom of a page.
  const keepWithHeaderRows = areRowsWhole && headerRows > 0 ? 1 : 0;
  return {
    table: { headerRows, keepWithHeaderRows, dontBreakRows: areRowsWhole, widths, body },
    margin: [0, 4, 0, 8],
  };
}

/** The text of a paragraph, with its writer's line breaks. */
function linesOf({ content }: Paragraph, sheet: LetterSheet, text: Drawable): string[] {
  const words = (content ?? []).map((inline) => text(wordsOf(inline, sheet)));
  return words.join('').split('\n');
}
