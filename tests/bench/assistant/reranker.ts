import type { Language } from '#kernel/domain/text/languages.ts';
import { normalizeForSearch } from '#kernel/domain/text/index.ts';
import type { Hit, SearchResult } from '#plugins/chat/server/search/knowledge-index.ts';
import { createLexicon } from '#plugins/chat/server/search/lexicon.ts';
import { tokenize } from '#plugins/chat/server/search/tokens.ts';

/** The number of virtual texts of average words added to every entry (smoothing). */
const supposedTexts = 6;

/** The weight of an answer, relative to a phrasing. */
const answerWeight = 2;

/** How many n-grams of a question together carry as much information as one independent n-gram. */
const dependentPieces = 3;

/** The minimum log probability; below it all entries are equally unlikely. */
const leastLogarithm = -8;

/**
 * The evidence for an entry: its odds from the index against "none of them", and its probability from the
 * classifier. The weights maximize the likelihood over all questions except the third and fourth sets (see
 * decision 0010).
 */
const weights = { odds: 0.589, chance: 10.39, none: 7.08 } as const;

const lexicons = { uz: createLexicon('uz'), ru: createLexicon('ru') };

/** The training texts of an entry. */
export interface Lesson {
  readonly key: string;
  readonly language: Language;
  readonly text: string;
  readonly isAnswer: boolean;
}

/** Estimates the confidences again; best first. */
export type Reranker = <Entry extends { readonly key: string }>(
  question: string,
  result: SearchResult<Entry>,
) => readonly Hit<Entry>[];

/** Trains a naive Bayes classifier on words and n-grams, and combines it with the index. */
export function teach(lessons: readonly Lesson[]): Reranker {
  const logChances = createClassifier(lessons);
  return function rerank(question, { language, found }) {
    const chances = logChances(question, language);
    const [best] = found;
    // The classifier knows only entries that it was trained on: if another one is found first, or a title
    // matches, the result stays.
    if (best === undefined || best.confidence === 1 || !chances.has(best.entry.key)) return found;
    const none = Math.max(1e-9, 1 - found.reduce((total, { confidence }) => total + confidence, 0));
    const odds = found.map(({ entry, confidence }) => {
      const logarithm = Math.max(leastLogarithm, chances.get(entry.key) ?? leastLogarithm);
      const chance = 1 - logarithm / leastLogarithm;
      return Math.exp(
        weights.odds * Math.log(Math.max(1e-300, confidence) / none) + weights.chance * chance - weights.none,
      );
    });
    const all = odds.reduce((total, one) => total + one, 1);
    return found
      .map(({ entry }, at) => ({ entry, confidence: (odds[at] ?? 0) / all }))
      .toSorted((a, b) => b.confidence - a.confidence);
  };
}

/** The log probability of each trained entry, by key. */
function createClassifier(lessons: readonly Lesson[]) {
  const counts = new Map<string, Map<string, number>>();
  const texts = new Map<string, number>();
  let all = 0;
  for (const { key, language, text, isAnswer } of lessons) {
    const weight = isAnswer ? answerWeight : 1;
    all += weight;
    texts.set(key, (texts.get(key) ?? 0) + weight);
    for (const feature of featuresOf(text, language)) {
      const own = counts.get(feature) ?? new Map<string, number>();
      counts.set(feature, own.set(key, (own.get(key) ?? 0) + weight));
    }
  }
  const shares = new Map(
    [...counts].map(([feature, own]) => [feature, [...own.values()].reduce((a, b) => a + b, 0) / all]),
  );
  return (question: string, language: Language): ReadonlyMap<string, number> => {
    const known = [...featuresOf(question, language)].filter((feature) => counts.has(feature));
    const scores = new Map<string, number>();
    for (const [key, number] of texts) {
      let score = 0;
      for (const feature of known) {
        const share = shares.get(feature) ?? 1;
        const own = counts.get(feature)?.get(key) ?? 0;
        score += Math.log((own + supposedTexts * share) / (number + supposedTexts) / share);
      }
      scores.set(key, (score * dependentPieces) / Math.max(1, known.length));
    }
    const best = Math.max(...scores.values());
    const whole = Math.log([...scores.values()].reduce((total, one) => total + Math.exp(one - best), 0));
    return new Map([...scores].map(([key, score]) => [key, score - best - whole]));
  };
}

/** The words of a text as stems, and their n-grams of three and four letters. */
function featuresOf(text: string, language: Language): Set<string> {
  const features = new Set(tokenize(text, lexicons[language]).map(({ term }) => `word ${term}`));
  for (const [word] of normalizeForSearch(text).matchAll(/[\p{L}\p{N}]+/gu)) {
    const bounded = `^${word}$`;
    for (const length of [3, 4]) {
      for (let at = 0; at + length <= bounded.length; at++) features.add(bounded.slice(at, at + length));
    }
  }
  return features;
}
