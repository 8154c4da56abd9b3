import type { Meanings } from './spelling.ts';

/** How little of the likeness it takes away that a question says more than a way to ask: people tell how it came about. */
const wordiness = 0.35;

/** How much a word counts that only the answer has, and not the ways to ask. */
const inText = 0.6;

/** A word of a question. */
export interface Asked {
  readonly meanings: Meanings;
  /** How much it says. */
  readonly weight: number;
}

/** What an entry has of a word of a question: how near, by each of its own words, and whether a way to ask has it. */
export interface Match {
  readonly asked: Asked;
  readonly words: Map<string, number>;
  spoken: number;
}

/** One way to ask. */
export interface Way {
  /** A few, so that going through them is quick. */
  readonly words: readonly string[];
  /** How much they say together. */
  readonly weight: number;
}

/** Which entries have a word. */
export function gather<Entry>(entries: readonly Entry[], wordsIn: (entry: Entry) => readonly string[]) {
  const gathered = new Map<string, Set<Entry>>();
  for (const entry of entries) {
    for (const word of wordsIn(entry)) {
      const own = gathered.get(word);
      if (own) own.add(entry);
      else gathered.set(word, new Set([entry]));
    }
  }
  return gathered;
}

/** By word, the entries that have it. */
export type Having<Entry> = ReadonlyMap<string, ReadonlySet<Entry>>;

/** By entry, what it has of the words of a question. */
export function match<Entry>(asked: readonly Asked[], askedBy: Having<Entry>, toldBy: Having<Entry>) {
  const matches = new Map<Entry, Match[]>();
  for (const one of asked) {
    const own = new Map<Entry, Match>();
    const matchOf = (entry: Entry): Match => {
      const kept = own.get(entry) ?? { asked: one, words: new Map<string, number>(), spoken: 0 };
      own.set(entry, kept);
      return kept;
    };
    for (const [word, near] of one.meanings) {
      for (const entry of askedBy.get(word) ?? []) {
        const kept = matchOf(entry);
        kept.words.set(word, near);
        kept.spoken = Math.max(kept.spoken, near);
      }
      for (const entry of toldBy.get(word) ?? []) {
        const kept = matchOf(entry);
        kept.spoken = Math.max(kept.spoken, near * inText);
      }
    }
    for (const [entry, kept] of own) {
      const others = matches.get(entry);
      if (others) others.push(kept);
      else matches.set(entry, [kept]);
    }
  }
  return matches;
}

/** The word that is nearest to what was written. */
export function nearest(meanings: Meanings): string | undefined {
  let best: { word: string; near: number } | undefined;
  for (const [word, near] of meanings) if (near > (best?.near ?? 0)) best = { word, near };
  return best?.word;
}

/** How like the question is to one way to ask: 1 when they have the same words, whichever way they are near. */
export function likenessOf(way: Way, matches: readonly Match[], whole: number): number {
  let common = 0;
  for (const { asked, words } of matches) {
    let near = 0;
    for (const [word, how] of words) if (how > near && way.words.includes(word)) near = how;
    common += asked.weight * near;
  }
  if (common === 0) return 0;
  return common / (common + wordiness * (whole - common) + (1 - wordiness) * (way.weight - common));
}

/** Adds them up. */
export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
