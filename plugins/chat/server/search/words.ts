import type { Language } from '#kernel/domain/text/languages.ts';
import { normalizeForSearch } from '#kernel/domain/text/index.ts';
import { otherTopics } from './elsewhere.ts';
import { loosen } from './loosen.ts';
import { stemRussian } from './stem-russian.ts';
import { stemUzbek } from './stem-uzbek.ts';
import { emptyWords, greetings, synonyms } from './vocabulary.ts';

/** Letters and digits with the apostrophes of Uzbek within them. */
const wordPattern = /[\p{L}\p{N}]+(?:['\u02BB\u02BC\u2018\u2019\u0060\u00B4][\p{L}\p{N}]*)*/gu;

/** What stands for every number. */
export const anyNumber = '#';

/** Uzbek verbs that say that something is not so, which is a word of its own in Russian: `yuklanmayapti`, `saqlanmadi`. */
const negative =
  /[a-z]{2}ma(?:y|yapti|yapman|yapmiz|ydi|yman|ymiz|gan|gani|di|dim|sa|sam|sak|sdan|slik|ydimi|ydigan)$/;

/** An "if" after a t, whose letters would be folded into one: `kiritsa`. */
const conditional = /([tт])(?:sa|са)(?:m|м|k|к|ng|нг|ngiz|нгиз)?$/u;

/** `yoʻq`, which folded would be the beginning of `yoqish`. */
const isNo = /^(?:yo['\u02BB\u02BC\u2018\u2019\u0060\u00B4]q|йўқ)/iu;

/** What stands for all of them, and for asking why. */
const no = 'nega';

/** The most words of a text that count; a question is shorter, and a longer text has said it all by then. */
const longestText = 400;

/**
 * The words of a text as they are compared: folded, without endings, each of a group of synonyms as the first of it, and
 * without those that say nothing (how, where, please). Uzbek comes in either script.
 */
export function wordsOf(text: string, language: Language): string[] {
  return readWords(text, language).map(({ word }) => word);
}

/** A word of a text. */
export interface Word {
  /** As it is compared. */
  readonly word: string;
  /** As it was written, folded. */
  readonly written: string;
}

/** The {@link wordsOf} a text, each with how it was written. */
export function readWords(text: string, language: Language): Word[] {
  return read(text, (written) => wordsIn(written, language));
}

/** Reads many texts of one language, in which the same words come again and again. */
export interface Reader {
  read(text: string): string[];
  /** Every word as it was written until now, folded, with the word that it is. */
  readonly forms: ReadonlyMap<string, string>;
}

/** Makes a {@link Reader}. */
export function createReader(language: Language): Reader {
  const seen = new Map<string, readonly Word[]>();
  const forms = new Map<string, string>();
  const look = (written: string): readonly Word[] => {
    const kept = seen.get(written) ?? wordsIn(written, language);
    if (!seen.has(written)) {
      seen.set(written, kept);
      for (const one of kept) forms.set(one.word, one.word).set(one.written, one.word);
    }
    return kept;
  };
  return { forms, read: (text) => read(text, look).map(({ word }) => word) };
}

function read(text: string, look: (written: string) => readonly Word[]): Word[] {
  const found: Word[] = [];
  let before = '';
  for (const [written] of text.normalize('NFKC').matchAll(wordPattern)) {
    found.push(...look(written));
    const way = wayOf(written, before);
    if (way !== null) found.push({ word: way, written: way });
    if (found.length >= longestText) break;
    before = written.toLowerCase();
  }
  return found;
}

/** Whether something comes out of a table or a file, or goes into one, where that is said; taking in and giving out differ by it. */
function wayOf(written: string, before: string): string | null {
  if (/^(?:excel|eksel|exsel|jadval|fayl|эксел|жадвал|файл).*(?:dan|дан)$/iu.test(written)) return '<table';
  if (/^(?:excel|eksel|exsel|jadval|fayl|эксел|жадвал|файл).*(?:ga|га)$/iu.test(written)) return '>table';
  if (!/^(?:excel|эксел|ексел|таблиц|файл)/iu.test(written)) return null;
  if (before === 'из' || before === 'с') return '<table';
  return before === 'в' ? '>table' : null;
}

/** What one written word says: mostly one word, none when it is empty, and a "no" beside it where it has one in it. */
function wordsIn(written: string, language: Language): readonly Word[] {
  const { isEmpty, canonical } = lexicon(language);
  const folded = normalizeForSearch(written);
  const found: Word[] = [];
  if (language === 'uz' && isNo.test(written)) return [{ word: no, written: folded }];
  if (language === 'uz' && negative.test(folded)) found.push({ word: no, written: folded });
  // Which number it is says little of what is asked; that there is one says something.
  const stem = /^\p{N}+$/u.test(written) ? anyNumber : stemOf(written, language);
  if (stem !== '' && !isEmpty(written, stem))
    found.push({ word: canonical.get(stem) ?? stem, written: folded });
  return found;
}

/** The stem of one word, folded. */
export function stemOf(text: string, language: Language): string {
  const lower = text.toLowerCase();
  if (language === 'uz') return stemUzbek(normalizeForSearch(lower.replace(conditional, '$1')));
  return normalizeForSearch(/\p{Script=Cyrillic}/u.test(lower) ? stemRussian(lower) : lower);
}

/** What is known of the words of a language, whatever the entries say. */
export interface Lexicon {
  /** Whether a word says nothing, as it was written or without its endings. */
  isEmpty(written: string, stem: string): boolean;
  /** The words that say nothing, as they are written loosely. */
  readonly empty: ReadonlySet<string>;
  /** By the stem of a word, the word that stands for it and its synonyms. */
  readonly canonical: ReadonlyMap<string, string>;
  /** Words of greetings. */
  readonly greetings: ReadonlySet<string>;
  /** Words of other things than Ko‘mak. */
  readonly elsewhere: ReadonlySet<string>;
}

const lexicons = new Map<Language, Lexicon>();

/** The {@link Lexicon} of a language, made once. */
export function lexicon(language: Language): Lexicon {
  const kept = lexicons.get(language);
  if (kept) return kept;
  const stemsOf = (text: string) => text.split(/\s+/).map((word) => stemOf(word, language));
  const empty = new Set(emptyWords[language].split(/\s+/).map((word) => loosen(normalizeForSearch(word))));
  const emptyStems = new Set(stemsOf(emptyWords[language]));
  const canonical = new Map(
    synonyms[language].flatMap((group) => {
      const [first = '', ...others] = stemsOf(group);
      return [first, ...others].map((stem): [string, string] => [stem, first]);
    }),
  );
  const made: Lexicon = {
    empty,
    canonical,
    greetings: new Set(stemsOf(greetings[language])),
    elsewhere: new Set(stemsOf(otherTopics[language]).map((stem) => canonical.get(stem) ?? stem)),
    isEmpty: (word, stem) => emptyStems.has(stem) || empty.has(loosen(normalizeForSearch(word))),
  };
  lexicons.set(language, made);
  return made;
}
