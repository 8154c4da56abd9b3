import { createHash } from 'node:crypto';
import { fail, type Message } from '#kernel/contract/index.ts';
import type { SheetImportBody } from '#kernel/records/contract/sheet-import.ts';
import type { UploadedFile } from '#kernel/server/api/index.ts';
import type { Translate } from './sheet-texts.ts';

/** A problem or warning of a row; its text is resolved later, in the reader's language. */
export interface SheetFinding<Column extends string> {
  /** Null for the whole row. */
  readonly column: Column | null;
  readonly code: string;
  readonly message: Message;
}

interface Checked {
  readonly errors: readonly unknown[];
  readonly warnings: readonly unknown[];
}

/** The single file of a route that accepts exactly one; throws if there is none. */
export function onlyFile([file]: readonly UploadedFile[]): UploadedFile {
  if (!file) throw new Error('the request has no file');
  return file;
}

/**
 * Builds the response of a spreadsheet preview, by the schema `sheetPreviewOf`, with the digest of its warnings, which a
 * plugin may add to it for {@link assertPreviewed}.
 */
export function previewSheet<Row extends Checked, Shown>(
  file: Pick<UploadedFile, 'sha256'>,
  rows: readonly Row[],
  present: (row: Row) => Shown,
) {
  const sound = rows.filter(({ errors }) => errors.length === 0);
  const doubtful = sound.filter(({ warnings }) => warnings.length > 0);
  return {
    digest: file.sha256,
    warnings_digest: digestOfWarnings(rows),
    total: rows.length,
    ready: sound.length - doubtful.length,
    with_warnings: doubtful.length,
    with_errors: rows.length - sound.length,
    rows: rows.map(present),
  };
}

/** Presents findings by the schema `sheetProblemOf`. */
export function presentFindings<Column extends string>(
  findings: readonly SheetFinding<Column>[],
  translate: Translate,
): { column: Column | null; code: string; text: string }[] {
  return findings.map(({ column, code, message }) => ({
    column,
    code,
    text: translate(message.key, message.params as Parameters<Translate>[1]),
  }));
}

/**
 * Throws `import_outdated` if rows with warnings are to be imported, and the warnings are no longer those of the preview: a
 * duplicate may have been added since. Call it with the rows that are about to be imported.
 */
export function assertPreviewed(
  { warnings, warnings_digest: previewed }: Pick<SheetImportBody, 'warnings' | 'warnings_digest'>,
  rows: readonly Pick<Checked, 'warnings'>[],
): void {
  if (warnings !== 'accept' || previewed === undefined) return;
  if (previewed !== digestOfWarnings(rows)) throw fail('import_outdated');
}

function digestOfWarnings(rows: readonly Pick<Checked, 'warnings'>[]): string {
  const text = JSON.stringify(rows.map(({ warnings }) => warnings));
  return createHash('sha256').update(text).digest('hex');
}
