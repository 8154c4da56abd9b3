import type { UploadedFile } from '#kernel/server/api/index.ts';

interface Checked {
  readonly errors: readonly unknown[];
  readonly warnings: readonly unknown[];
}

/** The file of a route that accepts exactly one; throws without one. */
export function onlyFile([file]: readonly UploadedFile[]): UploadedFile {
  if (!file) throw new Error('the request has no file');
  return file;
}

/** The response of a preview of a spreadsheet, by the schema `sheetPreviewOf`. */
export function previewSheet<Row extends Checked, Shown>(
  file: Pick<UploadedFile, 'sha256'>,
  rows: readonly Row[],
  present: (row: Row) => Shown,
) {
  const sound = rows.filter(({ errors }) => errors.length === 0);
  const doubtful = sound.filter(({ warnings }) => warnings.length > 0);
  return {
    digest: file.sha256,
    total: rows.length,
    ready: sound.length - doubtful.length,
    with_warnings: doubtful.length,
    with_errors: rows.length - sound.length,
    rows: rows.map(present),
  };
}
