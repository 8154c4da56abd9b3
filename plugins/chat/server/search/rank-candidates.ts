import {
  combinedWeights,
  estimateConfidences,
  indexWeights,
  minLogProbability,
  type CounterEvidence,
  type Evidence,
} from './confidence.ts';
import { sum } from './matching.ts';

/** An entry that may answer a question. */
export interface Hit<Entry> {
  readonly entry: Entry;
  /** The estimated probability that the entry is the requested one, from 0 to 1. */
  readonly confidence: number;
}

/** The evidence of the index for an entry. */
export interface Candidate<Entry> {
  readonly entry: Entry;
  readonly evidence: Omit<Evidence, 'classifier'>;
}

/** The maximum number of entries that compete by the index, and of those that the classifier adds. */
const maxByIndex = 40;
const maxByClassifier = 10;

/**
 * Estimates the confidence of each entry. Entries that the classifier does not know keep the confidence of the
 * index alone; the others share the rest.
 *
 * @param candidates All readable entries, the most relevant ones first.
 * @param logProbabilities The classifier's, by entry, and of an off-topic question; null without a classifier.
 */
export function rankCandidates<Entry>(
  candidates: readonly Candidate<Entry>[],
  counterEvidence: Omit<CounterEvidence, 'classifier'>,
  logProbabilities: {
    of(entry: Entry): number | undefined;
    readonly offTopic: number;
  } | null,
): Hit<Entry>[] {
  const nearest = candidates.filter(({ evidence }) => evidence.relevance > 0).slice(0, maxByIndex);
  const byIndex = estimateConfidences(
    nearest.map(({ evidence }) => ({ ...evidence, classifier: 0 })),
    { ...counterEvidence, classifier: 0 },
    indexWeights,
  );
  const hits = nearest.map(({ entry }, at) => ({ entry, confidence: byIndex[at] ?? 0 }));
  if (!logProbabilities) return hits;
  const unknown = hits.filter(({ entry }) => logProbabilities.of(entry) === undefined);
  const known = candidates.flatMap((candidate) => {
    const logProbability = logProbabilities.of(candidate.entry);
    return logProbability === undefined ? [] : [{ ...candidate, logProbability }];
  });
  const near = new Set(nearest.map(({ entry }) => entry));
  const likeliest = new Set(
    known.toSorted((a, b) => b.logProbability - a.logProbability).slice(0, maxByClassifier),
  );
  const competing = known.filter((candidate) => near.has(candidate.entry) || likeliest.has(candidate));
  const combined = estimateConfidences(
    competing.map(({ evidence, logProbability }) => ({
      ...evidence,
      classifier: Math.max(minLogProbability, logProbability),
    })),
    { ...counterEvidence, classifier: Math.max(minLogProbability, logProbabilities.offTopic) },
    combinedWeights,
  );
  const rest = 1 - sum(unknown.map(({ confidence }) => confidence));
  return [
    ...unknown,
    ...competing.map(({ entry }, at) => ({ entry, confidence: rest * (combined[at] ?? 0) })),
  ];
}
