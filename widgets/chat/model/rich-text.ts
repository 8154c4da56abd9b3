/** A part of a line. */
export type Inline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'strong'; readonly text: string }
  /** The number of a source, starting at 1. */
  | { readonly kind: 'source'; readonly number: number };

/** A paragraph or a list of an answer. */
export type Block =
  | { readonly kind: 'paragraph'; readonly lines: readonly (readonly Inline[])[] }
  | {
      readonly kind: 'list';
      readonly ordered: boolean;
      /** The number of the first item. */
      readonly start: number;
      readonly items: readonly (readonly Inline[])[];
    };

/**
 * Parses the four kinds of markup in an answer: empty lines between paragraphs, list lines with `- ` or `1.
 * `, `**strong**`, and `[1]`. Everything else is plain text.
 */
export function readRichText(text: string): readonly Block[] {
  const blocks: Block[] = [];
  for (const part of text.replaceAll('\r\n', '\n').split(/\n[ \t]*\n/)) {
    for (const line of part.split('\n')) {
      if (line.trim() === '') continue;
      const item = /^\s{0,6}(?:[-•]|(\d{1,3})[.)])\s+(\S.*)$/.exec(line);
      if (item) addItem(blocks, item[1], readInline(item[2] ?? ''));
      else addLine(blocks, readInline(line.trim()));
    }
    blocks.push(end);
  }
  return blocks.filter((block) => block !== end);
}

/** Separates parts while they are parsed, so that the next line starts a new paragraph. */
const end: Block = { kind: 'paragraph', lines: [] };

function addItem(blocks: Block[], number: string | undefined, item: readonly Inline[]): void {
  const ordered = number !== undefined;
  const last = blocks.at(-1);
  if (last?.kind === 'list' && last.ordered === ordered) {
    blocks[blocks.length - 1] = { ...last, items: [...last.items, item] };
  } else {
    blocks.push({ kind: 'list', ordered, start: ordered ? Number(number) : 1, items: [item] });
  }
}

function addLine(blocks: Block[], line: readonly Inline[]): void {
  const last = blocks.at(-1);
  if (last?.kind === 'paragraph' && last !== end) {
    blocks[blocks.length - 1] = { ...last, lines: [...last.lines, line] };
  } else {
    blocks.push({ kind: 'paragraph', lines: [line] });
  }
}

/** Splits a line so that every second part is markup. */
const marks = /(\*\*[^*\s](?:[^*]*[^*\s])?\*\*|\[\d{1,2}\])/;

function readInline(line: string): Inline[] {
  return line
    .split(marks)
    .map((piece, index): Inline => {
      if (index % 2 === 0) return { kind: 'text', text: piece };
      if (piece.startsWith('*')) return { kind: 'strong', text: piece.slice(2, -2) };
      return { kind: 'source', number: Number(piece.slice(1, -1)) };
    })
    .filter((piece) => piece.kind !== 'text' || piece.text !== '');
}
