/** The lowest confidence at which an entry is an answer; below it the assistant says that it does not know. */
export const answerThreshold = 0.85;

/** The lowest confidence at which an entry is suggested. */
export const suggestionThreshold = 0.05;

/** The shares of a relevance: the covered words of the question, the similarity of phrasings; of it, the second-best phrasing. */
export const relevanceShares = { coverage: 0.4, similarity: 0.6, secondPhrasing: 0.3 } as const;

/** Added to the best relevance of a language for the language of the question, and for that of the panel. */
export const languageBias = { detected: 0.15, preferred: 0.02 } as const;

/** The evidence for an entry, each value from 0 to 1. */
export interface Evidence {
  /** How similar the closest phrasings are by their words, and how much of the question the entry covers. */
  readonly relevance: number;
  /** How usual the words of the question are among the phrasings of the entry. */
  readonly wordFrequency: number;
  /** How similar the closest phrasing is by its letters. */
  readonly closestLetters: number;
  /** How much of the question the entry has, by its letters. */
  readonly coveredLetters: number;
}

/** The evidence against every entry. */
export interface CounterEvidence {
  /** The share of the question, by weight, that no entry has; from 0 to 1. */
  readonly unknownWords: number;
  /** How similar the closest off-topic question is, from 0 to 1. */
  readonly offTopic: number;
  /** The number of words of the question. */
  readonly words: number;
}

/**
 * The weights of a conditional logit model, in which the entries and "none of them" compete for a question. They are those of
 * the greatest likelihood over questions by others and by the tuner; decision 0010 tells how, and how it was checked.
 */
const evidenceWeights = {
  relevance: 8.77,
  wordFrequency: 9.56,
  closestLetters: 3.3,
  coveredLetters: 7.51,
} as const;
const counterEvidenceWeights = { always: 11.47, unknownWords: 1.2, offTopic: 6.21, words: -2.57 } as const;

/** The chance of each entry to be the wanted one, in their order; what lacks to 1 is the chance that none is. */
export function estimateConfidences(
  evidence: readonly Evidence[],
  counterEvidence: CounterEvidence,
): number[] {
  const none =
    counterEvidenceWeights.always +
    counterEvidenceWeights.unknownWords * counterEvidence.unknownWords +
    counterEvidenceWeights.offTopic * counterEvidence.offTopic +
    counterEvidenceWeights.words * Math.log(1 + counterEvidence.words);
  // Relative to "none", so that no power is too large for a number: all of an entry's weights together are below 30.
  const odds = evidence.map(({ relevance, wordFrequency, closestLetters, coveredLetters }) =>
    Math.exp(
      evidenceWeights.relevance * relevance +
        evidenceWeights.wordFrequency * wordFrequency +
        evidenceWeights.closestLetters * closestLetters +
        evidenceWeights.coveredLetters * coveredLetters -
        none,
    ),
  );
  const all = odds.reduce((total, one) => total + one, 1);
  return odds.map((one) => one / all);
}
