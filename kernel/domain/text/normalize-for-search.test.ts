import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalizeForSearch, digitsOf } from './normalize-for-search.ts';

describe('normalizing', () => {
  it.each([
    [
      'orinboyev',
      ['Oʻrinboyev', "O'rinboyev", 'O`rinboyev', 'O´rinboyev', 'O‘rinboyev', 'O’rinboyev', 'Oʼrinboyev'],
    ],
    [
      'orinboyev',
      ['Ўринбоев', 'Ўринбойев', 'Ўринбоэв', 'Oʻrinboev', 'ЎРИНБОЕВ', 'У\u0306ринбоев', 'Õrinboyev'],
    ],
    ['aliyev', ['Алиев', 'Aliyev', 'Aliev', 'ALIYEV']],
    ['ergash', ['Эргаш', 'Ergash', 'Ергаш', 'Yergash', 'Йергаш']],
    ['vasilev', ['Васильев', 'Vasilyev', 'Vasilev', "Vasil'yev"]],
    ['hojiyev', ['Хожиев', 'Ҳожиев', 'Xojiyev', 'Hojiyev']],
    ['horazm', ['Xorazm', 'Хоразм', 'Horazm']],
    ['soy', ['Цой', 'Tsoy', 'Soy', 'Тсой', 'Цо\u0438\u0306']],
    ['fransiya', ['Франция', 'Frantsiya', 'Fransiya']],
    ['sherbakov', ['Щербаков', 'Shcherbakov', 'Sherbakov', 'Шчербаков']],
    ['chorsu', ['Чорсу', 'Chorsu', 'Cxorsu']],
    ['ishoq', ['Исҳоқ', 'Isʼhoq', 'Ishoq', 'Исхоқ']],
    ['gafur', ['Ғафур', 'Gʻafur', 'Gʼafur', 'Ǵafur']],
    ['yoqub', ['Ёқуб', 'Yoqub', 'Йоқуб', 'Е\u0308қуб']],
    ['yunus', ['Юнус', 'Yunus']],
    ['yashin', ['Яшин', 'Yashin']],
    ['matyoqub', ['Матёқуб', 'Matyoqub', 'Матъёқуб']],
    ['rizo', ['Рызо', 'Rizo']],
    ['12-maktab', ['12-мактаб', '１２-maktab', ' 12-MAKTAB\n']],
    ['ali vali', ['Али  Вали', '\tAli\u00a0Vali ', 'A\u0301li Va\u00adli']],
  ])('%s is the key of %j', (key, texts) => {
    for (const text of texts) expect(normalizeForSearch(text)).toBe(key);
  });

  it('the key of a prefix is a part of the key of the word', () => {
    for (const name of ["O'rinboyev", 'Xolmatov', 'Qoʻchqorov', 'Karimboyev', 'Gʻafurova']) {
      for (let length = 1; length <= name.length; length++) {
        expect(normalizeForSearch(name)).toContain(normalizeForSearch(name.slice(0, length)));
      }
    }
  });

  it('removes apostrophes, capitals and repeated white space', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(normalizeForSearch(text)).not.toMatch(
          /['\u02BB\u02BC\u2018\u2019\u0060\u00B4]|[A-ZА-Я]|\s\s|^\s|\s$/u,
        );
      }),
    );
  });

  it('normalizes long runs of one letter in linear time', () => {
    // A quadratic expression would take minutes and fail the test by its timeout.
    for (const letter of ['t', 'y', 'a', 'x', ' ', "'"]) normalizeForSearch(letter.repeat(200_000));
  });

  it('is idempotent over all of Unicode', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(normalizeForSearch(normalizeForSearch(text))).toBe(normalizeForSearch(text));
      }),
      { numRuns: 2000 },
    );
    const broken: string[] = [];
    for (let code = 0; code <= 0x1ffff; code++) {
      const text = `t${String.fromCodePoint(code)}e`;
      if (normalizeForSearch(normalizeForSearch(text)) !== normalizeForSearch(text))
        broken.push(code.toString(16));
    }
    expect(broken).toEqual([]);
  });

  it('is idempotent where its rules meet', () => {
    const piece = fc.constantFrom(
      ...Array.from("tshcxyeoaiцщшчйеэёхҳўъьыТS'ʻ´ \u0306\u00ad"),
      'sh',
      'ts',
      'ye',
      'shch',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const key = normalizeForSearch(pieces.join(''));
        expect(normalizeForSearch(key)).toBe(key);
      }),
      { numRuns: 5000 },
    );
  });
});

it('digitsOf returns only the digits', () => {
  expect(digitsOf('+998 (90) 123-45-67')).toBe('998901234567');
  expect(digitsOf('AB 1234567')).toBe('1234567');
  expect(digitsOf('１２３')).toBe('123');
  expect(digitsOf('yoʻq')).toBe('');
});
