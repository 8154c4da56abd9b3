import { expect, test } from 'vitest';
import { isBlank } from './draft.ts';

const storedDraft = (value: unknown) => JSON.stringify({ value, key: 'a-key' });

test.each([
  null,
  storedDraft(''),
  storedDraft(' \n'),
  storedDraft(null),
  storedDraft({ first_name: '', id: 7, files: [], more: { note: ' ' } }),
])('%s is blank', (text) => {
  expect(isBlank(text)).toBe(true);
});

test.each([storedDraft('Salom'), storedDraft({ first_name: '', more: [{ note: 'a' }] }), '{', '7x'])(
  '%s is not blank',
  (text) => {
    expect(isBlank(text)).toBe(false);
  },
);
