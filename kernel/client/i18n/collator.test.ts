import { expect, test } from 'vitest';
import { createCollator } from './collator.ts';

const sortedIn = (language: 'uz' | 'ru', names: string) =>
  names.split(' ').toSorted(createCollator(language).compare).join(' ');

test.each([
  [
    'with the letter of our texts',
    'Buloq Guliston Olmazor Sanoat Yangiobod Zarafshon Oʻzbekiston Gʻalaba Shodlik Chorsu',
  ],
  [
    'as people type them',
    "Buloq Guliston Olmazor Sanoat Yangiobod Zarafshon O'zbekiston G'alaba Shodlik Chorsu",
  ],
])('sorts Uzbek names by the Uzbek alphabet, %s', (_, names) => {
  expect(sortedIn('uz', names.split(' ').toReversed().join(' '))).toBe(names);
});

test('sorts Russian names by the Russian alphabet, and Latin ones among them as such', () => {
  expect(sortedIn('ru', 'Ягода Ёлка Еда Жасмин елка Арча')).toBe('Арча Еда елка Ёлка Жасмин Ягода');
  expect(sortedIn('ru', 'Shodlik Sanoat Chorsu Dunyo')).toBe('Chorsu Dunyo Sanoat Shodlik');
});
