import type { Column } from '#kernel/client/ui/data/table-model.ts';

/** An error or warning of a row of a spreadsheet; `column` is null if it concerns the whole row. */
export interface SheetProblem {
  readonly column: string | null;
  readonly code: string;
  readonly text: string;
}

/** A row as read by the server; `row` is its number in the spreadsheet. */
export interface SheetRow {
  readonly row: number;
  readonly errors: readonly SheetProblem[];
  readonly warnings: readonly SheetProblem[];
}

/** Response of `POST {path}/imports/preview`. */
export interface SheetPreview<Row> {
  readonly digest: string;
  /** The digest of the warnings; sent back, so that no other ones are accepted. */
  readonly warnings_digest?: string | undefined;
  readonly total: number;
  readonly ready: number;
  readonly with_warnings: number;
  readonly with_errors: number;
  readonly rows: readonly Row[];
}

/** Response of `POST {path}/imports`; `skipped` are the rows that were not imported. */
export interface SheetReport<Row> {
  readonly created: number;
  readonly skipped: readonly Row[];
}

/**
 * An import of records from a spreadsheet, as its page needs it. Its texts are the plugin's {@link sheetImportTexts}.
 */
export interface SheetImport<Row extends SheetRow, Report extends SheetReport<Row>> {
  readonly plugin: string;
  /** The path of the calls: `GET {path}/template`, `POST {path}/imports/preview`, `POST {path}/imports`. */
  readonly path: string;
  /** The page of the list. */
  readonly page: string;
  readonly limits: { readonly rows: number; readonly bytes: number };
  /** The columns between the number of a row and its problems. */
  readonly useColumns: () => readonly Column<Row>[];
  /** A summary of the imported rows. */
  readonly useWritten: () => (report: Report) => string;
}

/** The texts that an import reads from its plugin's namespace, besides `sheet.short.<column>`. */
export const sheetImportTexts = [
  'menu.title',
  'import.title',
  'import.templateTitle',
  'import.templateText',
  'import.template.xlsx',
  'import.template.csv',
  'import.templateStarted',
  'import.templateDone',
  'import.fileTitle',
  'import.pick',
  'import.limits',
  'import.tooLarge',
  'import.sending',
  'import.checking',
  'import.cancel',
  'import.outcome',
  'import.rows',
  'import.kinds.all',
  'import.kinds.errors',
  'import.kinds.warnings',
  'import.kinds.ready',
  'import.row',
  'import.issues',
  'import.noIssues',
  'import.summary',
  'import.withWarnings',
  'import.withWarningsHint',
  'import.other',
  'import.write',
  'import.nothing',
  'import.skipped',
  'import.skippedRows',
  'import.toList',
  'import.importMore',
  'import.checked',
  'import.finished',
] as const;
