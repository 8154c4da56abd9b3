import { expect, test } from 'vitest';
import { isFindKey } from './commands.ts';

const press = (key: string, code: string, held: Partial<KeyboardEvent> = { ctrlKey: true }) =>
  isFindKey({ key, code, ctrlKey: false, metaKey: false, altKey: false, ...held });

test('Ctrl+K opens the search in every layout: by the letter, or by the position of the key in other scripts', () => {
  expect(press('k', 'KeyK')).toBe(true);
  expect(press('K', 'KeyK', { metaKey: true })).toBe(true);
  expect(press('л', 'KeyK')).toBe(true);
  // A Latin layout with this letter on another key.
  expect(press('k', 'KeyV')).toBe(true);
  expect(press('v', 'KeyK')).toBe(false);
});

test('neither the letter alone nor with Alt opens the search', () => {
  expect(press('k', 'KeyK', {})).toBe(false);
  expect(press('л', 'KeyK', {})).toBe(false);
  expect(press('k', 'KeyK', { ctrlKey: true, altKey: true })).toBe(false);
});
