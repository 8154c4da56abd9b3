import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commonPasswords } from './common-passwords.ts';
import { checkPassword } from './check-password.ts';

describe('checkPassword', () => {
  it.each([
    'kechki shamol 7 daryo',
    'Tk9#vLq2!mZx',
    'зимний вечер у моря',
    '👍🌙🚲🧭🪴🎻📐🧵🛶🪁🧊🥁',
    'daftar-bulut-soat',
    '7391-8462-5501-2290',
  ])('accepts %j', (password) => {
    expect(checkPassword(password, { login: 'operator' })).toBe('ok');
  });

  it('counts characters, not code units', () => {
    expect(checkPassword('Tk9#vLq2!mZ')).toBe('too_short');
    expect(checkPassword('👍🌙🚲🧭🪴🎻')).toBe('too_short');
    expect(checkPassword('')).toBe('too_short');
    const long = 'Tk9#vLq2!mZx7pWd'.repeat(8);
    expect(checkPassword(long)).toBe('ok');
    expect(checkPassword(`${long}x`)).toBe('too_long');
  });

  it.each([
    'password1234',
    'Password2026!',
    'P@ssw0rd2026',
    'p.a.s.s.w.o.r.d',
    'qwertyqwerty',
    'Toshkent-2026!',
    'Тошкент20262026',
    'пароль123456',
    'Oʻzbekiston-1',
    'urganch urganch',
    'adm1n1strator',
    'AdminAdmin123!',
    '123456789012',
    '+998901234567',
    'abcdefghijkl',
    'qwertyuiop[]',
    'aaaaaaaaaaaa',
    'zlyzlyzlyzly',
    '1Q2W3E4R5T6Y',
    'йцукенгшщзхъ',
  ])('rejects %j as too common', (password) => {
    expect(checkPassword(password)).toBe('too_common');
  });

  it('rejects every listed password as too common, or as too short to be listed', () => {
    expect(commonPasswords.filter((password) => checkPassword(password) !== 'too_common')).toEqual([]);
  });

  it('rejects a password that contains the login', () => {
    expect(checkPassword('Tk9#Zarif77q!mZx', { login: 'zarif77' })).toBe('contains_login');
    expect(checkPassword('Tk9#Zarif77q!mZx', { login: '  ' })).toBe('ok');
    expect(checkPassword('Tk9#Zarif77q!mZx', { login: 'za' })).toBe('ok');
  });

  it('returns a result for any input', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 140 }), fc.string(), (password, login) => {
        expect(['ok', 'too_short', 'too_long', 'too_common', 'contains_login']).toContain(
          checkPassword(password, { login }),
        );
      }),
    );
  });
});
