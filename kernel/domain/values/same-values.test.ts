import { expect, test } from 'vitest';
import { sameValues } from './same-values.ts';

test.each([
  [
    { uz: { name: 'Ipak' }, ids: [1, 2] },
    { ids: [1, 2], uz: { name: 'Ipak' } },
  ],
  [{ name: 'Ipak', note: undefined }, { name: 'Ipak' }],
  [[[41, 60]], [[41, 60]]],
  [null, null],
])('%j equals %j', (one, other) => {
  expect(sameValues(one, other)).toBe(true);
});

test.each([
  [{ name: 'Ipak' }, { name: 'ipak' }],
  [{ name: 'Ipak' }, { name: 'Ipak', color: '#fff' }],
  [
    [1, 2],
    [2, 1],
  ],
  [[1], [1, 2]],
  [[], {}],
  [null, {}],
  [1, '1'],
])('%j does not equal %j', (one, other) => {
  expect(sameValues(one, other)).toBe(false);
});
