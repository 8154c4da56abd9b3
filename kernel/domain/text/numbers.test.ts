import { expect, it } from 'vitest';
import { formatBytes, formatNumber } from './numbers.ts';

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

const MB = 1024 ** 2;

it.each([
  [0, '0 B'],
  [-1, '0 B'],
  [512, '512 B'],
  [1023, '1023 B'],
  [1024, '1 KB'],
  [1536, '1,5 KB'],
  [310 * 1024, '310 KB'],
  [9.96 * 1024, '10 KB'],
  [1024 * 1024 - 1, '1 MB'],
  [1.2 * MB, '1,2 MB'],
  [10 * MB, '10 MB'],
  [50 * MB, '50 MB'],
  [1024 * MB, '1 GB'],
  [5000 * 1024 * MB, '5000 GB'],
])('%d bytes is %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

it('formatBytes uses the units of the language', () => {
  expect(formatBytes(1.5 * MB, ['Б', 'КБ', 'МБ', 'ГБ'])).toBe('1,5 МБ');
});
