import type { KnowledgeText } from '#kernel/plugin-api/contract.ts';
import { normalizeForSearch } from '#kernel/domain/text/index.ts';
import { languages, type Language } from '#kernel/domain/text/languages.ts';
import { offTopicKey, type Classifier } from './classifier.ts';
import { detectLanguage } from './detect-language.ts';
import { answerThreshold, languageBias, relevanceShares } from './confidence.ts';
import { createLanguageIndex, offTopic, type LanguageIndex } from './language-index.ts';
import { createLetterIndex } from './letter-index.ts';
import { createLexicon, type Lexicon } from './lexicon.ts';
import {
  bestCandidate,
  matchEntries,
  phrasingSimilarity,
  sum,
  wordFrequency,
  type QueryTerm,
} from './matching.ts';
import { rankCandidates, type Hit } from './rank-candidates.ts';
import { numberTerm, tokenize } from './tokens.ts';

/** A searchable entry, in both languages. */
export interface IndexedEntry extends Readonly<Record<Language, KnowledgeText>> {
  readonly id: number;
  /** The key by which the classifier knows it; null or absent if its texts are an admin's. */
  readonly trainedKey?: string | null;
}

/** The hits of a question, best first, in the question's language. */
export interface SearchResult<Entry> {
  readonly language: Language;
  readonly found: readonly Hit<Entry>[];
}

/** Finds entries by question. */
export interface KnowledgeIndex<Entry> {
  find(question: string, preferred: Language, isReadable: (entry: Entry) => boolean): SearchResult<Entry>;
}

/** The maximum number of compared terms of a question. */
const maxQueryTerms = 40;

/** The letter similarity above which a question is the phrasing itself. */
const samePhrasing = 0.999;

/** Indexes several hundred entries, in some tens of milliseconds; the classifier improves the confidences. */
export function createIndex<Entry extends IndexedEntry>(
  entries: readonly Entry[],
  classifier: Classifier | null = null,
): KnowledgeIndex<Entry> {
  const finders = languages.map((language) => ({
    language,
    find: createFinder(entries, language, classifier),
  }));
  return {
    find(question, preferred, isReadable) {
      const detected = detectLanguage(question);
      const [best] = finders
        .map(({ language, find }) => {
          const finding = find(question, isReadable);
          const bias =
            (detected === language ? languageBias.detected : 0) +
            (preferred === language ? languageBias.preferred : 0);
          return { language, finding, score: finding.relevance + bias };
        })
        .toSorted((a, b) => b.score - a.score);
      return { language: best?.language ?? preferred, found: best?.finding.estimate() ?? [] };
    },
  };
}

/** The hits of a question in one language. */
interface Finding<Entry> {
  /** The best relevance, from 0 to 1, by which the languages compete. */
  readonly relevance: number;
  /** Estimates the confidences; costly, so only called for the winning language. */
  estimate(): readonly Hit<Entry>[];
}

type Finder<Entry> = (question: string, isReadable: (entry: Entry) => boolean) => Finding<Entry>;

/** An entry, compared by words. */
interface WordMatch<Entry> {
  readonly entry: Entry;
  readonly relevance: number;
  readonly wordFrequency: number;
}

function createFinder<Entry extends IndexedEntry>(
  entries: readonly Entry[],
  language: Language,
  classifier: Classifier | null,
): Finder<Entry> {
  const lexicon = createLexicon(language);
  const index = createLanguageIndex(entries, lexicon);
  const compareLetters = createLetterIndex(
    entries.map((entry) => {
      const { name, asks, text } = entry[language];
      return { entry, phrasings: [name, ...asks.split('\n').filter((way) => way !== '')], answer: text };
    }),
  );
  return function find(question, isReadable) {
    const query = queryOf(question, lexicon, index);
    if (query.every(({ candidates }) => candidates.has(numberTerm)))
      return { relevance: 0, estimate: () => [] };
    const { matches, offTopicSimilarity } = matchWords(query, index, isReadable);
    const relevance = matches[0]?.relevance ?? 0;
    return {
      relevance,
      estimate() {
        const letters = compareLetters(question);
        const candidates = matches.map(({ entry, ...byWords }) => {
          const { closest = 0, covered = 0 } = letters.get(entry) ?? {};
          return { entry, evidence: { ...byWords, closestLetters: closest, coveredLetters: covered } };
        });
        const counterEvidence = {
          unknownWords: shareOfUnknown(query, index),
          offTopic: offTopicSimilarity,
          words: query.length,
        };
        // The index is certain of a question that is a phrasing of an entry.
        const isPhrasing = candidates.some(({ evidence }) => evidence.closestLetters > samePhrasing);
        const logs = isPhrasing ? null : classifier?.classify(question, lexicon);
        const normalized = normalizeForSearch(question);
        const hits = rankCandidates(
          candidates,
          counterEvidence,
          logs
            ? {
                of: ({ trainedKey }) => (trainedKey ? logs.get(trainedKey) : undefined),
                offTopic: logOfNoAnswer(logs, entries, candidates),
              }
            : null,
        ).map(({ entry, confidence }) => {
          // A suggested entry must be answered when it is chosen.
          const isTitle = normalizeForSearch(entry[language].name) === normalized;
          return { entry, confidence: isTitle ? 1 : confidence };
        });
        return (offTopicSimilarity > relevance ? capHits(hits) : hits).toSorted(
          (a, b) => b.confidence - a.confidence || a.entry.id - b.entry.id,
        );
      },
    };
  };
}

/** The log probability that no readable entry answers a question: another one does, or it is off topic. */
function logOfNoAnswer<Entry extends IndexedEntry>(
  logs: ReadonlyMap<string, number>,
  entries: readonly Entry[],
  readable: readonly { readonly entry: Entry }[],
): number {
  const known = new Set(readable.map(({ entry }) => entry));
  const others = entries.filter((entry) => !known.has(entry)).map(({ trainedKey }) => trainedKey ?? null);
  const keys = [offTopicKey, ...others.filter((key) => key !== null)];
  return Math.log(sum(keys.map((key) => Math.exp(logs.get(key) ?? Number.NEGATIVE_INFINITY))));
}

/** The words of a question, without greetings unless there is nothing else. */
function queryOf<Entry>(question: string, lexicon: Lexicon, index: LanguageIndex<Entry>): QueryTerm[] {
  const all = [...new Map(tokenize(question, lexicon).map((token) => [token.term, token])).values()];
  const withoutGreetings = all.filter(({ term }) => !lexicon.greetings.has(term));
  return (withoutGreetings.length > 1 ? withoutGreetings : all)
    .slice(0, maxQueryTerms)
    .flatMap((token) => index.queryTermOf(token) ?? []);
}

/** The readable entries, the most relevant ones first, and the similarity of the closest off-topic question. */
function matchWords<Entry extends IndexedEntry>(
  query: readonly QueryTerm[],
  index: LanguageIndex<Entry>,
  isReadable: (entry: Entry) => boolean,
): { readonly matches: readonly WordMatch<Entry>[]; readonly offTopicSimilarity: number } {
  const questionWeight = sum(query.map(({ weight }) => weight));
  const found = matchEntries(query, index.phrasingPostings, index.answerPostings);
  const matches: WordMatch<Entry>[] = [];
  let offTopicSimilarity = 0;
  for (const [entry, phrasings] of index.phrasings) {
    const own = found.get(entry) ?? [];
    const [best = 0, second = 0] = phrasings
      .map((phrasing) => phrasingSimilarity(phrasing, own, questionWeight))
      .toSorted((a, b) => b - a);
    // Off-topic questions are unrelated, so only the nearest one counts.
    if (entry === offTopic) offTopicSimilarity = best;
    else if (isReadable(entry)) {
      const covered = sum(own.map(({ queryTerm, similarity }) => queryTerm.weight * similarity));
      const similarity = best + relevanceShares.secondPhrasing * (second - best);
      matches.push({
        entry,
        relevance:
          relevanceShares.coverage * (covered / questionWeight) + relevanceShares.similarity * similarity,
        wordFrequency: wordFrequency(phrasings, own, questionWeight),
      });
    }
  }
  return {
    matches: matches.toSorted((a, b) => b.relevance - a.relevance || a.entry.id - b.entry.id),
    offTopicSimilarity,
  };
}

/** The weighted share of a question that no phrasing contains. */
function shareOfUnknown<Entry>(query: readonly QueryTerm[], index: LanguageIndex<Entry>): number {
  const unknown = query.filter(
    ({ candidates }) => !index.phrasingPostings.has(bestCandidate(candidates) ?? ''),
  );
  return sum(unknown.map(({ weight }) => weight)) / sum(query.map(({ weight }) => weight));
}

/** Scales hits below the threshold, since an off-topic question matches better than every entry. */
function capHits<Entry>(hits: readonly Hit<Entry>[]): readonly Hit<Entry>[] {
  const best = Math.max(0, ...hits.map(({ confidence }) => confidence));
  if (best < answerThreshold) return hits;
  return hits.map(({ entry, confidence }) => ({
    entry,
    confidence: (confidence * 0.99 * answerThreshold) / best,
  }));
}
