import { expect, test } from 'vitest';
import { createCallCounts } from './call-counts.ts';

test('a share of the answers came within so many milliseconds, and within no time where there are none', () => {
  const counts = createCallCounts();
  for (let taken = 1; taken <= 100; taken++) counts.note('list', taken);
  expect(counts.within('list', 0.5)).toBe(51);
  expect(counts.within('list', 0.99)).toBe(100);
  expect(counts.within('list', 1)).toBe(100);
  expect(counts.within('search', 0.99)).toBe(Infinity);
});
