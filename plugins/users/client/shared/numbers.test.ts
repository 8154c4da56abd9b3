import { expect, test } from 'vitest';
import { maskedNumber, maskedPassport } from './numbers.ts';

test('a list shows the last digits only, whether the server masks the others or not', () => {
  expect(maskedNumber({ personal_number: '31210632040244' })).toBe('••••••••••0244');
  expect(maskedNumber({ personal_number: '••••••••••0244' })).toBe('••••••••••0244');
  expect(maskedPassport({ passport_series: 'AB', passport_number: '1234567' })).toBe('AB ••••67');
  expect(maskedPassport({ passport_series: 'AB', passport_number: '••••67' })).toBe('AB ••••67');
});

test('shows nothing for an absent number', () => {
  expect(maskedNumber({ personal_number: '' })).toBe('');
  expect(maskedPassport({ passport_series: 'AB', passport_number: null })).toBe('');
  expect(maskedPassport({ passport_series: null, passport_number: '1234567' })).toBe('••••67');
});
