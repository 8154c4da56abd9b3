import { expect, test } from 'vitest';
import { createCallCounts } from './call-counts.ts';

test('within returns the duration of a share of calls, and infinity without calls', () => {
  const counts = createCallCounts();
  for (let taken = 1; taken <= 100; taken++) counts.record('list', taken);
  expect(counts.quantile('list', 0.5)).toBe(51);
  expect(counts.quantile('list', 0.99)).toBe(100);
  expect(counts.quantile('list', 1)).toBe(100);
  expect(counts.quantile('search', 0.99)).toBe(Infinity);
});
