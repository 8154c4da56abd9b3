import type { MouseEvent } from 'react';
import { Checkbox } from '../inputs/checkbox.tsx';
import type { RowSelection } from './table-model.ts';

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
        // React's change event of a checkbox is its click, which carries shiftKey.
        onChange={({ nativeEvent }) => selection.toggle(index, (nativeEvent as PointerEvent).shiftKey)}
      />
    </td>
  );
}

/** A press with Shift would select the text in between as well. */
function keepTextSelection(event: MouseEvent): void {
  if (event.shiftKey) event.preventDefault();
}
