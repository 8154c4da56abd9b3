import { expect, test } from 'vitest';
import { languages } from '#kernel/contract/index.ts';
import { measure, readQuestions, readShipped, type Outcome } from './measure.ts';

// What is asked and what is known are files, so that the same comes out each time: these floors lie a little under it.
const { outcomes, offTopic } = await measure();

const shareOf = (own: readonly Outcome[], is: (outcome: Outcome) => boolean) =>
  own.filter(is).length / own.length;
const isFirst = ({ place }: Outcome) => place === 0;
const isOfThree = ({ place }: Outcome) => place >= 0 && place < 3;

test.each([
  ['of all', () => true, 0.92, 0.97],
  ['of those written before the knowledge base', ({ question }: Outcome) => question.blind, 0.9, 0.95],
  [
    'of Uzbek in Latin',
    ({ question }: Outcome) => question.language === 'uz' && question.script === 'latin',
    0.9,
    0.95,
  ],
  [
    'of Uzbek in Cyrillic',
    ({ question }: Outcome) => question.language === 'uz' && question.script === 'cyrillic',
    0.85,
    0.95,
  ],
  ['of Russian', ({ question }: Outcome) => question.language === 'ru', 0.9, 0.95],
  ['of those with slips', ({ question }: Outcome) => question.typo, 0.85, 0.95],
] as const)('%s questions, most are answered with what was wanted', (_, isOf, first, three) => {
  const own = outcomes.filter(isOf);
  expect(shareOf(own, isFirst)).toBeGreaterThanOrEqual(first);
  expect(shareOf(own, isOfThree)).toBeGreaterThanOrEqual(three);
  expect(shareOf(own, ({ answered, place }) => answered && place !== 0)).toBeLessThanOrEqual(0.08);
});

test('what is off topic is not answered', () => {
  expect(offTopic.filter(({ answered }) => answered).map(({ question }) => question.question)).toEqual([]);
});

test('the questions are enough, and what they want is there', async () => {
  const { questions, offTopic: others } = readQuestions();
  const keys = new Set((await readShipped()).map(({ key }) => key));
  expect(questions.length).toBeGreaterThanOrEqual(120);
  expect(questions.filter(({ blind }) => blind).length).toBeGreaterThanOrEqual(questions.length / 3);
  expect(others.length).toBeGreaterThanOrEqual(30);
  expect(questions.flatMap(({ wanted }) => wanted).filter((key) => !keys.has(key))).toEqual([]);
});

test('every entry is found by each of its own ways to ask, in both languages', async () => {
  const { createIndex } = await import('#plugins/chat/server/search/knowledge-index.ts');
  const entries = await readShipped();
  const index = createIndex(entries);
  const lost: string[] = [];
  for (const entry of entries) {
    for (const language of languages) {
      for (const way of [entry[language].name, ...entry[language].asks.split('\n').filter(Boolean)]) {
        const { found } = index.find(way, language, () => true);
        if (!found.slice(0, 3).some((one) => one.entry.key === entry.key)) lost.push(`${entry.key}: ${way}`);
      }
    }
  }
  expect(lost).toEqual([]);
});
