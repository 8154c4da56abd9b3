import { setImmediate as breathe } from 'node:timers/promises';
import type { ServerContext, UploadedFile } from '#kernel/server/api/index.ts';
import type { SheetCell } from '#kernel/server/api/read-sheet.ts';
import { languages, type Language } from '#kernel/domain/text/languages.ts';
import { normalizeForSearch } from '#kernel/domain/text/index.ts';

/** The cells of a row by column. */
export type SheetCells<Column extends string> = Readonly<Partial<Record<Column, SheetCell>>>;

/** A row of a spreadsheet; `row` is its number there, where the header is 1. */
export interface SheetRow<Column extends string> {
  readonly row: number;
  readonly cells: SheetCells<Column>;
}

/** The expected columns of a spreadsheet. */
export interface SheetShape<Column extends string> {
  readonly columns: readonly Column[];
  /** The required columns. */
  readonly needed: readonly Column[];
  /** The header of each column in a language. */
  readonly headersIn: (language: Language) => Readonly<Record<Column, string>>;
  readonly maxRows: number;
  /** Creates the error for missing columns. */
  readonly errorOf: (missing: readonly Column[]) => Error;
}

/** The number of rows after which the reader yields to the event loop. */
const batchSize = 200;

/**
 * Reads the rows of a spreadsheet, whose columns are found by their headers in any language; empty rows are skipped.
 */
export async function readSheetRows<Column extends string, Row>(
  file: UploadedFile,
  { readSheet }: Pick<ServerContext, 'readSheet'>,
  shape: SheetShape<Column>,
  read: (row: SheetRow<Column>) => Row,
): Promise<Row[]> {
  const [header = [], ...lines] = await readSheet(file, { maxRows: shape.maxRows + 1, maxColumns: 40 });
  const indices = findColumns(header, shape);
  const rows: Row[] = [];
  for (const [index, line] of lines.entries()) {
    if (index % batchSize === 0) await breathe();
    if (line.every((cell) => cell === null)) continue;
    const cells = Object.fromEntries(indices.map(([column, at]) => [column, line[at] ?? null]));
    rows.push(read({ row: index + 2, cells: cells as SheetCells<Column> }));
  }
  return rows;
}

/** The position of each column, by its header in any language; text in brackets is ignored. */
function findColumns<Column extends string>(
  header: readonly SheetCell[],
  { columns, needed, headersIn, errorOf }: SheetShape<Column>,
): (readonly [Column, number])[] {
  const plain = (text: string) => normalizeForSearch(text.replace(/\(.*$/s, ''));
  const known = new Map<string, Column>();
  for (const language of languages) {
    const headers = headersIn(language);
    for (const column of columns) known.set(plain(headers[column]), column);
  }
  const indices = header.flatMap((cell, at) => {
    const column = typeof cell === 'string' ? known.get(plain(cell)) : undefined;
    return column ? [[column, at] as const] : [];
  });
  const found = new Set(indices.map(([column]) => column));
  const missing = needed.filter((column) => !found.has(column));
  if (missing.length > 0) throw errorOf(missing);
  return indices;
}

/** The text of a cell, possibly empty; a formula gives `formula`, since its value was computed elsewhere. */
export function textOfCell(cell: SheetCell | undefined): string | { readonly formula: true } {
  if (typeof cell === 'object' && cell !== null) return { formula: true };
  return typeof cell === 'string' ? cell : typeof cell === 'number' ? String(cell) : '';
}
