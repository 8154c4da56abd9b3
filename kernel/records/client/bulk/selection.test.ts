import { expect, test } from 'vitest';
import { afterPress, afterPressOnAll, deselect, type Chosen } from './selection.ts';

interface Row {
  readonly id: number;
}

const rows: Row[] = [11, 12, 13, 14, 15].map((id) => ({ id }));
const none: Chosen<Row> = new Map();
const ids = (chosen: Chosen<Row>) => [...chosen.keys()].toSorted((one, other) => one - other);

test('a click toggles a row, and a click outside of the page does nothing', () => {
  const one = afterPress(none, rows, 1, null);
  expect(ids(one)).toEqual([12]);
  expect(ids(afterPress(one, rows, 1, null))).toEqual([]);
  expect(afterPress(one, rows, 9, null)).toBe(one);
});

test('a range extends both ways, also deselects, and needs its start on the page', () => {
  const one = afterPress(none, rows, 3, null);
  const up = afterPress(one, rows, 1, 14);
  expect(ids(up)).toEqual([12, 13, 14]);
  expect(ids(afterPress(up, rows, 2, 12))).toEqual([14]);
  expect(ids(afterPress(one, rows, 1, 99))).toEqual([12, 14]);
});

test('the header checkbox selects the page, and deselects it only when all of it is selected', () => {
  const elsewhere: Chosen<Row> = new Map([[7, { id: 7 }]]);
  const some = afterPress(elsewhere, rows, 0, null);
  const all = afterPressOnAll(some, rows);
  expect(ids(all)).toEqual([7, 11, 12, 13, 14, 15]);
  expect(ids(afterPressOnAll(all, rows))).toEqual([7]);
  expect(ids(deselect(all, rows.slice(0, 4)))).toEqual([7, 15]);
});
