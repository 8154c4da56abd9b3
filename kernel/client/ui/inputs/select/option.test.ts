import { describe, expect, test } from 'vitest';
import { findOption, matchesQuery } from './option.ts';

const street = { value: 1, label: 'Do‘stlik ko‘chasi', hint: 'Oʻzbekiston MFY' };

describe('matchesQuery', () => {
  test.each(['do‘stlik', "do'stlik", 'DOSTLIK', 'ko chasi', 'kochasi dost', "o'zbek", ''])(
    'finds by %s',
    (query) => {
      expect(matchesQuery(street, query)).toBe(true);
    },
  );

  test('does not find absent text', () => {
    expect(matchesQuery(street, 'navoiy')).toBe(false);
  });

  test('keeps the case-folded form of a Cyrillic letter', () => {
    expect(matchesQuery({ value: 1, label: 'Район Йўл' }, 'йўл')).toBe(true);
  });
});

test('findOption returns the option, or null', () => {
  expect(findOption([street], 1)).toBe(street);
  expect(findOption([street], 2)).toBeNull();
  expect(findOption([street], null)).toBeNull();
});
