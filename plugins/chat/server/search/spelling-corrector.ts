import { distance } from 'fastest-levenshtein';
import type { Lexicon } from './lexicon.ts';
import { consonantKey, phoneticKey } from './phonetic-key.ts';
import type { Token } from './tokens.ts';

/** The entries' terms that a word may stand for, each with its similarity from 0 to 1. */
export type Candidates = ReadonlyMap<string, number>;

/** The similarity of a word with the same phonetic key, with one typo, and with two. */
const similarities = { phonetic: 0.95, oneTypo: 0.8, twoTypos: 0.7 } as const;

/** Corrects misspelt words. */
export interface SpellingCorrector {
  /** The terms that a token may stand for; empty for an unknown word, `null` for a misspelt stop word. */
  correct(token: Token): Candidates | null;
}

/** Creates a corrector from the entries' terms, with every form in which they are written. */
export function createSpellingCorrector(
  forms: ReadonlyMap<string, string>,
  { canonical, stopWordKeys }: Lexicon,
): SpellingCorrector {
  const known = new Set(forms.values());
  // A synonym counts as known even if no entry contains it: the first word of its group replaced it there.
  const spellings = new Map(forms);
  for (const [word, term] of canonical) {
    if (known.has(term) && !spellings.has(word)) spellings.set(word, term);
  }
  const words = [...spellings].map(([word, term]) => ({ word, term, key: phoneticKey(word) }));
  const byFirstLetter = Map.groupBy(words, ({ key }) => key.slice(0, 1));
  const byKey = Map.groupBy(words, ({ key }) => key);
  const stopWords = [...stopWordKeys].map((key) => ({ key, consonants: consonantKey(key) }));

  return {
    correct({ term, written }) {
      const key = phoneticKey(term);
      const neighbors = byFirstLetter.get(key.slice(0, 1)) ?? [];
      const candidates = new Map<string, number>();
      const add = (candidate: string, similarity: number) => {
        if (similarity > (candidates.get(candidate) ?? 0)) candidates.set(candidate, similarity);
      };
      const isKnown = known.has(term);
      if (isKnown) add(term, 1);
      else for (const other of byKey.get(key) ?? []) add(other.term, similarities.phonetic);
      for (const other of neighbors) {
        if (term.length > 3 && other.word !== term && other.word.startsWith(term)) {
          add(other.term, 0.6 + 0.4 * (term.length / other.word.length));
        }
      }
      if (isKnown || Math.max(0, ...candidates.values()) >= similarities.phonetic) return candidates;
      const whole = phoneticKey(written);
      if (stopWords.some((stopWord) => isAbbreviation(whole, stopWord))) return null;
      for (const other of neighbors) {
        const typos = Math.min(
          typosBetween(key, other.key),
          typosBetween(whole, other.key),
          typosInPrefix(whole, other.key),
        );
        if (typos < Infinity) add(other.term, typos > 1 ? similarities.twoTypos : similarities.oneTypo);
      }
      if (candidates.size === 0 && stopWords.some((stopWord) => hasOneTypo(whole, stopWord.key))) return null;
      return candidates;
    },
  };
}

/** Whether a key is that of a stop word, with or without its vowels: `qlsh`, `mumkn`. */
function isAbbreviation(
  key: string,
  stopWord: { readonly key: string; readonly consonants: string },
): boolean {
  if (key.length < 3 || key[0] !== stopWord.key[0]) return false;
  if (key === stopWord.key) return key.length > 3;
  return (
    stopWord.key.length > key.length &&
    stopWord.consonants.length > 1 &&
    consonantKey(key) === stopWord.consonants
  );
}

function hasOneTypo(key: string, other: string): boolean {
  return key.length > 4 && other.length > 4 && key[0] === other[0] && editDistance(key, other, 1) < 2;
}

/**
 * The number of typos between two keys, or Infinity if there are too many for their length: short words have
 * many neighbors.
 */
function typosBetween(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  if (length > 4) return editDistance(one, other, length > 7 ? 2 : 1);
  // Vowels are mistyped most often.
  return length === 4 && one.length === other.length && consonantKey(one) === consonantKey(other)
    ? 1
    : Infinity;
}

/** The number of typos between the start of a long key and a key to which endings may have been added. */
function typosInPrefix(long: string, prefix: string): number {
  if (prefix.length < 5 || long.length <= prefix.length) return Infinity;
  const lengths = [prefix.length, prefix.length - 1];
  if (long.length >= prefix.length + 2) lengths.push(prefix.length + 1);
  return Math.min(...lengths.map((length) => typosBetween(long.slice(0, length), prefix)));
}

/**
 * The edit distance with transpositions of neighbors (optimal string alignment); Infinity above `max` or for
 * words of fewer than three letters. The library counts a transposition as two edits; only close pairs need
 * the table.
 */
export function editDistance(one: string, other: string, max: number): number {
  if (Math.abs(one.length - other.length) > max || Math.min(one.length, other.length) < 3) return Infinity;
  if (distance(one, other) > 2 * max) return Infinity;
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    for (let column = 1; column <= other.length; column++) {
      const substituted = (previous[column - 1] ?? 0) + (one[row - 1] === other[column - 1] ? 0 : 1);
      const transposed =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
          ? (beforePrevious[column - 2] ?? 0) + 1
          : Infinity;
      current.push(
        Math.min(substituted, transposed, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1),
      );
    }
    if (Math.min(...current) > max) return Infinity;
    beforePrevious = previous;
    previous = current;
  }
  const result = previous[other.length] ?? Infinity;
  return result <= max ? result : Infinity;
}
