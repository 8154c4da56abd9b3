import { EditorState, TextSelection } from 'prosemirror-state';
import { expect, test } from 'vitest';
import { documentLimits, type TemplateBody, templateBodySchema } from '../../contract.ts';
import { bodyOf, emptyBody, nodeOf } from './body.ts';
import { createSchema } from './schema.ts';
import {
  addColumn,
  addRow,
  goToCell,
  hasHead,
  insertTable,
  cellPositionOf,
  removeColumn,
  removeRow,
  removeTable,
  tableOfText,
  toggleHead,
} from './table-commands.ts';

const schema = createSchema('template', { field: String, condition: () => 'if', listBlock: () => 'list' });

/** An editor with a table whose cells contain their original positions. */
function editorWithTable(rows: number, columns: number) {
  let state = EditorState.create({ doc: nodeOf(schema, emptyBody) });
  const editor = {
    run(command: ReturnType<typeof addRow>) {
      expect(command(state, (transaction) => (state = state.apply(transaction)))).toBe(true);
      return editor;
    },
    may: (command: ReturnType<typeof addRow>) => command(state),
    type(words: string) {
      state = state.apply(state.tr.insertText(words));
      return editor;
    },
    /** The texts of the cells, row by row; those of a header in brackets. */
    get cells(): string[][] {
      const body = templateBodySchema.parse(bodyOf<TemplateBody>(state.doc));
      return body.content.flatMap((block) =>
        block.type !== 'table'
          ? []
          : block.content.map((row) =>
              row.content.map((cell) => {
                const words =
                  JSON.stringify(cell.content)
                    .match(/(?<="text":")[^"]*/g)
                    ?.join('') ?? '';
                return cell.attrs?.header ? `[${words}]` : words;
              }),
            ),
      );
    },
    get place() {
      const found = cellPositionOf(state);
      return found && [found.row, found.column];
    },
    get state() {
      return state;
    },
  };
  editor.run(insertTable(rows, columns));
  for (let cell = 0; cell < rows * columns; cell++) {
    editor.type(`${Math.floor(cell / columns)}${cell % columns}`);
    if (cell + 1 < rows * columns) editor.run(goToCell(1));
  }
  return editor;
}

test('a new table has a header row with the cursor, and a line after it', () => {
  const editor = editorWithTable(2, 2);
  expect(editor.cells).toEqual([
    ['[00]', '[01]'],
    ['10', '11'],
  ]);
  expect(editor.place).toEqual([1, 1]);
  expect(editor.state.doc.lastChild?.type.name).toBe('paragraph');
  expect(editor.may(insertTable(1, 1))).toBe(false);
});

test('rows are added on both sides and removed; a row above the header becomes the header', () => {
  const editor = editorWithTable(2, 2).run(addRow('after')).type('new').run(addRow('before')).type('other');
  expect(editor.cells).toEqual([
    ['[00]', '[01]'],
    ['10', '11'],
    ['', 'other'],
    ['', 'new'],
  ]);
  expect(editor.run(removeRow).place).toEqual([2, 1]);
  editor.run(goToCell(-1)).run(goToCell(-1)).run(goToCell(-1)).run(goToCell(-1)).run(addRow('before'));
  expect(editor.cells).toEqual([
    ['[]', '[]'],
    ['00', '01'],
    ['10', '11'],
    ['', 'new'],
  ]);
});

test('columns are added on both sides and removed, in every row', () => {
  const editor = editorWithTable(2, 2)
    .run(addColumn('before'))
    .type('left')
    .run(addColumn('after'))
    .type('right');
  expect(editor.cells).toEqual([
    ['[00]', '[]', '[]', '[01]'],
    ['10', 'left', 'right', '11'],
  ]);
  editor.run(removeColumn).run(removeColumn);
  expect(editor.cells).toEqual([
    ['[00]', '[01]'],
    ['10', '11'],
  ]);
});

test('removing the last row or column removes the table, and leaves a line', () => {
  for (const command of [removeRow, removeColumn, removeTable]) {
    const editor = editorWithTable(1, 1).run(command);
    expect(editor.cells).toEqual([]);
    expect(editor.state.doc.firstChild?.type.name).toBe('paragraph');
    expect(editor.state.selection).toBeInstanceOf(TextSelection);
  }
});

test('the header row is removed and restored', () => {
  const editor = editorWithTable(2, 1).run(toggleHead);
  expect(editor.cells).toEqual([['00'], ['10']]);
  expect(editor.run(toggleHead).cells).toEqual([['[00]'], ['10']]);
  expect(hasHead(cellPositionOf(editor.state)?.table ?? editor.state.doc)).toBe(true);
});

test('Tab in the last cell adds a row, up to the limit of a letter', () => {
  const editor = editorWithTable(2, 2).run(goToCell(1)).type('20');
  expect([editor.cells[2], editor.place]).toEqual([
    ['20', ''],
    [2, 0],
  ]);
  const full = editorWithTable(documentLimits.rows, 1);
  expect(full.may(addRow('after'))).toBe(false);
  expect(full.run(goToCell(1)).cells).toHaveLength(documentLimits.rows);
  expect(editorWithTable(1, documentLimits.columns).may(addColumn('after'))).toBe(false);
});

test('cells of a spreadsheet become a table, a text with a tab does not', () => {
  const table = tableOfText(schema, 'Sana\tIzoh\r\n12.10.2026\t\r\n');
  expect(table?.childCount).toBe(2);
  expect(table?.textContent).toBe('SanaIzoh12.10.2026');
  for (const text of ['Salom', 'bir\tikki\nuch', `${'a\t'.repeat(documentLimits.columns)}b`, '']) {
    expect(tableOfText(schema, text)).toBeNull();
  }
});
