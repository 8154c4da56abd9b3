import { z } from 'zod';

/**
 * Schema of the response of `POST {path}/imports/preview` (multipart, one file in `files`). Nothing is written. A row with
 * errors is skipped; a row with warnings is imported if the user accepts it.
 */
export const sheetPreviewOf = <Row extends z.ZodType>(row: Row) =>
  z.object({
    /** The digest of the file; the import sends it back, so that the imported file is the previewed one. */
    digest: z.string(),
    total: z.int(),
    ready: z.int(),
    with_warnings: z.int(),
    with_errors: z.int(),
    rows: z.array(row),
  });

/** Fields of `POST {path}/imports` (multipart, with the same file): how rows with warnings are handled. */
export const sheetImportSchema = z.strictObject({
  digest: z.string().regex(/^[0-9a-f]{64}$/),
  warnings: z.enum(['skip', 'accept']).default('skip'),
  /** The digest of the previewed warnings; without it, later ones are accepted too. */
  warnings_digest: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
});
export type SheetImportBody = z.infer<typeof sheetImportSchema>;

/** Schema of an error or warning of a row: in one of these columns, or in the whole row. */
export const sheetProblemOf = <Column extends string>(columns: readonly [Column, ...Column[]]) =>
  z.object({
    column: z.enum(columns).nullable(),
    code: z.string(),
    /** The message, in the requested language. */
    text: z.string(),
  });
