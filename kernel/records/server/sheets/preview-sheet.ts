import type { UploadedFile } from '#kernel/server/api/index.ts';

interface Checked {
  readonly errors: readonly unknown[];
  readonly warnings: readonly unknown[];
}

/** The single file of a route that accepts exactly one; throws if there is none. */
export function onlyFile([file]: readonly UploadedFile[]): UploadedFile {
  if (!file) throw new Error('the request has no file');
  return file;
}

/** Builds the response of a spreadsheet preview, by the schema `sheetPreviewOf`. */
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
