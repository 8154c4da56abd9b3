import type { KnowledgeText } from '#kernel/plugin-api/contract.ts';
import { languages, type Language } from '#kernel/domain/text/languages.ts';
import { detectLanguage } from './detect-language.ts';
import { answerThreshold, confidenceShares, languageBias } from './confidence.ts';
import { createLanguageIndex, offTopic } from './language-index.ts';
import { createLexicon } from './lexicon.ts';
import { matchEntries, phrasingSimilarity, sum } from './matching.ts';
import { numberTerm, tokenize } from './tokens.ts';

/** An entry that can be found, in both languages. */
export interface Findable extends Readonly<Record<Language, KnowledgeText>> {
  readonly id: number;
}

/** An entry that may answer a question. */
export interface Hit<Entry> {
  readonly entry: Entry;
  /** From 0 to 1: how much of the question the entry covers, and how similar its phrasings are. */
  readonly confidence: number;
}

/** The hits of a question, the best first, in the language in which it is asked. */
export interface SearchResult<Entry> {
  readonly language: Language;
  readonly found: readonly Hit<Entry>[];
}

/** Finds entries by questions. */
export interface KnowledgeIndex<Entry> {
  find(question: string, preferred: Language, isReadable: (entry: Entry) => boolean): SearchResult<Entry>;
}

/** The most terms of a question that are compared. */
const maxQueryTerms = 40;

/** Indexes some hundreds of entries, in some tens of milliseconds. */
export function createIndex<Entry extends Findable>(entries: readonly Entry[]): KnowledgeIndex<Entry> {
  const finders = languages.map((language) => ({ language, find: createFinder(entries, language) }));
  return {
    find(question, preferred, isReadable) {
      const detected = detectLanguage(question);
      const [best] = finders
        .map(({ language, find }) => {
          const found = find(question, isReadable);
          const bias =
            (detected === language ? languageBias.detected : 0) +
            (preferred === language ? languageBias.preferred : 0);
          return { language, found, score: (found[0]?.confidence ?? 0) + bias };
        })
        .toSorted((a, b) => b.score - a.score);
      return { language: best?.language ?? preferred, found: best?.found ?? [] };
    },
  };
}

type Finder<Entry> = (question: string, isReadable: (entry: Entry) => boolean) => Hit<Entry>[];

function createFinder<Entry extends Findable>(entries: readonly Entry[], language: Language): Finder<Entry> {
  const lexicon = createLexicon(language);
  const index = createLanguageIndex(entries, lexicon);
  return function find(question, isReadable) {
    const all = [...new Map(tokenize(question, lexicon).map((token) => [token.term, token])).values()];
    const withoutGreetings = all.filter(({ term }) => !lexicon.greetings.has(term));
    const query = (withoutGreetings.length > 1 ? withoutGreetings : all)
      .slice(0, maxQueryTerms)
      .flatMap((token) => index.queryTermOf(token) ?? []);
    if (query.every(({ candidates }) => candidates.has(numberTerm))) return [];
    const questionWeight = sum(query.map(({ weight }) => weight));
    const hits: Hit<Entry>[] = [];
    let offTopicSimilarity = 0;
    for (const [entry, matches] of matchEntries(query, index.phrasingPostings, index.answerPostings)) {
      const [best = 0, second = 0] = (index.phrasings.get(entry) ?? [])
        .map((phrasing) => phrasingSimilarity(phrasing, matches, questionWeight))
        .toSorted((a, b) => b - a);
      // Off-topic questions have nothing in common, so that the nearest one counts alone.
      if (entry === offTopic) offTopicSimilarity = best;
      else if (isReadable(entry)) {
        const covered = sum(matches.map(({ queryTerm, similarity }) => queryTerm.weight * similarity));
        const coverage = covered / questionWeight;
        const similarity = best + confidenceShares.secondPhrasing * (second - best);
        hits.push({
          entry,
          confidence: confidenceShares.coverage * coverage + confidenceShares.similarity * similarity,
        });
      }
    }
    return capOffTopic(hits, offTopicSimilarity).toSorted(
      (a, b) => b.confidence - a.confidence || a.entry.id - b.entry.id,
    );
  };
}

/** Scales all hits below the threshold where an off-topic question matches better than every entry. */
function capOffTopic<Entry>(hits: readonly Hit<Entry>[], offTopicSimilarity: number): readonly Hit<Entry>[] {
  const best = Math.max(0, ...hits.map(({ confidence }) => confidence));
  if (offTopicSimilarity <= best || best < answerThreshold) return hits;
  return hits.map(({ entry, confidence }) => ({
    entry,
    confidence: (confidence * 0.99 * answerThreshold) / best,
  }));
}
