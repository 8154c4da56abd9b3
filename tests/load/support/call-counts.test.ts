import { expect, test } from 'vitest';
import { createCallCounts } from './call-counts.ts';

test('a share of the answers came within so many milliseconds, and within no time where there are none', () => {
  const ledger = createCallCounts();
  for (let taken = 1; taken <= 100; taken++) ledger.note('list', taken);
  expect(ledger.within('list', 0.5)).toBe(51);
  expect(ledger.within('list', 0.99)).toBe(100);
  expect(ledger.within('list', 1)).toBe(100);
  expect(ledger.within('search', 0.99)).toBe(Infinity);
});
