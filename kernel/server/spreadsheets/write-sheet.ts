import { Readable } from 'node:stream';
import type { WriteSheet } from 'hucre/xlsx';

/** The supported formats of spreadsheets. */
export const sheetFormats = ['xlsx', 'csv'] as const;
/** A format of spreadsheets. */
export type SheetFormat = (typeof sheetFormats)[number];

/** The media type of each format. */
export const sheetTypes: Readonly<Record<SheetFormat, string>> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
};

/** The value of a cell; a text is never interpreted as a formula. */
export type CellValue = string | number | null;

export interface SheetColumn {
  readonly header: string;
  /** In characters. */
  readonly width: number;
}

export interface SheetToWrite {
  /** The name of the sheet; characters that Excel forbids become spaces, and it is cut to 28 characters. */
  readonly name: string;
  readonly columns: readonly SheetColumn[];
  readonly rows: AsyncIterable<readonly CellValue[]>;
  /**
   * The maximum number of rows per sheet, including the header; further rows are on another sheet. Default: Excel's
   * limit.
   */
  readonly rowsOnTab?: number;
}

/**
 * Writes a spreadsheet as a stream, as fast as it is read, with the memory of one row. CSV has the format that Excel
 * opens in our offices: a byte order mark, semicolons, and an apostrophe before texts that would be formulas; in an
 * xlsx, texts are stored as texts.
 */
export function writeSheet(format: SheetFormat, sheet: SheetToWrite): Readable {
  return Readable.from(format === 'xlsx' ? writeXlsxRows(sheet) : writeCsvRows(sheet), { objectMode: false });
}

// The library is loaded with the first sheet, so that a server that writes none saves its memory.

async function* writeXlsxRows({ name, columns, rows, rowsOnTab }: SheetToWrite): AsyncGenerator<Uint8Array> {
  const { writeXlsxStream } = await import('hucre/xlsx');
  yield* writeXlsxStream(plain(rows), {
    name: name.replace(/[\\/?*[\]:]/g, ' ').slice(0, 28),
    columns: columns.map(({ header, width }) => ({ header, width })),
    freezePane: { rows: 1 },
    ...(rowsOnTab === undefined ? {} : { maxRowsPerSheet: rowsOnTab }),
  });
}

async function* writeCsvRows({ columns, rows }: SheetToWrite): AsyncGenerator<Uint8Array> {
  const { writeCsvStream } = await import('hucre/csv');
  yield* writeCsvStream(plain(rows), {
    headers: columns.map(({ header }) => header),
    delimiter: ';',
    bom: true,
    escapeFormulae: true,
  });
}

/** Removes control characters, which XML cannot contain, and replaces lone surrogates. */
async function* plain(rows: AsyncIterable<readonly CellValue[]>): AsyncGenerator<CellValue[]> {
  for await (const row of rows) {
    yield row.map((value) => (typeof value === 'string' ? value.toWellFormed().replace(control, '') : value));
  }
}

const control = /[[\p{Cc}\p{Cn}]--[\t\n\r]]/gv;

/** A sheet of a small workbook. */
export interface WorkbookTab {
  readonly name: string;
  readonly columns: readonly SheetColumn[];
  readonly rows: readonly (readonly CellValue[])[];
  /** The allowed values of a column, taken from a column of another sheet. */
  readonly choices?: readonly {
    readonly column: number;
    readonly from: { readonly tab: string; readonly column: number; readonly count: number };
  }[];
}

const choosable = 10_000;

/** Writes a small workbook, such as a template; larger ones are written by `writeSheet`. */
export async function writeWorkbook(tabs: readonly WorkbookTab[]): Promise<Buffer> {
  const { writeXlsx } = await import('hucre/xlsx');
  const sheets = tabs.map(({ name, columns, rows, choices = [] }): WriteSheet => ({
    name,
    columns: columns.map(({ header, width }) => ({ header, width })),
    rows: [columns.map(({ header }) => header), ...rows.map((row) => [...row])],
    freezePane: { rows: 1 },
    dataValidations: choices
      .filter(({ from }) => from.count > 0)
      .map(({ column, from }) => ({
        type: 'list' as const,
        range: `${letter(column)}2:${letter(column)}${choosable}`,
        formula1: `'${from.tab}'!$${letter(from.column)}$2:$${letter(from.column)}$${from.count + 1}`,
        allowBlank: true,
        showErrorMessage: false,
      })),
  }));
  return Buffer.from(await writeXlsx({ sheets }));
}

/** Returns the letter of one of the first 26 columns. */
function letter(column: number): string {
  return String.fromCharCode(65 + column);
}
