import { describe, expect, test } from 'vitest';
import { editPhone, formatTypedPhone, phoneDigits } from './phone-format.ts';

describe('phoneDigits', () => {
  test.each([
    ['+998 (90) 123-45-67', '998901234567'],
    ['998901234567', '998901234567'],
    ['901234567', '998901234567'],
    ['90 123 45 67', '998901234567'],
    ['00998 90 123 45 67', '998901234567'],
    ['8 90 123 45 67', '998901234567'],
    ['+998 (99) 890-12-34567', '998901234567'],
    ['+998 998 90 123 45 67', '998901234567'],
    ['+998 (90) 123-45-678', '998901234567'],
    ['998', '998998'],
    ['+998', ''],
    ['+', ''],
    ['', ''],
  ])('%s is %s', (text, digits) => {
    expect(phoneDigits(text)).toBe(digits);
  });
});

describe('formatTypedPhone', () => {
  test.each([
    ['998901234567', '+998 (90) 123-45-67'],
    ['99890123456', '+998 (90) 123-45-6'],
    ['99890123', '+998 (90) 123'],
    ['99890', '+998 (90'],
    ['9989', '+998 (9'],
    ['901234567', '+998 (90) 123-45-67'],
    ['998', ''],
    ['', ''],
  ])('%s is %s', (digits, text) => {
    expect(formatTypedPhone(digits)).toBe(text);
  });
});

describe('editPhone', () => {
  const full = '+998 (90) 123-45-67';

  test('typing digit by digit keeps the caret at the end', () => {
    let text = '';
    for (const digit of '901234567') {
      const next = editPhone(text, { text: text + digit, caret: text.length + 1 }, null);
      expect(next.caret).toBe(next.text.length);
      text = next.text;
    }
    expect(text).toBe(full);
  });

  test('typing the country code by hand gives the same number', () => {
    let text = '';
    for (const digit of '998901234567')
      text = editPhone(text, { text: text + digit, caret: text.length + 1 }, null).text;
    expect(text).toBe(full);
  });

  test('deleting a digit in the middle keeps the caret there', () => {
    expect(editPhone(full, { text: '+998 (90) 13-45-67', caret: 11 }, 'back')).toEqual({
      text: '+998 (90) 134-56-7',
      caret: 11,
    });
  });

  test('backspace over a separator deletes the digit before it', () => {
    expect(editPhone(full, { text: '+998 (90) 12345-67', caret: 13 }, 'back').text).toBe(
      '+998 (90) 124-56-7',
    );
  });

  test('delete over a separator deletes the digit after it', () => {
    expect(editPhone(full, { text: '+998 (90) 12345-67', caret: 13 }, 'forward').text).toBe(
      '+998 (90) 123-56-7',
    );
  });

  test('backspacing all the way empties the field', () => {
    let text = full;
    for (let press = 0; press < 9; press++) {
      text = editPhone(text, { text: text.slice(0, -1), caret: text.length - 1 }, 'back').text;
    }
    expect(text).toBe('');
  });

  test('pasting over everything puts the caret at the end', () => {
    expect(editPhone('', { text: '90 123 45 67', caret: 12 }, null)).toEqual({
      text: full,
      caret: full.length,
    });
  });
});
