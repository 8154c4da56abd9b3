import { z } from 'zod';

/**
 * Schema of the response of `POST {path}/imports/preview` (multipart, one file in `files`). Nothing is written. A row with errors is
 * left out; one with warnings is taken in when the person says so.
 */
export const sheetPreviewOf = <Row extends z.ZodType>(row: Row) =>
  z.object({
    /** Of the file, to be sent with the import: what was looked at is what is taken in. */
    digest: z.string(),
    total: z.int(),
    ready: z.int(),
    with_warnings: z.int(),
    with_errors: z.int(),
    rows: z.array(row),
  });

/** Fields of `POST {path}/imports` (multipart, with the same file): what becomes of rows with warnings. */
export const sheetImportSchema = z.strictObject({
  digest: z.string().regex(/^[0-9a-f]{64}$/),
  warnings: z.enum(['skip', 'accept']).default('skip'),
});

/** Schema of what is wrong or doubtful in a row: in one of these columns, or in the row as a whole. */
export const sheetProblemOf = <Column extends string>(columns: readonly [Column, ...Column[]]) =>
  z.object({
    column: z.enum(columns).nullable(),
    code: z.string(),
    /** For a person, in the asked language. */
    text: z.string(),
  });
