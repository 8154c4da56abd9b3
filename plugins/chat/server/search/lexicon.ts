import type { Language } from '#kernel/domain/text/languages.ts';
import { normalizeForSearch } from '#kernel/domain/text/index.ts';
import { phoneticKey } from './phonetic-key.ts';
import { stemRussian } from './stem-russian.ts';
import { stemUzbek } from './stem-uzbek.ts';
import { vocabularies } from './vocabulary.ts';

/** The vocabulary of a language as stems, independent of the entries. */
export interface Lexicon {
  readonly language: Language;
  /** Whether a word carries no meaning, as written or as a stem. */
  isStopWord(written: string, stem: string): boolean;
  /** The phonetic keys of the stop words. */
  readonly stopWordKeys: ReadonlySet<string>;
  /** The term that represents a stem and its synonyms. */
  readonly canonical: ReadonlyMap<string, string>;
  readonly greetings: ReadonlySet<string>;
  readonly offTopicWords: ReadonlySet<string>;
}

/** Creates the {@link Lexicon} of a language. */
export function createLexicon(language: Language): Lexicon {
  const { stopWords, greetings, synonyms, offTopicWords } = vocabularies[language];
  const stemsOf = (words: readonly string[]) => words.map((word) => stemOf(word, language));
  const stopWordKeys = new Set(stopWords.map((word) => phoneticKey(normalizeForSearch(word))));
  const stopStems = new Set(stemsOf(stopWords));
  const canonical = new Map(
    synonyms.flatMap((group) => {
      const stems = stemsOf(group);
      return stems.map((stem): [string, string] => [stem, stems[0] ?? stem]);
    }),
  );
  return {
    language,
    stopWordKeys,
    canonical,
    greetings: new Set(stemsOf(greetings)),
    offTopicWords: new Set(stemsOf(offTopicWords).map((stem) => canonical.get(stem) ?? stem)),
    isStopWord: (written, stem) =>
      stopStems.has(stem) || stopWordKeys.has(phoneticKey(normalizeForSearch(written))),
  };
}

/** A conditional after a t, whose letters normalization would merge: `kiritsa`. */
const conditional = /([tт])(?:sa|са)(?:m|м|k|к|ng|нг|ngiz|нгиз)?$/u;

/** The normalized stem of one word. */
export function stemOf(text: string, language: Language): string {
  const lower = text.toLowerCase();
  if (language === 'uz') return stemUzbek(normalizeForSearch(lower.replace(conditional, '$1')));
  return normalizeForSearch(/\p{Script=Cyrillic}/u.test(lower) ? stemRussian(lower) : lower);
}
