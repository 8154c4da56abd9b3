import type { KeyboardEvent, MouseEvent, ReactNode } from 'react';
import { Link, type To } from 'react-router-dom';
import { type Column, EMPTY_CELL, isEmptyCell, type RowSelection } from './table-model.ts';
import { Checkbox } from '../inputs/choice/choices.tsx';

interface TableRowProps<Row> {
  readonly row: Row;
  readonly index: number;
  readonly columns: readonly Column<Row>[];
  readonly number: number | null;
  readonly selection: RowSelection<Row> | undefined;
  readonly tabStop: 0 | -1 | undefined;
  readonly onFocus: () => void;
  /** Moves the focus from a row by a key; returns whether it moved. */
  readonly onMove: (index: number, key: string) => boolean;
  readonly onOpen: ((row: Row) => void) | undefined;
  readonly to: To | undefined;
  readonly actions: ReactNode;
  readonly muted: boolean;
  readonly highlighted: boolean;
}

/** A row of a table; on a phone, a card. */
export function TableRow<Row>(props: TableRowProps<Row>) {
  const { row, index, columns, number, selection, tabStop, onFocus, onMove, onOpen, to, actions } = props;
  const primaryKey = (columns.find((column) => column.primary) ?? columns[0])?.key;

  function open(element: HTMLTableRowElement): void {
    const link = element.querySelector<HTMLAnchorElement>('a[data-row-link]');
    if (link) link.click();
    else onOpen?.(row);
  }

  function press(event: MouseEvent<HTMLTableRowElement>): void {
    if (!isOwnPress(event)) return;
    open(event.currentTarget);
  }

  function key(event: KeyboardEvent<HTMLTableRowElement>): void {
    const modified = event.altKey || event.ctrlKey || event.metaKey;
    if (event.target !== event.currentTarget || modified) return;
    if (event.key === 'Enter') open(event.currentTarget);
    else if (event.key === ' ' && selection) selection.toggle(index, event.shiftKey);
    else if (!onMove(index, event.key)) return;
    event.preventDefault();
  }

  const opening = tabStop === undefined ? {} : { tabIndex: tabStop, onClick: press, onKeyDown: key, onFocus };
  return (
    <tr
      {...opening}
      data-opens={tabStop !== undefined || undefined}
      data-muted={props.muted || undefined}
      data-highlight={props.highlighted || undefined}
      data-selected={selection?.has(row) || undefined}
    >
      {selection ? <SelectCell row={row} index={index} selection={selection} /> : null}
      {number === null ? null : <td data-kind="number">{number}</td>}
      {columns.map((column) => {
        const content = column.cell(row, index);
        const isPrimary = column.key === primaryKey;
        return (
          <td
            key={column.key}
            data-label={column.title}
            data-numeric={column.numeric || undefined}
            data-tabular={column.tabular || undefined}
            data-truncate={column.truncate || undefined}
            data-primary={isPrimary || undefined}
          >
            {isEmptyCell(content) ? (
              <span data-empty="">{EMPTY_CELL}</span>
            ) : (
              linked(content, isPrimary ? to : undefined)
            )}
          </td>
        );
      })}
      {isEmptyCell(actions) ? null : <td data-kind="actions">{actions}</td>}
    </tr>
  );
}

function linked(content: ReactNode, to: To | undefined): ReactNode {
  if (to === undefined) return content;
  return (
    <Link to={to} data-row-link="" tabIndex={-1}>
      {content}
    </Link>
  );
}

/** Whether a click is on the row itself: not on a button in it, and not the end of a text selection. */
function isOwnPress(event: MouseEvent<HTMLTableRowElement>): boolean {
  const target = event.target;
  if (!(target instanceof Element) || !event.currentTarget.contains(target)) return false;
  if (target.closest('a, button, input, label, select, textarea, [role="menuitem"], [data-kind="select"]'))
    return false;
  return (getSelection()?.toString() ?? '') === '';
}

interface SelectAllCellProps<Row> {
  readonly rows: readonly Row[];
  readonly selection: RowSelection<Row>;
}

/** The checkbox in the table's header: all rows of the page, some, or none. */
export function SelectAllCell<Row>({ rows, selection }: SelectAllCellProps<Row>) {
  const chosen = rows.filter(selection.has).length;
  return (
    <th scope="col" data-kind="select">
      <Checkbox
        label={selection.allLabel}
        labelHidden
        disabled={rows.length === 0}
        checked={chosen > 0 && chosen === rows.length}
        indeterminate={chosen > 0 && chosen < rows.length}
        onChange={selection.toggleAll}
      />
    </th>
  );
}

interface SelectCellProps<Row> {
  readonly row: Row;
  readonly index: number;
  readonly selection: RowSelection<Row>;
}

/** The checkbox of a row. */
export function SelectCell<Row>({ row, index, selection }: SelectCellProps<Row>) {
  return (
    <td data-kind="select" onMouseDown={keepTextSelection}>
      <Checkbox
        label={selection.labelOf(row)}
        labelHidden
        checked={selection.has(row)}
        // React's change event of a checkbox is its click, which has `shiftKey`.
        onChange={({ nativeEvent }) => selection.toggle(index, (nativeEvent as PointerEvent).shiftKey)}
      />
    </td>
  );
}

/** Prevents a Shift-click from selecting the text in between. */
function keepTextSelection(event: MouseEvent): void {
  if (event.shiftKey) event.preventDefault();
}
