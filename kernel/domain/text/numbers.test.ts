import { expect, it } from 'vitest';
import { formatNumber } from './numbers.ts';

it.each([
  [0, '0'],
  [999, '999'],
  [1000, '1\u202f000'],
  [1234567.5, '1\u202f234\u202f567,5'],
  [-12345, '-12\u202f345'],
  [-0.001, '0'],
  [0.005, '0,01'],
  [1e21, '1e+21'],
  [Number.NaN, ''],
  [Number.POSITIVE_INFINITY, ''],
])('formatNumber(%d) is %j', (value, text) => {
  expect(formatNumber(value)).toBe(text);
});

it('formatNumber rounds to the given number of decimals', () => {
  expect(formatNumber(2.5, 0)).toBe('3');
  expect(formatNumber(0.1234, 3)).toBe('0,123');
  expect(formatNumber(1200, 0)).toBe('1\u202f200');
});
