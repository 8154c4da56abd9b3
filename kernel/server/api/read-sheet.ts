/** A cell as read; a formula is only marked as such, since its value was computed elsewhere. */
export type SheetCell = string | number | null | { readonly formula: true };

export interface SheetLimits {
  /** Includes the header. */
  readonly maxRows: number;
  /** Further columns are not read. */
  readonly maxColumns: number;
}

/**
 * Reads the first sheet of an xlsx, or a CSV of any usual encoding and separator: rows of trimmed cells, without
 * trailing empty ones. Throws coded errors: 415 for a file that is not a spreadsheet or has macros, 413 if it is too
 * large or too long, 422 if it is damaged.
 */
export type ReadSheet = (
  file: { readonly name: string; readonly bytes: Buffer },
  limits: SheetLimits,
) => Promise<SheetCell[][]>;
