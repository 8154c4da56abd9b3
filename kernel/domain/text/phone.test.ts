import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatPhone, parsePhone } from './phone.ts';

const nineDigits = fc.stringMatching(/^[0-9]{9}$/);

describe('a phone', () => {
  it('is formatted as the specification says', () => {
    expect(formatPhone('998901234567')).toBe('+998 (90) 123-45-67');
  });

  it.each(['', '79121234567', '+44 20 7946 0958', '9989012345', 'yoʻq'])(
    'stays unchanged when foreign: %j',
    (text) => {
      expect(formatPhone(text)).toBe(text);
    },
  );

  it.each([
    '901234567',
    '998901234567',
    '+998901234567',
    ' +998 (90) 123-45-67 ',
    '90 123 45 67',
    '90\u00a0123–45—67',
    '(90)123-45-67',
    '8 (90) 123-45-67',
    '00998901234567',
  ])('is parsed from %j', (text) => {
    expect(parsePhone(text)).toBe('998901234567');
  });

  it.each([
    '',
    '+',
    '90123456',
    '9012345678',
    '8 912 123-45-67',
    '8998901234567',
    '+901234567',
    '997901234567',
    '+7 912 123-45-67',
    '90123456a',
    '90+1234567',
  ])('is not parsed from %j', (text) => {
    expect(parsePhone(text)).toBeNull();
  });

  it('reads nine digits that begin like the country code as a number of operator 99', () => {
    expect(parsePhone('998123456')).toBe('998998123456');
  });

  it('survives formatting and parsing', () => {
    fc.assert(
      fc.property(nineDigits, (digits) => {
        expect(parsePhone(formatPhone(`998${digits}`))).toBe(`998${digits}`);
      }),
    );
  });
});
