import { expect, test } from 'vitest';
import { visibleMiddle } from './visible-middle.ts';

const square = [0, 0, 100, 0, 100, 100, 0, 100];

test('the middle of a completely visible ring is its own', () => {
  expect(visibleMiddle(square, [-10, -10, 500, 500])).toEqual({ at: [50, 50], width: 100, height: 100 });
});

test('the middle of a ring at the edge is that of its visible part', () => {
  expect(visibleMiddle(square, [80, -10, 500, 60])).toEqual({ at: [90, 30], width: 20, height: 60 });
  expect(visibleMiddle(square, [20, 20, 40, 60])).toEqual({ at: [30, 40], width: 20, height: 40 });
});

test('an invisible ring has none', () => {
  expect(visibleMiddle(square, [200, 0, 300, 100])).toBeNull();
  expect(visibleMiddle([0, 0, 10, 0], [0, 0, 100, 100])).toBeNull();
});
