import type { MouseEvent } from 'react';
import { Checkbox } from '../inputs/checkbox.tsx';
import type { RowChoice } from './table-model.ts';

interface ChoiceHeadProps<Row> {
  readonly rows: readonly Row[];
  readonly choice: RowChoice<Row>;
}

/** The box in the head of a table: all rows in sight, some, or none. */
export function ChoiceHead<Row>({ rows, choice }: ChoiceHeadProps<Row>) {
  const chosen = rows.filter(choice.has).length;
  return (
    <th scope="col" data-kind="choice">
      <Checkbox
        label={choice.allLabel}
        labelHidden
        disabled={rows.length === 0}
        checked={chosen > 0 && chosen === rows.length}
        indeterminate={chosen > 0 && chosen < rows.length}
        onChange={choice.toggleAll}
      />
    </th>
  );
}

interface ChoiceCellProps<Row> {
  readonly row: Row;
  readonly index: number;
  readonly choice: RowChoice<Row>;
}

/** The box of a row. */
export function ChoiceCell<Row>({ row, index, choice }: ChoiceCellProps<Row>) {
  return (
    <td data-kind="choice" onMouseDown={keepText}>
      <Checkbox
        label={choice.labelOf(row)}
        labelHidden
        checked={choice.has(row)}
        // React hears of a box by its click, which alone knows of Shift.
        onChange={({ nativeEvent }) => choice.toggle(index, (nativeEvent as PointerEvent).shiftKey)}
      />
    </td>
  );
}

/** A press with Shift would mark the text in between as well. */
function keepText(event: MouseEvent): void {
  if (event.shiftKey) event.preventDefault();
}
