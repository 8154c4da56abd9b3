import { normalizeForSearch } from '#kernel/domain/text/index.ts';

/** The lengths of the character n-grams that words are cut into. */
const pieceLengths = [3, 4] as const;

/** The weight of an n-gram that occurs only in an entry's answer. */
const answerPieceWeight = 0.5;

/** The letter similarity of a question and an entry, each value from 0 to 1. */
export interface LetterMatch {
  /** The similarity of the closest phrasing (cosine of their n-grams). */
  closest: number;
  /** The share of the question's n-grams that any phrasing contains; those only in the answer count half. */
  covered: number;
}

/** An entry to be indexed. */
export interface LetterSource<Entry> {
  readonly entry: Entry;
  readonly phrasings: readonly string[];
  readonly answer: string;
}

/** Compares a question with entries by n-grams; entries without a common n-gram are missing. */
export type LetterIndex<Entry> = (question: string) => ReadonlyMap<Entry, LetterMatch>;

interface Postings {
  /** The indices of the phrasings that contain an n-gram, and of their entries. */
  readonly phrasings: number[];
  readonly entries: Set<number>;
  readonly answers: Set<number>;
}

/**
 * Indexes entries by the n-grams of their words, which change less than the words do with endings, typos and
 * missing spaces. An n-gram weighs more the fewer entries have it in a phrasing.
 */
export function createLetterIndex<Entry>(sources: readonly LetterSource<Entry>[]): LetterIndex<Entry> {
  const { postings, entryOfPhrasing, phrasingPieces } = indexPieces(sources);
  const weightOf = (piece: string) =>
    Math.log(1 + sources.length / (1 + (postings.get(piece)?.entries.size ?? 0)));
  const lengthOf = (pieces: ReadonlySet<string>) => {
    let squares = 0;
    for (const piece of pieces) squares += weightOf(piece) ** 2;
    return Math.sqrt(squares);
  };
  const lengths = phrasingPieces.map(lengthOf);

  return function compare(question) {
    const pieces = chunksOf(question);
    const length = lengthOf(pieces);
    const products = new Map<number, number>();
    const covered = new Map<number, number>();
    const add = (sums: Map<number, number>, index: number, value: number) =>
      sums.set(index, (sums.get(index) ?? 0) + value);
    let whole = 0;
    for (const piece of pieces) {
      const weight = weightOf(piece);
      whole += weight;
      const { phrasings = [], entries = new Set<number>(), answers = [] } = postings.get(piece) ?? {};
      for (const phrasing of phrasings) add(products, phrasing, weight ** 2);
      for (const entry of entries) add(covered, entry, weight);
      for (const entry of answers) if (!entries.has(entry)) add(covered, entry, answerPieceWeight * weight);
    }
    const matches = new Map<Entry, LetterMatch>();
    sources.forEach(({ entry }, index) => {
      const own = covered.get(index);
      if (own !== undefined) matches.set(entry, { closest: 0, covered: own / whole });
    });
    for (const [phrasing, product] of products) {
      const entry = sources[entryOfPhrasing[phrasing] ?? -1]?.entry;
      const match = entry === undefined ? undefined : matches.get(entry);
      const norm = length * (lengths[phrasing] ?? 0);
      if (match && norm > 0) match.closest = Math.max(match.closest, Math.min(1, product / norm));
    }
    return matches;
  };
}

/** Indexes the phrasings of each n-gram, and the entry and the n-grams of each phrasing. */
function indexPieces(sources: readonly LetterSource<unknown>[]) {
  const postings = new Map<string, Postings>();
  const postingsOf = (piece: string) => {
    const found = postings.get(piece) ?? { phrasings: [], entries: new Set(), answers: new Set() };
    postings.set(piece, found);
    return found;
  };
  const entryOfPhrasing: number[] = [];
  const phrasingPieces: Set<string>[] = [];
  sources.forEach(({ phrasings, answer }, entry) => {
    for (const phrasing of phrasings) {
      const pieces = chunksOf(phrasing);
      for (const piece of pieces) {
        const own = postingsOf(piece);
        own.phrasings.push(phrasingPieces.length);
        own.entries.add(entry);
      }
      phrasingPieces.push(pieces);
      entryOfPhrasing.push(entry);
    }
    for (const piece of chunksOf(answer)) postingsOf(piece).answers.add(entry);
  });
  return { postings, entryOfPhrasing, phrasingPieces };
}

/** The n-grams of a text's words, with markers for the start and end of a word. */
function chunksOf(text: string): Set<string> {
  const pieces = new Set<string>();
  for (const [word] of normalizeForSearch(text).matchAll(/[\p{L}\p{N}]+/gu)) {
    const bounded = `^${word}$`;
    for (const length of pieceLengths) {
      for (let at = 0; at + length <= bounded.length; at++) pieces.add(bounded.slice(at, at + length));
    }
  }
  return pieces;
}
