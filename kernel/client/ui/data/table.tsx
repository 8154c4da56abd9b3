import { useRef, useState, type ReactNode } from 'react';
import type { To } from 'react-router-dom';
import { useUiTexts } from '../texts/texts.tsx';
import { EmptyState } from '../feedback/empty-state.tsx';
import { Skeleton } from '../feedback/skeleton.tsx';
import { SortHeader } from './table-header.tsx';
import { SelectAllCell } from './table-selection.tsx';
import { rowAfterKey, rowNumber, type Column, type RowSelection, type Sort } from './table-model.ts';
import { TableRow } from './table-row.tsx';
import { Frame, TableRoot } from './table-style.ts';
import { useOverflow } from '../layout/use-overflow.ts';
import { VisuallyHidden } from '../layout/visually-hidden.tsx';

export interface DataTableProps<Row> {
  /** What the rows are; read aloud. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string | number;
  /** Shows row numbers, from (page − 1) · limit + 1. */
  readonly numbering?: { readonly page: number; readonly limit: number } | undefined;
  readonly sort?: Sort | null | undefined;
  readonly onSort?: ((key: string) => void) | undefined;
  /** Skeleton rows if there are no rows yet; else the old ones, dimmed. */
  readonly loading?: boolean | undefined;
  readonly skeletonRows?: number | undefined;
  /** In place of the default words of an empty table. */
  readonly empty?: ReactNode;
  /** Enter or a press on the row. */
  readonly onOpen?: ((row: Row) => void) | undefined;
  /** The row is a link: its primary cell can be opened beside. */
  readonly hrefFor?: ((row: Row) => To) | undefined;
  /** Buttons at the row's end. */
  readonly actions?: ((row: Row) => ReactNode) | undefined;
  /** Greyed rows, such as of somebody blocked. */
  readonly isMuted?: ((row: Row) => boolean) | undefined;
  /** Marked rows, such as ones that have just come. */
  readonly isHighlighted?: ((row: Row) => boolean) | undefined;
  /** Rows may be chosen: by their boxes, by Space, and with Shift from one to another. */
  readonly selection?: RowSelection<Row> | undefined;
  readonly density?: 'comfortable' | 'compact' | undefined;
}

/** A table on a desktop, cards on a phone. Arrow keys move between rows, Enter opens. */
export function DataTable<Row>({
  label,
  columns,
  rows,
  rowKey,
  numbering,
  sort = null,
  onSort,
  loading = false,
  skeletonRows = 8,
  empty,
  onOpen,
  hrefFor,
  actions,
  isMuted,
  isHighlighted,
  selection,
  density = 'comfortable',
}: DataTableProps<Row>) {
  const texts = useUiTexts();
  const frame = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const overflows = useOverflow(frame);
  const [active, setActive] = useState(0);
  const opens = onOpen !== undefined || hrefFor !== undefined;
  const waiting = loading && rows.length === 0;
  const width = columns.length + (numbering ? 1 : 0) + (selection ? 1 : 0) + (actions ? 1 : 0);

  function moveFrom(index: number, key: string): boolean {
    const next = rowAfterKey(key, index, rows.length);
    if (next !== null) body.current?.rows[next]?.focus();
    return next !== null;
  }

  return (
    <Frame ref={frame} data-overflow={overflows || undefined} data-density={density}>
      <VisuallyHidden as="output">{loading ? texts.loading : ''}</VisuallyHidden>
      <TableRoot aria-label={label} aria-busy={loading} data-selectable={selection ? '' : undefined}>
        <TableHead {...{ columns, rows, numbering, sort, onSort, actions, selection }} />
        <tbody ref={body} data-dim={(loading && !waiting) || undefined}>
          {waiting ? <SkeletonRows rows={skeletonRows} cells={width} /> : null}
          {rows.map((row, index) => (
            <TableRow
              key={rowKey(row)}
              row={row}
              index={index}
              columns={columns}
              selection={selection}
              number={numbering ? rowNumber(index, numbering.page, numbering.limit) : null}
              tabStop={opens ? (index === Math.min(active, rows.length - 1) ? 0 : -1) : undefined}
              onFocus={() => setActive(index)}
              onOpen={onOpen}
              onMove={moveFrom}
              to={hrefFor?.(row)}
              actions={actions?.(row)}
              muted={isMuted?.(row) ?? false}
              highlighted={isHighlighted?.(row) ?? false}
            />
          ))}
          {!loading && rows.length === 0 ? (
            <tr data-kind="empty">
              <td colSpan={width}>{empty ?? <EmptyState title={texts.emptyTable} compact />}</td>
            </tr>
          ) : null}
        </tbody>
      </TableRoot>
    </Frame>
  );
}

type TableHeadProps<Row> = Pick<
  DataTableProps<Row>,
  'columns' | 'rows' | 'numbering' | 'sort' | 'onSort' | 'actions' | 'selection'
>;

function TableHead<Row>({ columns, rows, numbering, sort, onSort, actions, selection }: TableHeadProps<Row>) {
  const texts = useUiTexts();
  return (
    <thead>
      <tr>
        {selection ? <SelectAllCell rows={rows} selection={selection} /> : null}
        {numbering ? (
          <th scope="col" data-kind="number">
            {texts.rowNumber}
          </th>
        ) : null}
        {columns.map((column) => (
          <SortHeader key={column.key} column={column} sort={sort ?? null} onSort={onSort} />
        ))}
        {actions ? (
          <th scope="col" data-kind="actions">
            <VisuallyHidden>{texts.rowActions}</VisuallyHidden>
          </th>
        ) : null}
      </tr>
    </thead>
  );
}

function SkeletonRows({ rows, cells }: { readonly rows: number; readonly cells: number }) {
  return Array.from({ length: rows }, (_, row) => (
    <tr key={row} data-kind="skeleton" aria-hidden="true">
      {Array.from({ length: cells }, (__, cell) => (
        <td key={cell}>
          <Skeleton width={`${50 + ((row * 7 + cell * 13) % 5) * 10}%`} />
        </td>
      ))}
    </tr>
  ));
}
