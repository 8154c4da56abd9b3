import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { normalizeForSearch } from '#kernel/domain/text/normalize-for-search.ts';
import { marksIn } from './highlighted.tsx';

const marked = (text: string, query: string) =>
  marksIn(text, query).map(([start, end]) => text.slice(start, end));

describe('marks of a query', () => {
  test.each([
    ['Oʻrinboyev Anvar', 'Ўринбоев', ['Oʻrinboyev']],
    ['Ўринбоев Анвар', "o'rin anv", ['Ўрин', 'Анв']],
    ["Navoiy ko'chasi", 'кўча', ["ko'cha"]],
    ['Шукуров Шавкат', 'shuk', ['Шук']],
    ['Xolmatov', 'hol', ['Xol']],
    ['+998 (90) 123-45-67', '901234', ['90) 123-4']],
    ['№ 000123', '123', ['123']],
    ['№ 000123', '000123', ['000123']],
    ['••••••••••0244', '0244', ['0244']],
    ['Karimov Karim', 'karim', ['Karim', 'Karim']],
    ['Karimov', 'zzz', []],
    ['Karimov', '', []],
  ])('%s ← %s', (text, query, marks) => expect(marked(text, query)).toEqual(marks));
});

const letters = fc.constantFrom(...Array.from("abdehiklmnoqrstuvxyzʻ'ўғқҳшчёюяаеоирнскмлтв"));
const words = fc
  .array(fc.array(letters, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 4 })
  .map((all) => all.map((word) => word.join('')).join(' '));

test('are inside the text, in order, and normalize to a part of the query', () => {
  fc.assert(
    fc.property(words, words, (text, query) => {
      let last = -1;
      for (const [start, end] of marksIn(text, query)) {
        expect(start).toBeGreaterThan(last);
        expect(end).toBeGreaterThan(start);
        expect(end).toBeLessThanOrEqual(text.length);
        last = end;
      }
    }),
  );
});

test('mark every word that is searched for, in any form with the same key', () => {
  fc.assert(
    fc.property(words, fc.nat(), (text, at) => {
      const all = text.split(' ');
      const word = all[at % all.length] ?? '';
      fc.pre(normalizeForSearch(word) !== '');
      expect(marksIn(text, word).length).toBeGreaterThan(0);
      expect(marksIn(text, normalizeForSearch(word)).length).toBeGreaterThan(0);
    }),
  );
});
