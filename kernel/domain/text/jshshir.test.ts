import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkJshshir, jshshirCheckDigit } from './jshshir.ts';

describe('checkJshshir', () => {
  it.each([
    ['31210632040244', '1963-10-12', 'male'],
    ['31210932040247', '1993-10-12', 'male'],
    ['40201902050010', '1990-01-02', 'female'],
  ])('accepts %s', (value, birthday, sex) => {
    expect(checkJshshir(value)).toEqual({ ok: true, value, birthday, sex });
  });

  it('ignores white space', () => {
    expect(checkJshshir(' 3121063 2040244 ')).toMatchObject({ ok: true, value: '31210632040244' });
  });

  it.each([
    ['', 'length'],
    ['3121063204024', 'length'],
    ['312106320402444', 'length'],
    ['3121063204024a', 'digits'],
    ['３1210632040244', 'digits'],
    ['01210632040244', 'century'],
    ['71210632040244', 'century'],
    ['33002902040244', 'date'],
    ['32902012040244', 'date'],
    ['30000002040244', 'date'],
    ['31213632040244', 'date'],
    // Born in 2093.
    ['51210932040243', 'date'],
  ])('rejects %j for its %s', (text, problem) => {
    expect(checkJshshir(text)).toEqual({ ok: false, problem, confirmable: false });
  });

  it('lets a failed check digit be confirmed, and still reads the number', () => {
    expect(checkJshshir('31210632040245')).toEqual({
      ok: false,
      problem: 'check_digit',
      confirmable: true,
      value: '31210632040245',
      birthday: '1963-10-12',
      sex: 'male',
    });
  });

  it('detects any single wrong digit', () => {
    const checked = fc.tuple(fc.nat(13), fc.integer({ min: 1, max: 9 }));
    fc.assert(
      fc.property(checked, ([index, shift]) => {
        const digits = Array.from('31210932040247', Number);
        digits[index] = ((digits[index] ?? 0) + shift) % 10;
        expect(checkJshshir(digits.join('')).ok).toBe(false);
      }),
    );
  });
});

it('jshshirCheckDigit needs thirteen digits', () => {
  expect(jshshirCheckDigit('4020190205001')).toBe(0);
  expect(() => jshshirCheckDigit('402019020500')).toThrow(RangeError);
});
