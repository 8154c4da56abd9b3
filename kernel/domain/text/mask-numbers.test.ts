import { expect, test } from 'vitest';
import { maskNumbersIn } from './mask-numbers.ts';

test.each([
  ['JSHSHIR 31210632040244, passporti AB1234567.', 'JSHSHIR ••••••••••0244, passporti AB ••••67.'],
  ['3121 0632 0402 44', '••••••••••0244'],
  ['паспорт АВ № 1234567', 'паспорт АВ ••••67'],
  ['••••••••••0244 va AB ••••67', '••••••••••0244 va AB ••••67'],
])('masks the numbers of people in %s', (text, masked) => {
  expect(maskNumbersIn(text)).toBe(masked);
});

test.each(['5 000 000 soʻm', '+998 90 123-45-67', 'uy 12, 2026-11-26', 'hisob 12345678901234567890'])(
  'leaves %s',
  (text) => {
    expect(maskNumbersIn(text)).toBe(text);
  },
);
