import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createIndex, sureEnough } from './knowledge-index.ts';
import { languageOf } from './language-of.ts';
import { createSpeller, slipsBetween } from './spelling.ts';
import { lexicon, wordsOf } from './words.ts';

describe('words', () => {
  test.each([
    ['uz', 'arizalarimizni', 'ariza'],
    ['uz', 'arizangiz', 'ariza'],
    ['uz', 'qoʻshmoqchiman', 'qoʻshish'],
    ['uz', 'oʻchiraman', 'oʻchirish'],
    ['uz', 'bloklangan', 'bloklash'],
    ['uz', 'xaritada', 'xarita'],
    ['uz', 'тоифасининг', 'toifa'],
    ['uz', 'Ўчириш', "o'chirish"],
    ['uz', 'qoʻshish', 'қўшаман'],
    ['uz', 'ўзгартираман', 'узгартираман'],
    ['uz', 'jadvali', 'jadvalni'],
    ['uz', 'hujjatsiz', 'hujjatni'],
    ['uz', 'kiritsa', 'kiritish'],
    ['uz', 'soni', 'sonini'],
    ['ru', 'заявлений', 'заявление'],
    ['ru', 'просроченных', 'просроченные'],
    ['ru', 'ёлка', 'елка'],
    ['ru', 'эксель', 'Excel'],
    ['ru', 'отправлено', 'отправить'],
    ['ru', 'списка', 'список'],
    ['ru', 'удаление', 'удалить'],
  ] as const)('%s: %s and %s are one', (language, one, other) => {
    expect(wordsOf(one, language)).toEqual(wordsOf(other, language));
    expect(wordsOf(one, language)).toHaveLength(1);
  });

  test.each([
    ['uz', 'til', 'tilak'],
    ['uz', 'rol', 'parol'],
    ['uz', 'yangi', 'yangilash'],
    ['uz', 'yoqish', 'yoʻq'],
    ['uz', 'xodim', 'holat'],
    ['ru', 'роль', 'пароль'],
  ] as const)('%s: %s and %s are two', (language, one, other) => {
    expect(wordsOf(one, language)).not.toEqual(wordsOf(other, language));
  });

  test('what says nothing is left out', () => {
    expect(wordsOf('Qanday qilib, qayerdan, iltimos?', 'uz')).toEqual([]);
    expect(wordsOf('Скажите, пожалуйста, как и где?', 'ru')).toEqual([]);
  });

  test('what does not happen says so in Uzbek too', () => {
    expect(wordsOf('saqlanmadi', 'uz')).toEqual([...wordsOf('nega', 'uz'), ...wordsOf('saqlandi', 'uz')]);
    expect(wordsOf('boʻlmaydi, yoʻq, йўқ', 'uz')).toEqual(['nega', 'nega', 'nega']);
  });

  test.each([
    ['uz', 'exceldan yuklash', 'excelga yuklash'],
    ['ru', 'из таблицы', 'в таблицу'],
  ] as const)('%s: a table is told from where it goes: %s, %s', (language, from, to) => {
    expect(wordsOf(from, language)).not.toEqual(wordsOf(to, language));
  });
});

describe('spelling', () => {
  const forms = new Map(['parol', 'ariza', 'bildirishnoma', 'qosh'].map((word) => [word, word]));
  const speller = createSpeller(forms, lexicon('uz'));
  const read = (word: string) => speller.read({ word, written: word });

  test.each([
    ['parol', 'parol', 1],
    ['kosh', 'qosh', 0.95],
    ['prol', 'parol', 0],
    ['parrol', 'parol', 0.95],
    ['paorl', 'parol', 0.8],
    ['bildrishnomalarimni', 'bildirishnoma', 0.8],
    ['bildrshnma', 'bildirishnoma', 0],
  ])('%s is %s at %f', (written, word, near) => {
    expect(read(written)?.get(word) ?? 0).toBe(near);
  });

  test('what says nothing is known without its vowels, and what nobody knows is not', () => {
    expect(read('qnday')).toBeNull();
    expect(read('mumkn')).toBeNull();
    expect(read('kosmonavt')).toEqual(new Map());
  });

  test('slips are counted the same in both directions, up to the most', () => {
    const word = fc.string({ unit: fc.constantFrom(...'aberz'), minLength: 3, maxLength: 8 });
    fc.assert(
      fc.property(word, word, (one, other) => {
        expect(slipsBetween(one, other, 2)).toBe(slipsBetween(other, one, 2));
        expect(slipsBetween(one, one, 1)).toBe(0);
      }),
    );
  });
});

test.each([
  ['parolni unutdim', 'uz'],
  ['паролни унутдим', 'uz'],
  ['ўчириш', 'uz'],
  ['кто рассматривает заявление', 'ru'],
  ['забыл пароль', 'ru'],
  ['№ 12', null],
] as const)('%s is written in %s', (question, language) => {
  expect(languageOf(question)).toBe(language);
});

const entries = [
  entry(1, 'Parolni almashtirish', 'Смена пароля', 'Sozlamalarni oching.', 'Откройте настройки.'),
  entry(2, 'Xonadon qoʻshish', 'Добавить домохозяйство', 'Menyuda Xonadonlar.', 'В меню Домохозяйства.'),
  entry(3, 'Ariza muddati', 'Срок заявления', 'Oʻn besh kun.', 'Пятнадцать дней.'),
];
const index = createIndex(entries);
const all = () => true;

describe('the index', () => {
  test.each([
    ['parolimni almashtirmoqchiman', 'uz', 1],
    ['паролимни алмаштириш', 'uz', 1],
    ['parlni almashtrish', 'uz', 1],
    ['сменить пороль', 'ru', 1],
    ['yangi xonadon qoʻshaman', 'uz', 2],
    ['какой срок у заявления', 'ru', 3],
  ] as const)('%s finds', (question, language, id) => {
    const finding = index.find(question, 'uz', all);
    expect(finding.language).toBe(language);
    expect(finding.found[0]).toMatchObject({ entry: { id } });
    expect(finding.found[0]?.confidence).toBeGreaterThanOrEqual(sureEnough);
  });

  test('is unsure of what it does not know', () => {
    expect(index.find('ob-havo qanday', 'uz', all).found[0]?.confidence ?? 0).toBeLessThan(sureEnough);
    expect(index.find('', 'uz', all).found).toEqual([]);
  });

  test('does not answer what is nearer to something else', () => {
    const own = [entry(1, 'Xodim ishdan ketdi', 'Сотрудник уволился с работы', 'Bloklang.', 'Заблокируйте.')];
    const { found } = createIndex(own).find('как уволиться с работы', 'ru', all);
    expect(found[0]?.confidence).toBeLessThan(sureEnough);
    expect(createIndex(own).find('сотрудник уволился', 'ru', all).found[0]?.confidence).toBeGreaterThan(
      sureEnough,
    );
  });

  test('gives nothing that may not be read, whatever is asked', () => {
    fc.assert(
      fc.property(anyQuery(), (text) => {
        const { found } = index.find(text, 'ru', ({ id }) => id !== 1);
        expect(found.map(({ entry: { id } }) => id)).not.toContain(1);
      }),
    );
  });

  test('gives a confidence from 0 to 1, the best first, and the same each time', () => {
    fc.assert(
      fc.property(anyQuery(), (text) => {
        const { found } = index.find(text, 'uz', all);
        const confidences = found.map(({ confidence }) => confidence);
        expect(confidences.every((confidence) => confidence >= 0 && confidence <= 1)).toBe(true);
        expect(confidences).toEqual(confidences.toSorted((a, b) => b - a));
        expect(index.find(text, 'uz', all)).toEqual(index.find(text, 'uz', all));
      }),
    );
  });
});

function entry(id: number, uz: string, ru: string, textUz: string, textRu: string) {
  return { id, uz: { name: uz, asks: '', text: textUz }, ru: { name: ru, asks: '', text: textRu } };
}

/** Anything, and words that are in the index among it. */
function anyQuery() {
  const word = fc.constantFrom('parol', 'пароль', 'xonadon', 'muddat', 'срок', 'almashtirish', 'qanday', '');
  return fc.array(fc.oneof(word, fc.string())).map((words) => words.join(' '));
}
