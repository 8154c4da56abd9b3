import { expect, test } from 'vitest';
import { isBlank } from './is-blank.ts';

const kept = (value: unknown) => JSON.stringify({ value, key: 'a-key' });

test.each([
  null,
  kept(''),
  kept(' \n'),
  kept(null),
  kept({ first_name: '', id: 7, files: [], more: { note: ' ' } }),
])('%s is blank', (text) => {
  expect(isBlank(text)).toBe(true);
});

test.each([kept('Salom'), kept({ first_name: '', more: [{ note: 'a' }] }), '{', '7x'])(
  '%s is not blank',
  (text) => {
    expect(isBlank(text)).toBe(false);
  },
);
