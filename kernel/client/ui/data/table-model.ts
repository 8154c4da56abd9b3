import type { ReactNode } from 'react';

/** The text of an empty cell. */
export const EMPTY_CELL = '---';

export type SortDirection = 'up' | 'down';

/** A sort: the column, and the direction (`up` is ascending). */
export interface Sort {
  readonly key: string;
  readonly direction: SortDirection;
}

/** A column of a table. */
export interface Column<Row> {
  readonly key: string;
  readonly title: string;
  /** Renders the cell; null, undefined and empty show `---`. */
  readonly cell: (row: Row, index: number) => ReactNode;
  readonly sortable?: boolean | undefined;
  /** Whether the cells are numbers, which are right-aligned. */
  readonly numeric?: boolean | undefined;
  /** Digits of equal width, for dates and phone numbers. */
  readonly tabular?: boolean | undefined;
  readonly width?: number | string | undefined;
  /** Whether it is the card's title on a phone; default: the first column. */
  readonly primary?: boolean | undefined;
  /** A single line, truncated with an ellipsis. */
  readonly truncate?: boolean | undefined;
}

/** The selection of rows, for bulk actions. */
export interface RowSelection<Row> {
  readonly has: (row: Row) => boolean;
  /** Toggles a row; with `range` (Shift), all rows since the last click. */
  readonly toggle: (index: number, range: boolean) => void;
  /** Toggles all visible rows. */
  readonly toggleAll: () => void;
  /** The labels of the checkboxes, for screen readers. */
  readonly allLabel: string;
  readonly labelOf: (row: Row) => string;
}

/** The sort after a click on a column's header: first ascending, then alternating. */
export function nextSort(sort: Sort | null | undefined, key: string): Sort {
  const direction = sort?.key === key && sort.direction === 'up' ? 'down' : 'up';
  return { key, direction };
}

/** The number of a row over all pages, from 1. */
export function rowNumber(index: number, page: number, limit: number): number {
  return (page - 1) * limit + 1 + index;
}

/** Whether a cell is empty. */
export function isEmptyCell(content: ReactNode): boolean {
  return content === null || content === undefined || content === '' || content === false;
}

/** The row to which an arrow key moves; `null` for other keys and at the ends. */
export function rowAfterKey(key: string, current: number, count: number): number | null {
  if (count === 0) return null;
  if (key === 'ArrowDown') return Math.min(count - 1, current + 1);
  if (key === 'ArrowUp') return Math.max(0, current - 1);
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}
