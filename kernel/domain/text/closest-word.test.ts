import fc from 'fast-check';
import { expect, test } from 'vitest';
import { closestWord } from './closest-word.ts';

const names = ['admins', 'applications', 'neighborhoods', 'streets'];

test.each([
  ['aplications', 'applications'],
  ['neighbourhoods', 'neighborhoods'],
  ['street', 'streets'],
  ['sterets', 'streets'],
  ['weather', null],
  ['', null],
])('the word closest to "%s" is %j', (word, expected) => {
  expect(closestWord(word, names)).toBe(expected);
});

test('returns none without candidates', () => {
  expect(closestWord('admins', [])).toBeNull();
});

test('a word is closest to itself', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1 }), (candidates) => {
      for (const candidate of candidates) expect(closestWord(candidate, candidates)).toBe(candidate);
    }),
  );
});

test('tolerates one typing error', () => {
  fc.assert(
    fc.property(fc.constantFrom(...names), fc.nat(), fc.constantFrom('x', 'q', ''), (name, index, slip) => {
      const at = index % name.length;
      expect(closestWord(name.slice(0, at) + slip + name.slice(at + 1), names)).toBe(name);
    }),
  );
});
