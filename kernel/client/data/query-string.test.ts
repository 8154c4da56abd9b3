import { expect, test } from 'vitest';
import { stringify } from './query-string.ts';

test('writes and escapes the values that are set', () => {
  expect(stringify({ q: 'Oʻrin & co', page: 2, none: null, nothing: undefined })).toBe(
    'q=O%CA%BBrin+%26+co&page=2',
  );
});
