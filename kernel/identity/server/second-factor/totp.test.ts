import { expect, test } from 'vitest';
import { codeAt, enrolmentUri, makeSecret, secretText, findTimeStep } from './totp.ts';

const secret = Buffer.from('12345678901234567890');

// RFC 6238, appendix B: the last six of the eight digits.
test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at second %d the code is %s', (second, code) => {
  expect(codeAt(secret, second * 1000)).toBe(code);
  expect(findTimeStep(secret, code, second * 1000)).toBe(Math.floor(second / 30));
});

test('a code is valid half a minute before and after its step, and no longer', () => {
  const moment = 1_234_567_890_000;
  const step = Math.floor(moment / 30_000);
  const found = [-2, -1, 0, 1, 2].map((away) =>
    findTimeStep(secret, codeAt(secret, moment + away * 30_000), moment),
  );
  expect(found).toEqual([null, step - 1, step, step + 1, null]);
  expect(findTimeStep(secret, '12345', moment)).toBeNull();
});

test('an authenticator reads the secret from the address, and a person can type it', () => {
  expect(secretText(secret)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
  const address = new URL(enrolmentUri(secret, { issuer: 'Ko‘mak', login: 'ali valiyev' }));
  expect(address.protocol + address.host).toBe('otpauth:totp');
  expect(decodeURIComponent(address.pathname)).toBe('/Ko‘mak:ali valiyev');
  expect(address.searchParams.get('secret')).toBe(secretText(secret));
});

test('secrets are long and distinct', () => {
  const made = Array.from({ length: 50 }, () => makeSecret().toString('hex'));
  expect(new Set(made).size).toBe(50);
  expect(made[0]).toHaveLength(40);
});
