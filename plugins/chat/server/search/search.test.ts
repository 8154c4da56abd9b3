import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createIndex, sureEnough } from './knowledge-index.ts';
import { wordsOf } from './words.ts';

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
    ['ru', 'заявлений', 'заявление'],
    ['ru', 'просроченных', 'просроченные'],
    ['ru', 'ёлка', 'елка'],
    ['ru', 'эксель', 'Excel'],
  ] as const)('%s: %s and %s are one', (language, one, other) => {
    expect(wordsOf(one, language)).toEqual(wordsOf(other, language));
    expect(wordsOf(one, language)).toHaveLength(1);
  });

  test.each([
    ['uz', 'til', 'tilak'],
    ['uz', 'rol', 'parol'],
    ['uz', 'xodim', 'holat'],
    ['ru', 'роль', 'пароль'],
  ] as const)('%s: %s and %s are two', (language, one, other) => {
    expect(wordsOf(one, language)).not.toEqual(wordsOf(other, language));
  });

  test('what says nothing is left out', () => {
    expect(wordsOf('Qanday qilib, qayerdan, iltimos?', 'uz')).toEqual([]);
    expect(wordsOf('Скажите, пожалуйста, как и где?', 'ru')).toEqual([]);
  });
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

  test('gives nothing that may not be read, whatever is asked', () => {
    fc.assert(
      fc.property(anyQuestion(), (text) => {
        const { found } = index.find(text, 'ru', ({ id }) => id !== 1);
        expect(found.map(({ entry: { id } }) => id)).not.toContain(1);
      }),
    );
  });

  test('gives a confidence from 0 to 1, the best first, and the same each time', () => {
    fc.assert(
      fc.property(anyQuestion(), (text) => {
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
function anyQuestion() {
  const word = fc.constantFrom('parol', 'пароль', 'xonadon', 'muddat', 'срок', 'almashtirish', 'qanday', '');
  return fc.array(fc.oneof(word, fc.string())).map((words) => words.join(' '));
}
