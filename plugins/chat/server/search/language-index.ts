import type { KnowledgeText } from '#kernel/plugin-api/contract.ts';
import type { Language } from '#kernel/domain/text/languages.ts';
import type { Lexicon } from './lexicon.ts';
import {
  bestCandidate,
  buildPostings,
  sum,
  type Phrasing,
  type Postings,
  type QueryTerm,
} from './matching.ts';
import { createSpellingCorrector } from './spelling-corrector.ts';
import { createTokenizer, type Token } from './tokens.ts';
import { vocabularies } from './vocabulary.ts';

/** The weights of an unknown word and of an off-topic word, as multiples of the rarest term's weight. */
const weightFactors = { unknown: 1.3, offTopic: 3 } as const;

/** Represents all off-topic questions, as if they were the phrasings of one entry. */
export const offTopic = Symbol('offTopic');
export type OffTopic = typeof offTopic;

/** The phrasings of the entries in one language. */
export interface LanguageIndex<Entry> {
  readonly phrasings: ReadonlyMap<Entry | OffTopic, readonly Phrasing[]>;
  readonly phrasingPostings: Postings<Entry | OffTopic>;
  readonly answerPostings: Postings<Entry | OffTopic>;
  /** The terms of a question's word, and its weight; null for a stop word. */
  queryTermOf(token: Token): QueryTerm | null;
}

/** Indexes the entries in one language. */
export function createLanguageIndex<Entry extends Readonly<Record<Language, KnowledgeText>>>(
  entries: readonly Entry[],
  lexicon: Lexicon,
): LanguageIndex<Entry> {
  const { language } = lexicon;
  const tokenizer = createTokenizer(lexicon);
  const termsOfEach = (texts: readonly string[]): string[][] =>
    texts.map((text) => [...new Set(tokenizer.termsOf(text))]).filter((terms) => terms.length > 0);

  const phrasingTerms = new Map<Entry | OffTopic, string[][]>();
  for (const entry of entries) {
    const { name, asks } = entry[language];
    phrasingTerms.set(entry, termsOfEach([name, ...asks.split('\n')]));
  }
  const known = new Set([...phrasingTerms.values()].flat(2));
  phrasingTerms.set(offTopic, termsOfEach(vocabularies[language].offTopicQuestions));
  const phrasingPostings = buildPostings([...phrasingTerms.keys()], (entry) =>
    (phrasingTerms.get(entry) ?? []).flat(),
  );
  const answerPostings = buildPostings<Entry | OffTopic>(entries, (entry) =>
    entry === offTopic ? [] : tokenizer.termsOf(entry[language].text),
  );
  const corrector = createSpellingCorrector(tokenizer.forms, lexicon);
  const rarest = Math.log(1 + entries.length);
  const weightOf = (term: string): number => {
    const count = phrasingPostings.get(term)?.size ?? 0;
    return count === 0 ? weightFactors.unknown * rarest : Math.log(1 + entries.length / (1 + count));
  };
  const toPhrasing = (terms: readonly string[]): Phrasing => ({ terms, weight: sum(terms.map(weightOf)) });
  return {
    phrasings: new Map([...phrasingTerms].map(([entry, own]) => [entry, own.map(toPhrasing)])),
    phrasingPostings,
    answerPostings,
    queryTermOf(token) {
      if (lexicon.offTopicWords.has(token.term) && !known.has(token.term)) {
        return { candidates: new Map([[token.term, 1]]), weight: weightFactors.offTopic * rarest };
      }
      const candidates = corrector.correct(token);
      return candidates && { candidates, weight: weightOf(bestCandidate(candidates) ?? token.term) };
    },
  };
}
