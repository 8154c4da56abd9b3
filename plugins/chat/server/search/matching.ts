import type { Candidates } from './spelling-corrector.ts';

/** How much question words missing from a phrasing reduce the similarity: people explain their situation. */
const extraWordsPenalty = 0.35;

/** The weight of a word that occurs only in an entry's answer, in none of its phrasings. */
const answerWordWeight = 0.6;

/**
 * The number of virtual phrasings added to an entry's own when the share of a word is computed (smoothing).
 */
const supposedPhrasings = 4;

/** A word of a question. */
export interface QueryTerm {
  readonly candidates: Candidates;
  /** The weight of the word: rare words weigh more. */
  readonly weight: number;
}

/** How an entry matches a word of a question. */
export interface TermMatch {
  readonly queryTerm: QueryTerm;
  /** The matching terms of its phrasings, with their similarity. */
  readonly phrasingTerms: Map<string, number>;
  /** The best similarity, over phrasings and answer. */
  similarity: number;
}

/** One phrasing of an entry's question. */
export interface Phrasing {
  /** An array, since linear search is faster for few terms. */
  readonly terms: readonly string[];
  readonly weight: number;
}

/** The entries that contain each term (inverted index). */
export type Postings<Entry> = ReadonlyMap<string, ReadonlySet<Entry>>;

/** Builds the inverted index of entries. */
export function buildPostings<Entry>(
  entries: readonly Entry[],
  termsOf: (entry: Entry) => readonly string[],
): Postings<Entry> {
  const postings = new Map<string, Set<Entry>>();
  for (const entry of entries) {
    for (const term of termsOf(entry)) getOrAdd(postings, term, () => new Set()).add(entry);
  }
  return postings;
}

/** Finds the entries that match words of a question, each with its matches. */
export function matchEntries<Entry>(
  query: readonly QueryTerm[],
  phrasingPostings: Postings<Entry>,
  answerPostings: Postings<Entry>,
): Map<Entry, TermMatch[]> {
  const matches = new Map<Entry, TermMatch[]>();
  for (const queryTerm of query) {
    const own = new Map<Entry, TermMatch>();
    const matchOf = (entry: Entry) =>
      getOrAdd(own, entry, () => ({ queryTerm, phrasingTerms: new Map<string, number>(), similarity: 0 }));
    for (const [term, similarity] of queryTerm.candidates) {
      for (const entry of phrasingPostings.get(term) ?? []) {
        const match = matchOf(entry);
        match.phrasingTerms.set(term, similarity);
        match.similarity = Math.max(match.similarity, similarity);
      }
      for (const entry of answerPostings.get(term) ?? []) {
        const match = matchOf(entry);
        match.similarity = Math.max(match.similarity, similarity * answerWordWeight);
      }
    }
    for (const [entry, match] of own) getOrAdd(matches, entry, () => []).push(match);
  }
  return matches;
}

/** The most similar of the candidates. */
export function bestCandidate(candidates: Candidates): string | undefined {
  let best: { term: string; similarity: number } | undefined;
  for (const [term, similarity] of candidates) {
    if (similarity > (best?.similarity ?? 0)) best = { term, similarity };
  }
  return best?.term;
}

/** The similarity of the question and a phrasing, 1 for the same words (a weighted Tversky index). */
export function phrasingSimilarity(
  phrasing: Phrasing,
  matches: readonly TermMatch[],
  questionWeight: number,
): number {
  let common = 0;
  for (const { queryTerm, phrasingTerms } of matches) {
    let best = 0;
    for (const [term, similarity] of phrasingTerms) {
      if (similarity > best && phrasing.terms.includes(term)) best = similarity;
    }
    common += queryTerm.weight * best;
  }
  if (common === 0) return 0;
  const missing = (1 - extraWordsPenalty) * (phrasing.weight - common);
  return common / (common + extraWordsPenalty * (questionWeight - common) + missing);
}

/**
 * How common the question's words are among an entry's phrasings, from 0 to 1: the weighted share of
 * phrasings that contain each word. Entries with few phrasings are smoothed with virtual ones without the
 * word.
 */
export function wordFrequency(
  phrasings: readonly Phrasing[],
  matches: readonly TermMatch[],
  questionWeight: number,
): number {
  let usual = 0;
  for (const { queryTerm, phrasingTerms } of matches) {
    let best = 0;
    for (const [term, similarity] of phrasingTerms) {
      const sharing = phrasings.filter(({ terms }) => terms.includes(term)).length;
      best = Math.max(best, (similarity * sharing) / (phrasings.length + supposedPhrasings));
    }
    usual += queryTerm.weight * best;
  }
  return usual / questionWeight;
}

/** The sum of numbers. */
export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function getOrAdd<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
  let value = map.get(key);
  if (value === undefined) {
    value = create();
    map.set(key, value);
  }
  return value;
}
