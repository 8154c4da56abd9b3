import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  classifierFile,
  createClassifier,
  decodeModel,
  encodeModel,
  offTopicKey,
} from '../search/classifier.ts';
import { featuresOf } from '../search/features.ts';
import { createLexicon } from '../search/lexicon.ts';
import { hashSources, readLessons, type Lesson } from './read-lessons.ts';
import { frequentHashes, trainModel } from './train-model.ts';

test('the file of the classifier was made from the present texts and word lists (npm run assistant:train)', async () => {
  const { sources, keys, hashes } = decodeModel(readFileSync(classifierFile));
  const lessons = await readLessons();
  expect(sources).toBe(await hashSources());
  expect(keys).toEqual([...new Set(lessons.map(({ key }) => key))].toSorted());
  // The features also depend on code and on the stemmers.
  const lexicons = { uz: createLexicon('uz'), ru: createLexicon('ru') };
  const features = lessons.map(({ text, language }) => featuresOf(text, lexicons[language]));
  expect(frequentHashes(features)).toEqual(hashes);
});

test('training is reproducible, and learns words, concepts and what is off topic', () => {
  const texts: readonly (readonly [key: string, text: string])[] = [
    ['a/password', 'parolni almashtirish'],
    ['a/password', 'yangi parol kerak'],
    ['a/password', 'parolim eskirdi'],
    ['a/street', 'koʻcha qoʻshish'],
    ['a/street', 'yangi koʻcha nomi'],
    ['a/street', 'koʻchani kiritaman'],
    [offTopicKey, 'ob-havo qanday'],
    [offTopicKey, 'havo sovuqmi'],
    [offTopicKey, 'bugun havo issiqmi'],
  ];
  const lessons = Array.from({ length: 12 }, () => texts)
    .flat()
    .map(([key, text]): Lesson => ({ key, language: 'uz', text, weight: 1 }));
  const model = trainModel(lessons, 'test');
  expect(encodeModel(trainModel(lessons, 'test')).equals(encodeModel(model))).toBe(true);
  const { classify } = createClassifier(model);
  const bestOf = (question: string, language: 'uz' | 'ru') =>
    [...classify(question, createLexicon(language))].toSorted(([, a], [, b]) => b - a)[0]?.[0];
  expect(bestOf('parolimni oʻzgartirsam', 'uz')).toBe('a/password');
  expect(bestOf('название улицы', 'ru')).toBe('a/street');
  expect(bestOf('ertaga havo qanaqa', 'uz')).toBe(offTopicKey);
});
