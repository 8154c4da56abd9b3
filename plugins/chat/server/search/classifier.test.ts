import { expect, test } from 'vitest';
import {
  createClassifier,
  decodeModel,
  encodeModel,
  offTopicKey,
  readClassifier,
  type Classifier,
} from './classifier.ts';
import { featuresOf } from './features.ts';
import { createIndex } from './knowledge-index.ts';
import { createLexicon } from './lexicon.ts';
import { rankCandidates } from './rank-candidates.ts';

const lexicons = { uz: createLexicon('uz'), ru: createLexicon('ru') };

test('the features of a text are those of the other script, and share the concepts of the other language', () => {
  expect(featuresOf('парол эсимдан чиқди', lexicons.uz)).toEqual(
    featuresOf('parol esimdan chiqdi', lexicons.uz),
  );
  const uzbek = featuresOf('xonadonni oʻchirish', lexicons.uz);
  const russian = featuresOf('удалить домохозяйство', lexicons.ru);
  // Two concepts and their pair.
  expect([...uzbek.keys()].filter((hash) => russian.has(hash))).toHaveLength(3);
});

const word = [...featuresOf('parol', lexicons.uz).keys()];
const model = {
  sources: 'none',
  keys: [offTopicKey, 'chat/password'],
  features: word.length,
  dimensions: 1,
  hashes: Uint32Array.from(word).toSorted(),
  embeddings: new Int8Array(word.length).fill(100),
  scales: new Float32Array(word.length).fill(0.01),
  outputs: Float32Array.of(-1, 1),
  biases: Float32Array.of(0.5, 0),
};

test('classifies by known features, and by the biases without any', () => {
  const { classify } = createClassifier(model);
  const chanceOf = (question: string) => Math.exp(classify(question, lexicons.uz).get('chat/password') ?? 0);
  expect(chanceOf('parol')).toBeGreaterThan(0.9);
  expect(chanceOf('zzz')).toBeCloseTo(1 / (1 + Math.exp(0.5)));
  const all = [...classify('parol', lexicons.uz).values()];
  expect(all.reduce((total, log) => total + Math.exp(log), 0)).toBeCloseTo(1);
});

test('reads the file that it writes, and rejects an incomplete one', () => {
  const file = encodeModel(model);
  expect(decodeModel(file)).toEqual(model);
  expect(() => decodeModel(file.subarray(0, -1))).toThrow('too short');
});

const evidence = (relevance: number) => ({
  relevance,
  wordFrequency: relevance,
  closestLetters: relevance,
  coveredLetters: relevance,
});
const against = { unknownWords: 0, offTopic: 0, words: 3 };
const logs = (known: Readonly<Record<string, number>>) => ({
  of: (entry: string) => known[entry],
  offTopic: -6,
});

test('an entry that the classifier does not know keeps the confidence of the index, the others share the rest', () => {
  const candidates = [
    { entry: 'own', evidence: evidence(0.6) },
    { entry: 'shipped', evidence: evidence(0.55) },
    { entry: 'other', evidence: evidence(0.1) },
  ];
  const find = (hits: readonly { entry: string; confidence: number }[], entry: string) =>
    hits.find((hit) => hit.entry === entry)?.confidence ?? 0;
  const alone = rankCandidates(candidates, against, null);
  const own = find(alone, 'own');
  expect(own).toBeGreaterThan(0.1);
  for (const other of [-0.1, -8]) {
    const hits = rankCandidates(candidates, against, logs({ shipped: -3, other }));
    expect(find(hits, 'own')).toBe(own);
    expect(hits.reduce((total, { confidence }) => total + confidence, 0)).toBeLessThanOrEqual(1);
  }
});

test('offers an entry that shares no word with the question, if the classifier finds it likely', () => {
  const candidates = [
    { entry: 'near', evidence: evidence(0.2) },
    { entry: 'far', evidence: evidence(0) },
  ];
  const entriesOf = (known: Readonly<Record<string, number>>) =>
    rankCandidates(candidates, against, logs(known))
      .toSorted((a, b) => b.confidence - a.confidence)
      .map(({ entry }) => entry);
  expect(entriesOf({ near: -9, far: -0.1 })).toEqual(['far', 'near']);
  expect(rankCandidates(candidates, against, null).map(({ entry }) => entry)).toEqual(['near']);
});

test('the index asks the classifier only about entries that may be read, and whose texts are the shipped ones', () => {
  const text = { name: 'Parolni almashtirish', asks: '', text: 'Sozlamalar.' };
  const entry = (id: number, trainedKey: string | null) => ({ id, trainedKey, uz: text, ru: text });
  const always: Classifier = {
    classify: () =>
      new Map([
        ['a', -0.01],
        ['b', -0.01],
        [offTopicKey, -9],
      ]),
  };
  const entries = [entry(1, 'a'), entry(2, 'b'), entry(3, null)];
  const find = (isReadable: (id: number) => boolean, classifier: Classifier | null = always) =>
    createIndex(entries, classifier).find('maxfiy soʻzimni yangilash', 'uz', ({ id }) => isReadable(id))
      .found;
  expect(
    find((id) => id !== 2)
      .map(({ entry: { id } }) => id)
      .toSorted(),
  ).toEqual([1, 3]);
  const [changed] = find((id) => id === 3);
  expect(changed).toEqual(find((id) => id === 3, null)[0]);
});

test('the index alone decides about a phrasing of an entry', () => {
  const always: Classifier = {
    classify: () =>
      new Map([
        ['a', -9],
        ['b', -0.01],
        [offTopicKey, -9],
      ]),
  };
  const entry = (id: number, trainedKey: string, asks: string) => {
    const text = { name: `Sarlavha ${id}`, asks, text: 'Javob.' };
    return { id, trainedKey, uz: text, ru: text };
  };
  const entries = [entry(1, 'a', 'parolni almashtirish'), entry(2, 'b', 'koʻcha qoʻshish')];
  const firstOf = (question: string) =>
    createIndex(entries, always).find(question, 'uz', () => true).found[0]?.entry.id;
  expect(firstOf('parolni almashtirish')).toBe(1);
  expect(firstOf('parolni tez almashtirish')).toBe(2);
});

test('the shipped classifier understands a question without any word of the entry', () => {
  const { classify } = readClassifier();
  const bestOf = (question: string, language: 'uz' | 'ru') =>
    [...classify(question, lexicons[language])].toSorted(([, a], [, b]) => b - a)[0]?.[0];
  expect(bestOf('kirish soʻzim yodimdan koʻtarildi', 'uz')).toBe('chat/forgot-password');
  expect(bestOf('какая завтра будет погода в горах', 'ru')).toBe(offTopicKey);
});
