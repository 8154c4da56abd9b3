import { expect, test } from 'vitest';
import { formatBytes } from './bytes.ts';

const MB = 1024 ** 2;

test.each([
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

test('uses the units of the language', () => {
  expect(formatBytes(1.5 * MB, ['Б', 'КБ', 'МБ', 'ГБ'])).toBe('1,5 МБ');
});
