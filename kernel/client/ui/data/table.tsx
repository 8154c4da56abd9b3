import {
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { To } from 'react-router-dom';
import { useText } from '../../i18n/i18n.ts';
import { EmptyState } from '../feedback/states.tsx';
import { Skeleton } from '../feedback/skeleton.tsx';
import { SelectAllCell, TableRow } from './table-row.tsx';
import { type Column, rowAfterKey, rowNumber, type RowSelection, type Sort } from './table-model.ts';
import { VisuallyHidden } from '../layout/visually-hidden.tsx';
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { styled } from 'styled-components';
import { useIsVisible } from '../layout/use-is-visible.ts';

export interface DataTableProps<Row> {
  /** The accessible name of the table. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string | number;
  /** Shows row numbers, from (page − 1) · limit + 1. */
  readonly numbering?: { readonly page: number; readonly limit: number } | undefined;
  readonly sort?: Sort | null | undefined;
  readonly onSort?: ((key: string) => void) | undefined;
  /** Shows skeleton rows if there are no rows yet, else the old ones dimmed. */
  readonly loading?: boolean | undefined;
  /** Replaces the default text of an empty table. */
  readonly empty?: ReactNode;
  /** Called on Enter and on a click on the row. */
  readonly onOpen?: ((row: Row) => void) | undefined;
  /** The link of a row; its primary cell can be opened in a new tab. */
  readonly hrefFor?: ((row: Row) => To) | undefined;
  /** Renders the buttons at the row's end. */
  readonly actions?: ((row: Row) => ReactNode) | undefined;
  /** Whether a row is muted, such as that of a blocked person. */
  readonly isMuted?: ((row: Row) => boolean) | undefined;
  /** Whether a row is highlighted, such as a new one. */
  readonly isHighlighted?: ((row: Row) => boolean) | undefined;
  /** The selection of rows, by checkboxes, Space, and Shift for a range. */
  readonly selection?: RowSelection<Row> | undefined;
  readonly density?: 'comfortable' | 'compact' | undefined;
}

/** A table on wide screens, cards on a phone. Arrow keys move between rows, Enter opens. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { columns, rows, numbering, loading = false, density = 'comfortable' } = props;
  const { onOpen, hrefFor, actions, selection } = props;
  const t = useText();
  const frame = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const overflows = useOverflow(frame);
  const [active, setActive] = useState(0);
  usePreservedFocus(body, rows, active);
  const opens = onOpen !== undefined || hrefFor !== undefined;
  const waiting = loading && rows.length === 0;
  const width = columns.length + (numbering ? 1 : 0) + (selection ? 1 : 0) + (actions ? 1 : 0);

  function moveFrom(index: number, key: string): boolean {
    const next = rowAfterKey(key, index, rows.length);
    if (next !== null) body.current?.rows[next]?.focus();
    return next !== null;
  }

  return (
    <div ref={frame} className="table-frame" data-overflow={overflows || undefined} data-density={density}>
      <VisuallyHidden as="output">{loading ? t('ui.loading') : ''}</VisuallyHidden>
      <table
        className="table"
        aria-label={props.label}
        aria-busy={loading}
        data-selectable={selection ? '' : undefined}
      >
        <TableHead {...props} />
        <tbody ref={body} data-dim={(loading && !waiting) || undefined}>
          {waiting ? <SkeletonRows cells={width} /> : null}
          {rows.map((row, index) => (
            <TableRow
              key={props.rowKey(row)}
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
              muted={props.isMuted?.(row) ?? false}
              highlighted={props.isHighlighted?.(row) ?? false}
            />
          ))}
          {!loading && rows.length === 0 ? (
            <tr data-kind="empty">
              <td colSpan={width}>{props.empty ?? <EmptyState title={t('ui.emptyTable')} compact />}</td>
            </tr>
          ) : null}
        </tbody>
      </table>
    </div>
  );
}

/** Keeps the focus at the same index when the rows change and the focused one is removed. */
function usePreservedFocus(
  body: RefObject<HTMLTableSectionElement | null>,
  rows: readonly unknown[],
  index: number,
): void {
  const hadFocus = useRef(false);
  useEffect(() => {
    const { current } = body;
    if (!current) return;
    const left = new AbortController();
    const noteFocus = () => (hadFocus.current = current.contains(document.activeElement));
    current.addEventListener('focusin', noteFocus, left);
    // A removed row loses the focus too; then the effect below runs first.
    current.addEventListener('focusout', () => queueMicrotask(noteFocus), left);
    return () => left.abort();
  }, [body]);
  const keep = useEffectEvent(({ length }: readonly unknown[]) => {
    if (!hadFocus.current || document.activeElement !== document.body) return;
    body.current?.rows[Math.min(index, length - 1)]?.focus({ preventScroll: true });
  });
  useLayoutEffect(() => keep(rows), [rows]);
}

type TableHeadProps<Row> = Pick<
  DataTableProps<Row>,
  'columns' | 'rows' | 'numbering' | 'sort' | 'onSort' | 'actions' | 'selection'
>;

function TableHead<Row>({ columns, rows, numbering, sort, onSort, actions, selection }: TableHeadProps<Row>) {
  const t = useText();
  return (
    <thead>
      <tr>
        {selection ? <SelectAllCell rows={rows} selection={selection} /> : null}
        {numbering ? (
          <th scope="col" data-kind="number">
            {t('ui.rowNumber')}
          </th>
        ) : null}
        {columns.map((column) => (
          <SortHeader key={column.key} column={column} sort={sort ?? null} onSort={onSort} />
        ))}
        {actions ? (
          <th scope="col" data-kind="actions">
            <VisuallyHidden>{t('ui.rowActions')}</VisuallyHidden>
          </th>
        ) : null}
      </tr>
    </thead>
  );
}

function SkeletonRows({ cells }: { readonly cells: number }) {
  return Array.from({ length: 8 }, (_, row) => (
    <tr key={row} data-kind="skeleton" aria-hidden="true">
      {Array.from({ length: cells }, (__, cell) => (
        <td key={cell}>
          <Skeleton width={`${50 + ((row * 7 + cell * 13) % 5) * 10}%`} />
        </td>
      ))}
    </tr>
  ));
}

interface SortHeaderProps<Row> {
  readonly column: Column<Row>;
  readonly sort: Sort | null;
  readonly onSort: ((key: string) => void) | undefined;
}

/** A column's header; for a sortable column, a button that toggles the direction. */
export function SortHeader<Row>({ column, sort, onSort }: SortHeaderProps<Row>) {
  const t = useText();
  const head = useRef<HTMLTableCellElement>(null);
  const direction = sort?.key === column.key ? sort.direction : null;
  useIsVisible(head, direction !== null);
  const style = column.width === undefined ? {} : { width: column.width };
  const numeric = column.numeric || undefined;
  if (!column.sortable || onSort === undefined) {
    return (
      <th scope="col" style={style} data-numeric={numeric}>
        {column.title}
      </th>
    );
  }
  const Arrow = direction === null ? ChevronsUpDown : direction === 'up' ? ArrowUp : ArrowDown;
  return (
    <th
      ref={head}
      scope="col"
      style={style}
      data-numeric={numeric}
      data-sortable=""
      aria-sort={direction === null ? 'none' : direction === 'up' ? 'ascending' : 'descending'}
    >
      <SortButton
        type="button"
        onClick={() => onSort(column.key)}
        title={direction === 'up' ? t('ui.sortDown') : t('ui.sortUp')}
        data-active={direction === null ? undefined : true}
      >
        {column.title}
        <Arrow size={14} />
      </SortButton>
    </th>
  );
}

/**
 * Whether the content is wider than its frame. Only then does the frame scroll sideways, since in a scrolling frame the
 * header cannot stick to the page.
 */
export function useOverflow(frame: RefObject<HTMLElement | null>): boolean {
  const [overflows, setOverflows] = useState(false);
  useEffect(() => {
    const element = frame.current;
    const content = element?.querySelector('table');
    if (!element || !content) return undefined;
    const observer = new ResizeObserver(() => setOverflows(content.scrollWidth > element.clientWidth + 1));
    observer.observe(element);
    observer.observe(content);
    return () => observer.disconnect();
  }, [frame]);
  return overflows;
}

const SortButton = styled.button`
  display: inline-flex;
  align-items: center;
  gap: 4px;
  min-height: 28px;
  margin: 0 -6px;
  padding: 0 6px;
  border-radius: 4px;
  font-weight: inherit;
  text-align: inherit;

  &:hover,
  &[data-active] {
    color: var(--text);
  }

  &:hover {
    background: var(--hover);
  }

  &:focus-visible {
    outline-offset: -2px;
  }

  svg {
    flex: none;
    opacity: 0.55;
  }

  &[data-active] svg {
    color: var(--accent);
    opacity: 1;
  }
`;
