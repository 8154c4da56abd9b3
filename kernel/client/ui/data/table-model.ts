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
  /** The content of the cell; `---` where it is null, undefined or empty. */
  readonly cell: (row: Row, index: number) => ReactNode;
  readonly sortable?: boolean | undefined;
  /** Whether the cells are numbers, aligned at the end. */
  readonly numeric?: boolean | undefined;
  /** Digits of one width, for dates and phones. */
  readonly tabular?: boolean | undefined;
  readonly width?: number | string | undefined;
  /** Whether it is the title of the card on a phone; default: the first column. */
  readonly primary?: boolean | undefined;
  /** One line, cut with an ellipsis. */
  readonly truncate?: boolean | undefined;
}

/** The selection of rows, for bulk actions. */
export interface RowSelection<Row> {
  readonly has: (row: Row) => boolean;
  /** Toggles a row; with `range` (Shift), all rows from the one pressed before. */
  readonly toggle: (index: number, range: boolean) => void;
  /** Toggles all visible rows. */
  readonly toggleAll: () => void;
  /** The labels of the checkboxes, for screen readers. */
  readonly allLabel: string;
  readonly labelOf: (row: Row) => string;
}

/** The sort after a press on a column's title: first ascending, then alternating. */
export function nextSort(sort: Sort | null | undefined, key: string): Sort {
  const direction = sort?.key === key && sort.direction === 'up' ? 'down' : 'up';
  return { key, direction };
}

/** The number of a row over all pages, from 1. */
export function rowNumber(index: number, page: number, limit: number): number {
  return (page - 1) * limit + 1 + index;
}

/** Whether a cell has nothing to show. */
export function isEmptyCell(content: ReactNode): boolean {
  return content === null || content === undefined || content === '' || content === false;
}

/** Which row an arrow key leads to; `null` if the key leads nowhere. */
export function rowAfterKey(key: string, current: number, count: number): number | null {
  if (count === 0) return null;
  if (key === 'ArrowDown') return Math.min(count - 1, current + 1);
  if (key === 'ArrowUp') return Math.max(0, current - 1);
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}
