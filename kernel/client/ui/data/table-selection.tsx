import type { MouseEvent } from 'react';
import { Checkbox } from '../inputs/checkbox.tsx';
import type { RowSelection } from './table-model.ts';

interface SelectAllCellProps<Row> {
  readonly rows: readonly Row[];
  readonly selection: RowSelection<Row>;
}

/** The box in the head of a table: all rows in sight, some, or none. */
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

/** The box of a row. */
export function SelectCell<Row>({ row, index, selection }: SelectCellProps<Row>) {
  return (
    <td data-kind="select" onMouseDown={keepText}>
      <Checkbox
        label={selection.labelOf(row)}
        labelHidden
        checked={selection.has(row)}
        // React hears of a box by its click, which alone knows of Shift.
        onChange={({ nativeEvent }) => selection.toggle(index, (nativeEvent as PointerEvent).shiftKey)}
      />
    </td>
  );
}

/** A press with Shift would mark the text in between as well. */
function keepText(event: MouseEvent): void {
  if (event.shiftKey) event.preventDefault();
}
