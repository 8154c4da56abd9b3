import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  answerThreshold,
  combinedWeights,
  estimateConfidences,
  indexWeights,
  minLogProbability,
  suggestionThreshold,
} from './confidence.ts';
import { createIndex } from './knowledge-index.ts';
import { detectLanguage } from './detect-language.ts';
import { createLetterIndex } from './letter-index.ts';
import { createLexicon } from './lexicon.ts';
import { createSpellingCorrector, editDistance } from './spelling-corrector.ts';
import { wordFrequency } from './matching.ts';
import { tokenize } from './tokens.ts';

const lexicons = { uz: createLexicon('uz'), ru: createLexicon('ru') };

function termsOf(text: string, language: keyof typeof lexicons): string[] {
  return tokenize(text, lexicons[language]).map(({ term }) => term);
}

describe('tokenize', () => {
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
  ] as const)('%s: %s and %s have one term', (language, one, other) => {
    expect(termsOf(one, language)).toEqual(termsOf(other, language));
    expect(termsOf(one, language)).toHaveLength(1);
  });

  test.each([
    ['uz', 'til', 'tilak'],
    ['uz', 'rol', 'parol'],
    ['uz', 'yangi', 'yangilash'],
    ['uz', 'yoqish', 'yoʻq'],
    ['uz', 'xodim', 'holat'],
    ['ru', 'роль', 'пароль'],
  ] as const)('%s: %s and %s have different terms', (language, one, other) => {
    expect(termsOf(one, language)).not.toEqual(termsOf(other, language));
  });

  test('omits stop words', () => {
    expect(termsOf('Qanday qilib, qayerdan, iltimos?', 'uz')).toEqual([]);
    expect(termsOf('Скажите, пожалуйста, как и где?', 'ru')).toEqual([]);
  });

  test('adds a negation for a negated Uzbek verb', () => {
    expect(termsOf('saqlanmadi', 'uz')).toEqual([...termsOf('nega', 'uz'), ...termsOf('saqlandi', 'uz')]);
    expect(termsOf('boʻlmaydi, yoʻq, йўқ', 'uz')).toEqual(['nega', 'nega', 'nega']);
  });

  test.each([
    ['uz', 'exceldan yuklash', 'excelga yuklash'],
    ['ru', 'из таблицы', 'в таблицу'],
  ] as const)('%s: distinguishes the direction of a table: %s, %s', (language, from, to) => {
    expect(termsOf(from, language)).not.toEqual(termsOf(to, language));
  });
});

describe('the spelling corrector', () => {
  const forms = new Map(['parol', 'ariza', 'bildirishnoma', 'qosh'].map((word) => [word, word]));
  const corrector = createSpellingCorrector(forms, lexicons.uz);
  const correct = (word: string) => corrector.correct({ term: word, written: word });

  test.each([
    ['parol', 'parol', 1],
    ['kosh', 'qosh', 0.95],
    ['prol', 'parol', 0],
    ['parrol', 'parol', 0.95],
    ['paorl', 'parol', 0.8],
    ['bildrishnomalarimni', 'bildirishnoma', 0.8],
    ['bildrshnma', 'bildirishnoma', 0],
  ])('%s is %s with similarity %f', (written, word, similarity) => {
    expect(correct(written)?.get(word) ?? 0).toBe(similarity);
  });

  test('recognizes stop words without vowels, and no unknown words', () => {
    expect(correct('qnday')).toBeNull();
    expect(correct('mumkn')).toBeNull();
    expect(correct('kosmonavt')).toEqual(new Map());
  });

  test('the edit distance is symmetric', () => {
    const word = fc.string({ unit: fc.constantFrom(...'aberz'), minLength: 3, maxLength: 8 });
    fc.assert(
      fc.property(word, word, (one, other) => {
        expect(editDistance(one, other, 2)).toBe(editDistance(other, one, 2));
        expect(editDistance(one, one, 1)).toBe(0);
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
  expect(detectLanguage(question)).toBe(language);
});

const entries = [
  entry(1, 'Parolni almashtirish', 'Смена пароля', 'Sozlamalarni oching.', 'Откройте настройки.'),
  entry(2, 'Xonadon qoʻshish', 'Добавить домохозяйство', 'Menyuda Xonadonlar.', 'В меню Домохозяйства.'),
  entry(3, 'Ariza muddati', 'Срок заявления', 'Oʻn besh kun.', 'Пятнадцать дней.'),
];
// Like shipped entries, with several phrasings.
const ways: Readonly<Record<number, readonly [uz: string, ru: string]>> = {
  1: ['parol almashtirish\nparolni oʻzgartirish\nparolim', 'сменить пароль\nпоменять пароль\nмой пароль'],
  2: ['yangi xonadon\nxonadon qoʻshaman\nxonadon kiritish', 'новое домохозяйство'],
  3: ['ariza muddati qancha', 'какой срок у заявления\nсрок заявления'],
};
const index = createIndex(
  entries.map((one) => {
    const [uz = '', ru = ''] = ways[one.id] ?? [];
    return { ...one, uz: { ...one.uz, asks: uz }, ru: { ...one.ru, asks: ru } };
  }),
);
const all = () => true;

describe('the index', () => {
  test.each([
    ['parolimni almashtirmoqchiman', 'uz', 1],
    ['паролимни алмаштириш', 'uz', 1],
    ['parlni almashtrish', 'uz', 1],
    ['сменить пороль', 'ru', 1],
    ['yangi xonadon qoʻshaman', 'uz', 2],
    ['какой срок у заявления', 'ru', 3],
  ] as const)('finds the entry of "%s"', (question, language, id) => {
    const finding = index.find(question, 'uz', all);
    expect(finding.language).toBe(language);
    expect(finding.found[0]).toMatchObject({ entry: { id } });
    expect(finding.found[0]?.confidence).toBeGreaterThanOrEqual(answerThreshold);
  });

  test('is not confident about unknown topics', () => {
    expect(index.find('ob-havo qanday', 'uz', all).found[0]?.confidence ?? 0).toBeLessThan(answerThreshold);
    expect(index.find('', 'uz', all).found).toEqual([]);
  });

  test('does not answer a question that an off-topic one matches better', () => {
    const own = [entry(1, 'Xodim ishdan ketdi', 'Сотрудник уволился с работы', 'Bloklang.', 'Заблокируйте.')];
    const { found } = createIndex(own).find('как уволиться с работы', 'ru', all);
    expect(found[0]?.confidence).toBeLessThan(answerThreshold);
    expect(createIndex(own).find('сотрудник уволился', 'ru', all).found[0]?.confidence).toBeGreaterThan(
      answerThreshold,
    );
  });

  test('does not answer a question that an off-topic one matches better, even with common words', () => {
    const asks = ['завтра', 'сегодня', 'летом', 'зимой', 'быстро', 'просто']
      .map((word) => `сотрудник хочет уволиться с работы ${word}`)
      .join('\n');
    const own = entry(1, 'Xodim', 'Сотрудник', 'Bloklang.', 'Заблокируйте.');
    const { found } = createIndex([{ ...own, ru: { ...own.ru, asks } }]).find(
      'как уволиться с работы',
      'ru',
      all,
    );
    expect(found[0]?.confidence).toBeGreaterThan(suggestionThreshold);
    expect(found[0]?.confidence).toBeLessThan(answerThreshold);
  });

  test('never returns an entry that is not readable', () => {
    fc.assert(
      fc.property(anyQuery(), (text) => {
        const { found } = index.find(text, 'ru', ({ id }) => id !== 1);
        expect(found.map(({ entry: { id } }) => id)).not.toContain(1);
      }),
    );
  });

  test('returns confidences from 0 to 1, the best first, deterministically', () => {
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

describe('the confidence', () => {
  const none = { unknownWords: 0, offTopic: 0, words: 4, classifier: 0 };
  const strong = {
    relevance: 0.9,
    wordFrequency: 0.6,
    closestLetters: 0.9,
    coveredLetters: 1,
    classifier: 0,
  };
  const first = (evidence: (typeof strong)[], counterEvidence = none) =>
    estimateConfidences(evidence, counterEvidence)[0] ?? 0;

  test('falls with a rival, with unknown words and with an off-topic question nearby', () => {
    expect(first([strong])).toBeGreaterThan(answerThreshold);
    expect(first([strong, strong])).toBeLessThan(0.5);
    const weak = { ...strong, relevance: 0.4, wordFrequency: 0.2 };
    expect(first([weak], { ...none, unknownWords: 0.5 })).toBeLessThan(first([weak]));
    expect(first([weak], { ...none, offTopic: 0.5 })).toBeLessThan(first([weak]));
  });

  test('is a probability: none is negative, and all together are below 1', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    const evidence = fc.record({
      relevance: share,
      wordFrequency: share,
      closestLetters: share,
      coveredLetters: share,
      classifier: fc.double({ min: minLogProbability, max: 0, noNaN: true }),
    });
    const counterEvidence = fc.record({
      unknownWords: share,
      offTopic: share,
      words: fc.integer({ min: 1, max: 40 }),
      classifier: fc.double({ min: minLogProbability, max: 0, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(evidence, { maxLength: 40 }), counterEvidence, (own, against) => {
        for (const weights of [indexWeights, combinedWeights]) {
          const chances = estimateConfidences(own, against, weights);
          expect(chances.every((chance) => chance >= 0)).toBe(true);
          expect(chances.reduce((total, chance) => total + chance, 0)).toBeLessThanOrEqual(1 + 1e-9);
        }
      }),
    );
  });
});

describe('the letters', () => {
  const compare = createLetterIndex([
    { entry: 'password', phrasings: ['parolni almashtirish', 'yangi parol'], answer: 'Sozlamalarni oching.' },
    { entry: 'street', phrasings: ['koʻcha qoʻshish'], answer: 'Koʻchalar sahifasi.' },
  ]);

  test('find words with typos, written together and in the other script', () => {
    for (const question of ['parolalmashtirsh', 'паролни алмаштир', 'PAROLNI']) {
      const matches = compare(question);
      const [password, street] = [matches.get('password'), matches.get('street')];
      expect(password?.closest).toBeGreaterThan(0.4);
      expect(password?.covered).toBeGreaterThan(street?.covered ?? 0);
    }
  });

  test('match the phrasing itself, count half in an answer, and do not match other words', () => {
    expect(compare('yangi parol').get('password')).toEqual({
      closest: expect.closeTo(1),
      covered: expect.closeTo(1),
    });
    expect(compare('sozlamalarni').get('password')).toMatchObject({ covered: expect.closeTo(0.5, 1) });
    expect(compare('xyz')).toEqual(new Map());
    expect(compare('')).toEqual(new Map());
  });
});

test('a word is not common for an entry because its only phrasing has it', () => {
  const candidates = new Map([['parol', 1]]);
  const match = { queryTerm: { candidates, weight: 2 }, phrasingTerms: candidates, similarity: 1 };
  const phrasing = { terms: ['parol'], weight: 2 };
  const usualIn = (phrasings: number) =>
    wordFrequency(
      Array.from({ length: phrasings }, () => phrasing),
      [match],
      2,
    );
  expect(usualIn(1)).toBeCloseTo(1 / 5);
  expect(usualIn(16)).toBeCloseTo(4 / 5);
  expect(wordFrequency([phrasing, { terms: ['kod'], weight: 2 }], [match], 4)).toBeCloseTo(1 / 12);
});

test('a title is certain, regardless of similar entries', () => {
  const alike = [1, 2].map((id) =>
    entry(id, `Parolni almashtirish ${'?'.repeat(id)}`, `Пароль ${id}`, '', ''),
  );
  const [best] = createIndex(alike).find('Parolni almashtirish ??', 'uz', all).found;
  expect(best).toMatchObject({ entry: { id: 2 }, confidence: 1 });
});

function entry(id: number, uz: string, ru: string, textUz: string, textRu: string) {
  return { id, uz: { name: uz, asks: '', text: textUz }, ru: { name: ru, asks: '', text: textRu } };
}

/** Arbitrary text mixed with words from the index. */
function anyQuery() {
  const word = fc.constantFrom('parol', 'пароль', 'xonadon', 'muddat', 'срок', 'almashtirish', 'qanday', '');
  return fc.array(fc.oneof(word, fc.string())).map((words) => words.join(' '));
}
