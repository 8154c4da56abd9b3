import { expect, test } from 'vitest';
import { isEmptyCell, nextSort, rowAfterKey, rowNumber } from './table-model.ts';

test('sorts a column ascending first, then alternates; another column starts ascending', () => {
  const first = nextSort(null, 'name');
  expect(first).toEqual({ key: 'name', direction: 'up' });
  const second = nextSort(first, 'name');
  expect(second).toEqual({ key: 'name', direction: 'down' });
  expect(nextSort(second, 'name')).toEqual(first);
  expect(nextSort(second, 'createdAt')).toEqual({ key: 'createdAt', direction: 'up' });
});

test('numbers rows across pages', () => {
  expect(rowNumber(0, 1, 20)).toBe(1);
  expect(rowNumber(4, 3, 20)).toBe(45);
});

test('a zero is not an empty cell', () => {
  expect([null, undefined, '', false].every(isEmptyCell)).toBe(true);
  expect([0, 'a'].some(isEmptyCell)).toBe(false);
});

test('arrow keys stop at the ends', () => {
  expect(rowAfterKey('ArrowDown', 0, 3)).toBe(1);
  expect(rowAfterKey('ArrowDown', 2, 3)).toBe(2);
  expect(rowAfterKey('ArrowUp', 0, 3)).toBe(0);
  expect(rowAfterKey('End', 0, 3)).toBe(2);
  expect(rowAfterKey('Home', 2, 3)).toBe(0);
  expect(rowAfterKey('Enter', 0, 3)).toBeNull();
  expect(rowAfterKey('ArrowDown', 0, 0)).toBeNull();
});
