import { describe, expect, it } from 'vitest';
import { checkPassport, normalizePassportSeries, splitPassport } from './passport.ts';

describe('a passport', () => {
  it.each([
    ['ab', 'AB'],
    [' a b ', 'AB'],
    ['АВ', 'AB'],
    ['ас', 'AC'],
    ['кн', 'KH'],
    ['АЖ', 'AЖ'],
  ])('series %j becomes %j', (series, normalized) => {
    expect(normalizePassportSeries(series)).toBe(normalized);
  });

  it('maps every Cyrillic look-alike to a Latin letter', () => {
    expect(normalizePassportSeries('АВЕЁКМНОРСТУҮХІЈЅ')).toMatch(/^[A-Z]{17}$/);
  });

  it('is valid with two letters and seven digits', () => {
    expect(checkPassport('аА', '123 45 67')).toEqual({ ok: true, series: 'AA', number: '1234567' });
    expect(checkPassport('AB', '1234567')).toEqual({ ok: true, series: 'AB', number: '1234567' });
  });

  it.each(['AA1234567', ' aa 123 45 67', 'AA-1234567', 'АА – 1234567', 'AA № 1234567', 'AA№123-45-67'])(
    'is found in %j',
    (text) => {
      expect(checkPassport(...splitPassport(text))).toEqual({ ok: true, series: 'AA', number: '1234567' });
    },
  );

  it.each([
    ['A', '1234567', 'series'],
    ['ABC', '1234567', 'series'],
    ['A1', '1234567', 'series'],
    ['AЖ', '1234567', 'series'],
    ['', '', 'series'],
    ['AB', '123456', 'number'],
    ['AB', '12345678', 'number'],
    ['AB', '12345б7', 'number'],
  ])('%j %j is rejected for its %s', (series, number, problem) => {
    expect(checkPassport(series, number)).toEqual({ ok: false, problem });
  });
});
