import { expect, test } from 'vitest';
import { languages } from '#kernel/domain/text/languages.ts';
import { measure, readQuestions, readShipped, unsaid, type Origin, type Outcome } from './measure.ts';

// Questions and knowledge are files, so the results are deterministic: these limits are within one or two
// questions of them.
const measured = await measure();
const { outcomes } = measured;
// One off-topic question of the tuner's set asks the assistant who it is, which it may answer.
const offTopic = measured.offTopic.filter(({ question }) => question.origin !== 'development');

const shareOf = (own: readonly Outcome[], is: (outcome: Outcome) => boolean) =>
  own.filter(is).length / own.length;
const isFirst = ({ place }: Outcome) => place === 0;
const isOfThree = ({ place }: Outcome) => place >= 0 && place < 3;

type Row = readonly [
  name: string,
  isOf: (outcome: Outcome) => boolean,
  least: {
    readonly first: number;
    readonly three: number;
    readonly right: number;
    /** Correctly answered, or an expected entry is among the suggestions. */
    readonly helped: number;
    /** The maximum share of wrong answers. */
    readonly wrongly: number;
  },
];

const rows: readonly Row[] = [
  ['all', () => true, { first: 0.87, three: 0.94, right: 0.66, helped: 0.92, wrongly: 0.02 }],
  ['before', isFrom('before'), { first: 0.98, three: 0.98, right: 0.93, helped: 0.98, wrongly: 0.02 }],
  ['beside', isFrom('beside'), { first: 0.94, three: 0.98, right: 0.82, helped: 0.98, wrongly: 0.01 }],
  ['after', isFrom('after'), { first: 0.93, three: 0.96, right: 0.83, helped: 0.96, wrongly: 0.04 }],
  ['others-1', isFrom('others-1'), { first: 0.98, three: 0.98, right: 0.9, helped: 0.98, wrongly: 0.02 }],
  ['others-2', isFrom('others-2'), { first: 0.98, three: 0.98, right: 0.9, helped: 0.98, wrongly: 0.02 }],
  // The unbiased sets: nothing was, or may be, learnt from these.
  ['others-3', isFrom('others-3'), { first: 0.64, three: 0.82, right: 0.46, helped: 0.76, wrongly: 0.06 }],
  ['others-4', isFrom('others-4'), { first: 0.73, three: 0.86, right: 0.32, helped: 0.82, wrongly: 0.06 }],
  ['others-5', isFrom('others-5'), { first: 0.79, three: 0.89, right: 0.5, helped: 0.87, wrongly: 0.02 }],
  [
    'development',
    isFrom('development'),
    { first: 0.84, three: 0.9, right: 0.51, helped: 0.88, wrongly: 0.02 },
  ],
  ['held-out', isFrom('held-out'), { first: 0.81, three: 0.91, right: 0.46, helped: 0.91, wrongly: 0.03 }],
  [
    'Uzbek in Latin',
    isIn('uz', 'latin'),
    { first: 0.88, three: 0.93, right: 0.69, helped: 0.92, wrongly: 0.02 },
  ],
  [
    'Uzbek in Cyrillic',
    isIn('uz', 'cyrillic'),
    { first: 0.87, three: 0.94, right: 0.69, helped: 0.93, wrongly: 0.02 },
  ],
  ['Russian', isIn('ru', 'cyrillic'), { first: 0.86, three: 0.94, right: 0.59, helped: 0.92, wrongly: 0.02 }],
  [
    'with slips',
    ({ question }) => question.typo,
    { first: 0.88, three: 0.95, right: 0.57, helped: 0.93, wrongly: 0.02 },
  ],
];

test.each(rows)(
  'answers or offers the expected entry to most questions (%s), and hardly any wrong one',
  (_, isOf, least) => {
    const own = outcomes.filter(isOf);
    expect(shareOf(own, isFirst)).toBeGreaterThanOrEqual(least.first);
    expect(shareOf(own, isOfThree)).toBeGreaterThanOrEqual(least.three);
    expect(shareOf(own, ({ right }) => right)).toBeGreaterThanOrEqual(least.right);
    expect(shareOf(own, ({ right, offered }) => right || offered)).toBeGreaterThanOrEqual(least.helped);
    expect(shareOf(own, ({ answered, right }) => answered && !right)).toBeLessThanOrEqual(least.wrongly);
  },
);

function isFrom(origin: Origin) {
  return ({ question }: Outcome) => question.origin === origin;
}

function isIn(language: string, script: string) {
  return ({ question }: Outcome) => question.language === language && question.script === script;
}

test('answers every title that it may offer', async () => {
  const { answerThreshold } = await import('#plugins/chat/server/search/confidence.ts');
  const { createIndex } = await import('#plugins/chat/server/search/knowledge-index.ts');
  const entries = await readShipped();
  const index = createIndex(entries);
  const unanswered = entries.flatMap((entry) =>
    languages
      .filter((language) => {
        const [best] = index.find(entry[language].name, language, () => true).found;
        return best?.entry.key !== entry.key || best.confidence < answerThreshold;
      })
      .map((language) => entry[language].name),
  );
  expect(unanswered).toEqual([]);
});

test('does not answer off-topic questions', () => {
  expect(offTopic.filter(({ answered }) => answered).map(({ question }) => question.question)).toEqual([]);
});

test('has enough questions, with expected entries that exist', async () => {
  const questions = readQuestions();
  const keys = new Set([unsaid, ...(await readShipped()).map(({ key }) => key)]);
  expect(outcomes.length).toBeGreaterThanOrEqual(120);
  expect(outcomes.filter(({ question }) => question.origin !== 'beside').length).toBeGreaterThanOrEqual(
    outcomes.length / 3,
  );
  expect(questions.filter((question) => question.offTopic).length).toBeGreaterThanOrEqual(30);
  expect(
    questions.filter(({ expected: expectedKeys, offTopic: isOff }) => isOff && expectedKeys.length > 0),
  ).toEqual([]);
  expect(
    questions.flatMap(({ expected: expectedKeys }) => expectedKeys).filter((key) => !keys.has(key)),
  ).toEqual([]);
});

test('finds every entry by its own phrasings in both languages', async () => {
  const { createIndex } = await import('#plugins/chat/server/search/knowledge-index.ts');
  const entries = await readShipped();
  const index = createIndex(entries);
  const lost: string[] = [];
  for (const entry of entries) {
    for (const language of languages) {
      const { name, asks } = entry[language];
      // There are thousands of phrasings; a few per entry suffice to detect that another entry has replaced
      // it.
      const ways = [name, ...asks.split('\n').filter((way, at) => way !== '' && at % 5 === 0)];
      for (const way of ways) {
        const { found } = index.find(way, language, () => true);
        if (!found.slice(0, 3).some((one) => one.entry.key === entry.key)) lost.push(`${entry.key}: ${way}`);
      }
    }
  }
  expect(lost).toEqual([]);
});
