import type {
  ListBlockAttrs,
  Condition,
  Field,
  LetterBlock,
  LetterBody,
  ListSource,
  PlainTemplateBlock,
  TemplateBody,
  TemplateInline,
} from '../../contract.ts';
import { documentLimits, letterBodySchema, letterFields } from '../../contract.ts';
import { codedError } from './errors.ts';

/** A list of an application: its column headers and rows. */
export interface ListRows {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** The data of an application for filling in a template. */
export interface TemplateData {
  readonly values: Readonly<Partial<Record<Field, string>>>;
  readonly lists: Readonly<Record<ListSource, ListRows>>;
  holds(condition: Pick<Condition, 'when' | 'value'>): boolean;
}

type LetterInline = NonNullable<Extract<LetterBlock, { type: 'paragraph' }>['content']>[number];
type Paragraph = Extract<LetterBlock, { type: 'paragraph' }>;
type TemplateParagraph = Extract<PlainTemplateBlock, { type: 'paragraph' }>;

const emptyParagraph: LetterBlock = { type: 'paragraph' };

/**
 * Fills in a template for an application: fields become text, parts with a false condition are left out,
 * lists become lists or tables. Fields that only an issued letter has remain.
 */
export function fillTemplate(template: TemplateBody, filled: TemplateData): LetterBody {
  const body = fillBlocks(template, filled);
  // An application may have more content than a letter may hold.
  if (!letterBodySchema.safeParse(body).success) throw codedError('too_long');
  return body;
}

/** The same without the limits of a letter. */
export function fillBlocks({ content }: TemplateBody, filled: TemplateData): LetterBody {
  const blocks = content.flatMap((block): readonly PlainTemplateBlock[] => {
    if (block.type !== 'condition') return [block];
    return filled.holds(block.attrs) === block.attrs.negate ? [] : block.content;
  });
  const body = blocks.flatMap((block) => fillBlock(block, filled));
  return { type: 'doc', content: body.length > 0 ? body : [emptyParagraph] };
}

function fillBlock(block: PlainTemplateBlock, filled: TemplateData): LetterBlock[] {
  switch (block.type) {
    case 'paragraph':
      return [fillParagraph(block, filled)];
    case 'heading':
      return [withContent({ type: 'heading' } as const, fillInline(block.content, filled))];
    case 'bullet_list':
    case 'ordered_list': {
      const content = block.content.map(({ type, content: paragraphs }) => ({
        type,
        content: paragraphs.map((one) => fillParagraph(one, filled)),
      }));
      return [{ type: block.type, content }];
    }
    case 'table': {
      const content = block.content.map((row) => ({
        type: row.type,
        content: row.content.map((cell) => ({
          ...cell,
          content: cell.content.map((one) => fillParagraph(one, filled)),
        })),
      }));
      return [{ type: 'table', content }];
    }
    case 'case_list':
      return listBlocks(block.attrs, filled);
  }
}

function fillParagraph({ type, attrs, content }: TemplateParagraph, filled: TemplateData): Paragraph {
  return withContent({ type, ...(attrs ? { attrs } : {}) }, fillInline(content, filled));
}

function withContent<Block extends object>(block: Block, content: readonly LetterInline[]) {
  return content.length > 0 ? { ...block, content: [...content] } : block;
}

function fillInline(
  content: readonly TemplateInline[] | undefined,
  { values }: TemplateData,
): readonly LetterInline[] {
  return (content ?? []).flatMap((inline): readonly LetterInline[] => {
    if (inline.type !== 'field') return [inline];
    const { name } = inline.attrs;
    const marks = inline.marks ? { marks: inline.marks } : {};
    const late = letterFields.find((field) => field === name);
    if (late) return [{ type: 'field', attrs: { name: late }, ...marks }];
    return linesOf(values[name] ?? '').flatMap((line, index) => [
      ...(index > 0 ? [{ type: 'hard_break' } as const] : []),
      ...(line === '' ? [] : [{ type: 'text', text: line, ...marks } as const]),
    ]);
  });
}

/** The lines of a value, without control characters and characters without a glyph. */
function linesOf(value: string): string[] {
  return (
    value
      .replace(/\r\n?/g, '\n')
      // Soft hyphens and similar characters occur within words.
      .replace(/\p{Cf}/gu, '')
      .replace(/[^\P{C}\n]/gu, ' ')
      .split('\n')
      .map((line) => line.trim())
  );
}

function listBlocks({ source, style }: ListBlockAttrs, { lists }: TemplateData): LetterBlock[] {
  const { columns, rows } = lists[source];
  if (rows.length === 0) return [];
  if (style === 'bullets') {
    const items = rows.map((row) => ({
      type: 'list_item' as const,
      content: [paragraphOf(row.filter(Boolean).join(', '))],
    }));
    return chunksOf(items, documentLimits.rows).map((content) => ({ type: 'bullet_list', content }));
  }
  const rowOf = (cells: readonly string[], header: boolean) => ({
    type: 'table_row' as const,
    content: cells.map((cell) => ({
      type: 'table_cell' as const,
      attrs: { header },
      content: [paragraphOf(cell)],
    })),
  });
  return chunksOf(rows, documentLimits.rows - 1).map((some) => ({
    type: 'table',
    content: [rowOf(columns, true), ...some.map((row) => rowOf(row, false))],
  }));
}

/** Splits a long list into lists of the maximum length. */
function chunksOf<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}

function paragraphOf(value: string): Paragraph {
  const text = linesOf(value).join(' ').trim();
  return text === '' ? { type: 'paragraph' } : { type: 'paragraph', content: [{ type: 'text', text }] };
}

/** A document as plain text, for a timeline message; fields that only a letter has are left out. */
export function plainTextOf({ content }: LetterBody): string {
  return content.map(plainBlock).join('\n').trim();
}

function plainBlock(block: LetterBlock): string {
  switch (block.type) {
    case 'paragraph':
    case 'heading':
      return plainInline(block.content);
    case 'bullet_list':
      return block.content.map((item) => `– ${plainParagraphs(item.content)}`).join('\n');
    case 'ordered_list':
      return block.content.map((item, index) => `${index + 1}. ${plainParagraphs(item.content)}`).join('\n');
    case 'table':
      return block.content
        .map((row) => row.content.map((cell) => plainParagraphs(cell.content)).join(' · '))
        .join('\n');
  }
}

function plainParagraphs(paragraphs: readonly Paragraph[]): string {
  return paragraphs.map(({ content }) => plainInline(content)).join(' ');
}

function plainInline(content: readonly LetterInline[] | undefined): string {
  return (content ?? [])
    .map((inline) => (inline.type === 'text' ? inline.text : inline.type === 'hard_break' ? '\n' : ''))
    .join('');
}
