import { stemmer as stemRussian } from '@orama/stemmers/russian';
import type { Language } from '#kernel/contract/index.ts';
import { fold } from '#kernel/contract/text/index.ts';
import { emptyWords, synonyms } from './vocabulary.ts';
import { stemUzbek } from './stem-uzbek.ts';

/** Letters and digits with the apostrophes of Uzbek within them. */
const wordPattern = /[\p{L}\p{N}]+(?:['\u02BB\u02BC\u2018\u2019\u0060\u00B4][\p{L}\p{N}]*)*/gu;

/** The most words of a text that count; a question is shorter, and a longer text has said it all by then. */
const longestText = 400;

/**
 * The words of a text as they are compared: folded, without endings, each of a group of synonyms as the first of it, and
 * without those that say nothing (how, where, please). Uzbek comes in either script.
 */
export function wordsOf(text: string, language: Language): string[] {
  const found: string[] = [];
  for (const [match] of text.normalize('NFKC').matchAll(wordPattern)) {
    // Which number it is says little of what is asked; that there is one says something.
    const stem = /^\p{N}+$/u.test(match) ? '#' : stemOf(match, language);
    if (stem === '' || emptyStems(language).has(stem)) continue;
    found.push(canonical(language).get(stem) ?? stem);
    if (found.length === longestText) break;
  }
  return found;
}

/**
 * The {@link wordsOf} a question, which is written in haste: a word that nobody knows is taken for the synonym that it most
 * likely was to be.
 */
export function questionWordsOf(
  text: string,
  language: Language,
  isKnown: (word: string) => boolean,
): string[] {
  return wordsOf(text, language).map((word) =>
    isKnown(word) ? word : (nearSynonym(word, language) ?? word),
  );
}

/** Most slips keep the first letter; short words have too many neighbours. */
function nearSynonym(word: string, language: Language): string | undefined {
  if (word.length < 5) return undefined;
  for (const [other, first] of canonical(language)) {
    if (other[0] !== word[0] || Math.abs(other.length - word.length) > 2 || other.length < 5) continue;
    if (isNear(word, other, word.length > 7 ? 2 : 1)) return first;
  }
  return undefined;
}

/** Whether one word becomes the other by so many letters put in, left out or mistaken. */
function isNear(one: string, other: string, most: number): boolean {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let at = 1; at <= one.length; at++) {
    const next = [at];
    for (let to = 1; to <= other.length; to++) {
      const same = (row[to - 1] ?? 0) + (one[at - 1] === other[to - 1] ? 0 : 1);
      next.push(Math.min(same, (row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1));
    }
    row = next;
  }
  return (row[other.length] ?? Infinity) <= most;
}

/** The stem of one word, folded. */
export function stemOf(text: string, language: Language): string {
  const lower = text.toLowerCase();
  if (language === 'uz') return stemUzbek(fold(lower));
  return /\p{Script=Cyrillic}/u.test(lower) ? fold(stemRussian(lower.replaceAll('ё', 'е'))) : fold(lower);
}

const stems = new Map<Language, ReadonlySet<string>>();

function emptyStems(language: Language): ReadonlySet<string> {
  const kept =
    stems.get(language) ?? new Set(emptyWords[language].split(/\s+/).map((text) => stemOf(text, language)));
  stems.set(language, kept);
  return kept;
}

const canonicals = new Map<Language, ReadonlyMap<string, string>>();

function canonical(language: Language): ReadonlyMap<string, string> {
  const kept =
    canonicals.get(language) ?? new Map(synonyms[language].flatMap((group) => pairsOf(group, language)));
  canonicals.set(language, kept);
  return kept;
}

function pairsOf(group: string, language: Language): [string, string][] {
  const [first = '', ...others] = group.split(/\s+/).map((text) => stemOf(text, language));
  return [first, ...others].map((word) => [word, first]);
}
