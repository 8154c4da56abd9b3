import type { WriteSheet } from 'hucre/xlsx';
import type { CellValue, SheetColumn } from './write-sheet.ts';

/** One tab of a small workbook. */
export interface WorkbookTab {
  readonly name: string;
  readonly columns: readonly SheetColumn[];
  readonly rows: readonly (readonly CellValue[])[];
  /** What may be chosen in a column, from a column of another tab. */
  readonly choices?: readonly {
    readonly column: number;
    readonly from: { readonly tab: string; readonly column: number; readonly count: number };
  }[];
}

const choosable = 10_000;

/** A small workbook, such as a template to be filled in; larger ones are written by `writeSheet`. */
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

/** Of the first 26 columns. */
function letter(column: number): string {
  return String.fromCharCode(65 + column);
}
