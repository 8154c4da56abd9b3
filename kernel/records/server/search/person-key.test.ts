import { describe, expect, it } from 'vitest';
import { personKey, readSearch } from './search-words.ts';

const person = {
  firstName: 'Anvar',
  lastName: "O'rinboyev",
  fatherName: 'Karim oʻgʻli',
  phone: '998901234567',
  passportSeries: 'AX',
  passportNumber: '1234567',
  personalNumber: '31210632040244',
};

/** Matches like PostgreSQL's `like`, for patterns without underscores. */
function matches(key: string, pattern: string): boolean {
  const escaped = pattern.slice(1, -1).replace(/\\(.)/g, '$1');
  return key.includes(escaped);
}

describe('a search', () => {
  const key = personKey(person);

  it.each([
    'ўринбоев',
    'O‘rinboyev',
    'karim o‘g‘li',
    'anv',
    'an',
    'AX 1234567',
    'ах1234567',
    '(90) 123-45',
    '+998 90',
    '2040244',
  ])('finds a person by %s', (text) => {
    const { patterns } = readSearch(text);
    expect(patterns.length).toBeGreaterThan(0);
    expect(patterns.filter((pattern) => !matches(key, pattern))).toEqual([]);
  });

  it('keeps zeros and sign of a number', () => {
    expect(readSearch('№ 000042')).toEqual({
      patterns: ['%000042%'],
      digits: '000042',
      number: 42,
    });
    expect(readSearch('42').number).toBe(42);
    expect(readSearch('Anvar').number).toBeNull();
  });

  it('escapes pattern characters', () => {
    expect(readSearch('100%_\\').patterns).toEqual(['%100\\%\\_\\\\%']);
  });

  it('matches short words at the start of words', () => {
    expect(readSearch('ka').patterns).toEqual(['% ka%']);
  });
});
