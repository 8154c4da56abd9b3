import { normalizeForSearch } from '#kernel/domain/text/index.ts';
import type { Lexicon } from './lexicon.ts';
import { phoneticKey } from './phonetic-key.ts';
import { tokenize } from './tokens.ts';
import { concepts } from './vocabulary.ts';

/** The values of a text's features, by the hash of their names. */
export type Features = ReadonlyMap<number, number>;

/** The value of each kind of feature. */
const values = { word: 2, letters: 1, concept: 2, conceptPair: 1 } as const;

/** The lengths of the character n-grams that words are cut into. */
const chunkLengths = [3, 4] as const;

/** The maximum number of concepts of a text that are paired. */
const maxPairedConcepts = 14;

/** A shorter prefix of a concept only matches words that are at most this much longer. */
const minPrefixLength = 4;
const maxShortEnding = 3;

const conceptsOfPrefix = new Map<string, readonly string[]>(
  [
    ...Map.groupBy(
      Object.entries(concepts).flatMap(([concept, prefixes]) =>
        prefixes.map((prefix) => ({ concept, prefix })),
      ),
      ({ prefix }) => prefix,
    ),
  ].map(([prefix, own]) => [prefix, own.map(({ concept }) => concept)]),
);

/**
 * The features that the classifier is trained on: stems, n-grams of the words' phonetic keys, and the concepts
 * that both languages share, alone and in pairs.
 */
export function featuresOf(text: string, lexicon: Lexicon): Features {
  const found = new Map<number, number>();
  const add = (name: string, value: number) => found.set(hashOf(name), value);
  for (const { term } of tokenize(text, lexicon)) add(`w ${term}`, values.word);
  const own = new Set<string>();
  for (const [word] of normalizeForSearch(text).matchAll(/[\p{L}\p{N}]+/gu)) {
    for (const chunk of chunksOf(word)) add(chunk, values.letters);
    for (const concept of conceptsOf(word)) own.add(concept);
  }
  const sorted = [...own].toSorted();
  for (const concept of sorted) add(`c ${concept}`, values.concept);
  const paired = sorted.slice(0, maxPairedConcepts);
  paired.forEach((one, at) => {
    for (const other of paired.slice(at + 1)) add(`q ${one} ${other}`, values.conceptPair);
  });
  return found;
}

function* chunksOf(word: string): Generator<string> {
  const bounded = `^${phoneticKey(word)}$`;
  for (const length of chunkLengths) {
    for (let at = 0; at + length <= bounded.length; at++) yield bounded.slice(at, at + length);
  }
}

function conceptsOf(word: string): string[] {
  const found: string[] = [];
  for (let length = 2; length <= word.length; length++) {
    if (length < minPrefixLength && length < word.length - maxShortEnding) continue;
    found.push(...(conceptsOfPrefix.get(word.slice(0, length)) ?? []));
  }
  return found;
}

/** The FNV-1a hash of a text, of 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
