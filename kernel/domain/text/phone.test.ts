import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatPhone, formatPhonePartial, hasKnownOperator, parsePhone } from './phone.ts';

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
  ])('is parsed from %j', (text) => {
    expect(parsePhone(text)).toBe('998901234567');
  });

  it.each([
    '',
    '+',
    '90123456',
    '9012345678',
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

  it('warns of an unknown operator, and does not refuse it', () => {
    expect(hasKnownOperator('998901234567')).toBe(true);
    expect(hasKnownOperator('+998 (62) 223-45-67')).toBe(true);
    expect(hasKnownOperator('998011234567')).toBe(false);
    expect(hasKnownOperator('79121234567')).toBe(false);
  });
});

describe('a phone while it is typed', () => {
  it('grows by one digit per key', () => {
    const shown: string[] = [];
    for (const key of '901234567') shown.push(formatPhonePartial((shown.at(-1) ?? '') + key));
    expect(shown).toEqual([
      '+998 (9',
      '+998 (90',
      '+998 (90) 1',
      '+998 (90) 12',
      '+998 (90) 123',
      '+998 (90) 123-4',
      '+998 (90) 123-45',
      '+998 (90) 123-45-6',
      '+998 (90) 123-45-67',
    ]);
  });

  it('may begin with the country code', () => {
    let text = '';
    for (const key of '+998901') text = formatPhonePartial(text + key);
    expect(text).toBe('+998 (90) 1');
  });

  it('can be erased with backspaces', () => {
    let text = '+998 (90) 123-45-67';
    for (let presses = 0; text !== ''; presses++) {
      expect(presses).toBeLessThan(20);
      const next = formatPhonePartial(text.slice(0, -1));
      expect(next.length).toBeLessThan(text.length);
      text = next;
    }
  });

  it('accepts no tenth digit and no letters', () => {
    expect(formatPhonePartial('+998 (90) 123-45-678')).toBe('+998 (90) 123-45-67');
    expect(formatPhonePartial('90a1')).toBe('+998 (90) 1');
  });

  it.each(['+7 912 123-45-67', '79121234567', '+44 20 79'])('stays unchanged when foreign: %j', (text) => {
    expect(formatPhonePartial(text)).toBe(text);
  });

  it('ends in the format of the stored phone, however it was pasted', () => {
    fc.assert(
      fc.property(nineDigits, fc.constantFrom('', '998', '+998', '+998 '), (digits, code) => {
        const shown = formatPhonePartial(code + digits);
        expect(shown).toBe(formatPhone(`998${digits}`));
        expect(formatPhonePartial(shown)).toBe(shown);
      }),
    );
  });

  it('is formatted idempotently for any input', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[+0-9 ()a-]{0,18}$/), (text) => {
        const shown = formatPhonePartial(text);
        expect(formatPhonePartial(shown)).toBe(shown);
      }),
    );
  });
});
