import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  hidePersonalDataIn,
  isMasked,
  maskJshshir,
  maskNumbersIn,
  maskPassport,
  maskPhone,
} from './masks.ts';

test('shows the last four digits of a JSHSHIR', () => {
  expect(maskJshshir('31210632040244')).toBe('••••••••••0244');
  expect(maskJshshir('12345678')).toBe('••••••••');
  expect(maskJshshir('')).toBe('');
});

test('shows the last two digits of a passport', () => {
  expect(maskPassport('AB', '1234567')).toBe('AB ••••67');
  expect(maskPassport('AB', '12')).toBe('AB ••••');
  expect(maskPassport('', '1234567')).toBe('••••67');
});

test('shows the last four digits of a phone', () => {
  expect(maskPhone('998901234567')).toBe('••••4567');
});

test('isMasked recognizes the result of every mask', () => {
  const made = [
    maskJshshir('31210632040244'),
    maskPassport('AB', '1234567'),
    maskPhone('998901234567'),
    maskNumbersIn('JSHSHIR 31210632040244.'),
    hidePersonalDataIn('tel. 90 123-45-67'),
  ];
  expect(made.map(isMasked)).toEqual(made.map(() => true));
  expect(['31210632040244', 'AB 1234567', ''].map(isMasked)).toEqual([false, false, false]);
});

test('hides personal numbers in every notation', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1_000_000, max: 99_999_999_999_999 }),
      fc.constantFrom('', ' ', '-'),
      fc.string(),
      (number, between, around) => {
        const written = [...String(number)].join(between);
        expect(hidePersonalDataIn(`${around} ${written} ${around}`)).not.toContain(written);
      },
    ),
  );
});

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
