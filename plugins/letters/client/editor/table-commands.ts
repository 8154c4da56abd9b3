import { Fragment, type Node, type Schema } from 'prosemirror-model';
import {
  type Command,
  type EditorState,
  Selection,
  TextSelection,
  type Transaction,
} from 'prosemirror-state';
import { documentLimits } from '../../contract.ts';
import { around, insertBlock, typeOf } from './commands.ts';

/** The cell at the cursor within its table. */
interface CellPosition {
  readonly table: Node;
  /** The position of the table. */
  readonly pos: number;
  readonly row: number;
  readonly column: number;
}

/** The side of the cursor on which something is added. */
export type Side = 'before' | 'after';

/** Returns the cursor's cell in a table; null outside one. */
export function cellPositionOf(state: EditorState): CellPosition | null {
  const found = around(state, 'table');
  if (!found) return null;
  const { $from } = state.selection;
  for (let depth = $from.depth; depth > 1; depth--) {
    if ($from.node(depth).type.name !== 'table_cell') continue;
    return { table: found.node, pos: found.pos, row: $from.index(depth - 2), column: $from.index(depth - 1) };
  }
  return null;
}

/** The number of columns of a table, which is that of its longest row. */
export function columnsOf(table: Node): number {
  return Math.max(...rowsOf(table).map(({ childCount }) => childCount));
}

/** Whether the first row of a table is its header. */
export function hasHead(table: Node): boolean {
  return cellsOf(table.child(0)).every(({ attrs }) => attrs['header'] === true);
}

/** Inserts a table with a header at the cursor, and moves the cursor into its first cell. */
export function insertTable(rows: number, columns: number): Command {
  return (state, dispatch) => {
    const { schema } = state;
    if (cellPositionOf(state)) return false;
    const all = Array.from({ length: rows }, (_, row) =>
      rowOf(
        schema,
        Array.from({ length: columns }, () => cellOf(schema, row === 0)),
      ),
    );
    const table = typeOf(schema, 'table').create(null, all);
    const inserted = insertBlock(state, table);
    if (!inserted) return false;
    const { tr, pos } = inserted;
    dispatch?.(intoCell(tr, pos, 0, 0).scrollIntoView());
    return true;
  };
}

/** Adds a row above or below the current one. */
export function addRow(side: Side): Command {
  return changeRows(({ table, row, column }, schema) => {
    if (table.childCount >= documentLimits.rows) return null;
    const at = side === 'before' ? row : row + 1;
    // A row above the header becomes the header.
    const isHead = at === 0 && hasHead(table);
    const added = rowOf(
      schema,
      Array.from({ length: columnsOf(table) }, () => cellOf(schema, isHead)),
    );
    const rows = rowsOf(table).toSpliced(at, 0, added);
    const former = rows[1];
    if (isHead && former) rows[1] = withHeader(former, false);
    return { rows, row: at, column };
  });
}

/** Adds a column on either side of the current one. */
export function addColumn(side: Side): Command {
  return changeRows(({ table, row, column }, schema) => {
    if (columnsOf(table) >= documentLimits.columns) return null;
    const at = side === 'before' ? column : column + 1;
    const rows = rowsOf(table).map((one) => {
      const cells = cellsOf(one);
      const isHeader = cells.every(({ attrs }) => attrs['header'] === true);
      return rowOf(schema, cells.toSpliced(at, 0, cellOf(schema, isHeader)));
    });
    return { rows, row, column: at };
  });
}

/** Removes the current row; with the last row, the table. */
export const removeRow: Command = changeRows(({ table, row, column }) => {
  const rows = rowsOf(table).toSpliced(row, 1);
  return { rows, row: Math.min(row, rows.length - 1), column };
});

/** Removes the current column; with the last column, the table. */
export const removeColumn: Command = changeRows(({ table, row, column }, schema) => {
  const rows = rowsOf(table)
    .map((one) => cellsOf(one).toSpliced(column, 1))
    .filter((cells) => cells.length > 0)
    .map((cells) => rowOf(schema, cells));
  return { rows, row: Math.min(row, rows.length - 1), column: Math.max(0, column - 1) };
});

/** Toggles whether the first row is the header. */
export const toggleHead: Command = changeRows(({ table, row, column }) => {
  const rows = rowsOf(table);
  const [first] = rows;
  return { rows: first ? rows.with(0, withHeader(first, !hasHead(table))) : rows, row, column };
});

/** Removes the current table. */
export const removeTable: Command = changeRows(() => ({ rows: [], row: 0, column: 0 }));

/** Moves to the next or previous cell; after the last one adds a row. Outside a table the key leaves the editor. */
export function goToCell(step: 1 | -1): Command {
  return (state, dispatch, view) => {
    const position = cellPositionOf(state);
    if (!position) return false;
    const { table, pos, row, column } = position;
    const positions = rowsOf(table).flatMap((one, at) =>
      cellsOf(one).map((_, index) => [at, index] as const),
    );
    const now = positions.findIndex(([at, index]) => at === row && index === column);
    const target = positions[now + step];
    if (target) {
      dispatch?.(intoCell(state.tr, pos, ...target).scrollIntoView());
      return true;
    }
    if (step === -1) return true;
    return (
      addRow('after')(state, dispatch && ((tr) => dispatch(intoCell(tr, pos, row + 1, 0))), view) || true
    );
  };
}

/**
 * Moves to the cell above or below, and at the edge out of the table: into the next block, or onto a new
 * line. The browser's own arrow keys move to the next empty cell, and may not leave the table (WCAG 2.1.2).
 */
export function goToRow(side: Side): Command {
  return (state, dispatch, view) => {
    const position = cellPositionOf(state);
    if (!position || !view?.endOfTextblock(side === 'before' ? 'up' : 'down')) return false;
    const { $from } = state.selection;
    // Of several paragraphs in a cell, only the outermost one leads out of it.
    if ($from.index(-1) !== (side === 'before' ? 0 : $from.node(-1).childCount - 1)) return false;
    const { table, pos, row, column } = position;
    const { tr } = state;
    const target = side === 'before' ? row - 1 : row + 1;
    if (target >= 0 && target < table.childCount) intoCell(tr, pos, target, column);
    else intoLine(tr, side === 'before' ? pos : pos + table.nodeSize, side);
    dispatch?.(tr.scrollIntoView());
    return true;
  };
}

/** Moves the cursor before or after a position between blocks: into the adjacent block, or onto a new line. */
function intoLine(tr: Transaction, at: number, side: Side): void {
  const $at = tr.doc.resolve(at);
  if ((side === 'before' ? $at.nodeBefore : $at.nodeAfter) === null) {
    tr.insert(at, typeOf(tr.doc.type.schema, 'paragraph').create());
    tr.setSelection(TextSelection.create(tr.doc, at + 1));
  } else tr.setSelection(Selection.near($at, side === 'before' ? -1 : 1));
}

/** Parses tab-separated lines, as copied from a spreadsheet, into a table; null for any other text. */
export function tableOfText(schema: Schema, text: string): Node | null {
  const lines = text
    .replace(/\r\n?/g, '\n')
    .replace(/\n+$/, '')
    .split('\n')
    .map((line) => line.split('\t'));
  const columns = lines[0]?.length ?? 0;
  if (columns < 2 || columns > documentLimits.columns || lines.length > documentLimits.rows) return null;
  if (lines.some(({ length }) => length !== columns)) return null;
  const rows = lines.map((cells) =>
    rowOf(
      schema,
      cells.map((words) => cellOf(schema, false, words.trim())),
    ),
  );
  return typeOf(schema, 'table').create(null, rows);
}

/** A command that replaces the rows of the current table, and moves the cursor into one of its cells. */
function changeRows(
  change: (
    position: CellPosition,
    schema: Schema,
  ) => { readonly rows: readonly Node[]; readonly row: number; readonly column: number } | null,
): Command {
  return (state, dispatch) => {
    const position = cellPositionOf(state);
    const changed = position && change(position, state.schema);
    if (!position || !changed) return false;
    const { table, pos } = position;
    const end = pos + table.nodeSize;
    const { tr } = state;
    if (changed.rows.length === 0) {
      tr.replaceWith(pos, end, typeOf(state.schema, 'paragraph').create());
      tr.setSelection(TextSelection.create(tr.doc, pos + 1));
    } else {
      tr.replaceWith(pos, end, table.copy(Fragment.from(changed.rows)));
      intoCell(tr, pos, changed.row, changed.column);
    }
    dispatch?.(tr.scrollIntoView());
    return true;
  };
}

/** Moves the cursor to the end of a cell; of the last one in its row if there are fewer. */
function intoCell(tr: Transaction, pos: number, row: number, column: number): Transaction {
  const table = tr.doc.nodeAt(pos);
  if (!table) return tr;
  const rows = rowsOf(table);
  const cells = cellsOf(table.child(row));
  const index = Math.min(column, cells.length - 1);
  const sizeOf = (nodes: readonly Node[]) => nodes.reduce((sum, { nodeSize }) => sum + nodeSize, 0);
  const before = pos + 1 + sizeOf(rows.slice(0, row)) + 1 + sizeOf(cells.slice(0, index));
  const end = before + (cells[index]?.nodeSize ?? 2) - 1;
  return tr.setSelection(TextSelection.near(tr.doc.resolve(end), -1));
}

function rowsOf(table: Node): Node[] {
  return Array.from({ length: table.childCount }, (_, index) => table.child(index));
}

const cellsOf = rowsOf;

function rowOf(schema: Schema, cells: readonly Node[]): Node {
  return typeOf(schema, 'table_row').create(null, cells);
}

function cellOf(schema: Schema, header: boolean, words = ''): Node {
  const paragraph = typeOf(schema, 'paragraph').create(null, words === '' ? null : schema.text(words));
  return typeOf(schema, 'table_cell').create({ header }, paragraph);
}

function withHeader(row: Node, header: boolean): Node {
  const cells = cellsOf(row).map((cell) => cell.type.create({ ...cell.attrs, header }, cell.content));
  return row.copy(Fragment.from(cells));
}
