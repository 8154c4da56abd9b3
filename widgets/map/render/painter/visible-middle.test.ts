import { expect, test } from 'vitest';
import { visibleMiddle } from './visible-middle.ts';

const square = [0, 0, 100, 0, 100, 100, 0, 100];

test('the middle of a ring that is seen as a whole is its own', () => {
  expect(visibleMiddle(square, [-10, -10, 500, 500])).toEqual({ at: [50, 50], width: 100, height: 100 });
});

test('of a ring at the edge, the middle of the part that is seen', () => {
  expect(visibleMiddle(square, [80, -10, 500, 60])).toEqual({ at: [90, 30], width: 20, height: 60 });
  expect(visibleMiddle(square, [20, 20, 40, 60])).toEqual({ at: [30, 40], width: 20, height: 40 });
});

test('a ring out of sight has none', () => {
  expect(visibleMiddle(square, [200, 0, 300, 100])).toBeNull();
  expect(visibleMiddle([0, 0, 10, 0], [0, 0, 100, 100])).toBeNull();
});
