import { z } from 'zod';
import type { Language } from '#kernel/domain/text/languages.ts';
import conceptLists from './vocabulary/concepts.json' with { type: 'json' };
import russian from './vocabulary/ru.json' with { type: 'json' };
import russianStemLists from './vocabulary/russian-stems.json' with { type: 'json' };
import uzbekStemLists from './vocabulary/uzbek-stems.json' with { type: 'json' };
import uzbek from './vocabulary/uz.json' with { type: 'json' };

const word = z.string().regex(/^\S+$/);

const vocabularySchema = z.strictObject({
  /** Cyrillic letters that only this language has. */
  letters: z.array(z.string().length(1)).min(1),
  /** Cyrillic endings that are typical of this language. */
  typicalEndings: z.array(word).min(1),
  /** Stop words. */
  stopWords: z.array(word),
  /** Words of greetings, which are ignored unless the question has no others. */
  greetings: z.array(word),
  /** Word beginnings for a table or file, and what marks it as source or target: an ending in Uzbek, a preceding word in Russian. */
  tableWords: z.strictObject({
    nouns: z.array(word).min(1),
    from: z.array(word).min(1),
    to: z.array(word).min(1),
  }),
  /** Groups of synonyms; the first word of a group replaces the others. */
  synonyms: z.array(z.array(word).min(2)),
  /** Words of everyday topics that Ko‘mak does not cover; words that an entry uses do not count. */
  offTopicWords: z.array(word),
  /**
   * Common questions that Ko‘mak cannot answer although it knows their words; an entry must match better than
   * these.
   */
  offTopicQuestions: z.array(z.string().min(1)),
});

/** The word lists of one language. */
export type Vocabulary = z.infer<typeof vocabularySchema>;

/** The word lists of each language. */
export const vocabularies: Readonly<Record<Language, Vocabulary>> = {
  uz: vocabularySchema.parse(uzbek),
  ru: vocabularySchema.parse(russian),
};

/** Stems and endings of Uzbek words, in the form of `normalizeForSearch`. */
export const uzbekStems = z
  .strictObject({
    /**
     * Prefixes that identify a word with any ending, needed where the word's own letters look like endings
     * (`jadval`, `yangi`).
     */
    roots: z.array(word),
    /** Endings, each with the number of letters that must remain before it. */
    endings: z.array(z.strictObject({ minStemLength: z.int().min(1), endings: z.array(word).min(1) })),
    /** Endings of negated verbs, for which Russian uses a separate word: `yuklanmayapti`, `saqlanmadi`. */
    negatedEndings: z.array(word).min(1),
  })
  .parse(uzbekStemLists);

/** Additions to the Snowball stems of Russian words, in lower case. */
export const russianStems = z
  .strictObject({
    /** Endings that Snowball leaves on participles and imperfective verbs: `отправлен`, `отправля` become `отправ`. */
    endings: z.array(word).min(1),
    /** Words that Snowball stems to a different word, or to several stems; the first match counts. */
    irregular: z.array(
      z.strictObject({
        stem: word,
        beginnings: z.array(word).default([]),
        exceptBeginnings: z.array(word).default([]),
        words: z.array(word).default([]),
      }),
    ),
  })
  .parse(russianStemLists);

/**
 * Concepts that clerks and citizens name with different words, in both languages: the beginnings of these words,
 * in the form of `normalizeForSearch`. Unlike synonyms, several may match a word.
 */
export const concepts = z.record(word, z.array(word).min(1)).parse(conceptLists);
