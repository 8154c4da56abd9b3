/** The minimum confidence of an answer; below it the assistant says that it does not know. */
export const answerThreshold = 0.85;

/** The minimum confidence of a suggestion. */
export const suggestionThreshold = 0.05;

/**
 * The shares of relevance: the covered words of the question, and the similarity of phrasings;
 * `secondPhrasing` is the second-best phrasing's share of the latter.
 */
export const relevanceShares = { coverage: 0.4, similarity: 0.6, secondPhrasing: 0.3 } as const;

/** Added to the best relevance of a language: for the question's language, and for the panel's. */
export const languageBias = { detected: 0.15, preferred: 0.02 } as const;

/** The evidence for an entry, each value from 0 to 1. */
export interface Evidence {
  /** The word similarity of the closest phrasings, and how much of the question the entry covers. */
  readonly relevance: number;
  /** How common the question's words are among the entry's phrasings. */
  readonly wordFrequency: number;
  /** The letter similarity of the closest phrasing. */
  readonly closestLetters: number;
  /** How much of the question the entry contains, by letters. */
  readonly coveredLetters: number;
}

/** The evidence against every entry. */
export interface CounterEvidence {
  /** The weighted share of the question that no entry contains, from 0 to 1. */
  readonly unknownWords: number;
  /** The similarity of the closest off-topic question, from 0 to 1. */
  readonly offTopic: number;
  /** The number of words of the question. */
  readonly words: number;
}

/**
 * The weights of a conditional logit model, in which the entries and "none of them" compete for a question.
 * They maximize the likelihood over independently written questions and the tuner's; decision 0010 describes
 * the method and its validation.
 */
const evidenceWeights = {
  relevance: 8.77,
  wordFrequency: 9.56,
  closestLetters: 3.3,
  coveredLetters: 7.51,
} as const;
const counterEvidenceWeights = { always: 11.47, unknownWords: 1.2, offTopic: 6.21, words: -2.57 } as const;

/** The probability of each entry to be the requested one, in order; the rest to 1 is the probability of none. */
export function estimateConfidences(
  evidence: readonly Evidence[],
  counterEvidence: CounterEvidence,
): number[] {
  const none =
    counterEvidenceWeights.always +
    counterEvidenceWeights.unknownWords * counterEvidence.unknownWords +
    counterEvidenceWeights.offTopic * counterEvidence.offTopic +
    counterEvidenceWeights.words * Math.log(1 + counterEvidence.words);
  // Relative to "none", so that no exponential overflows: the sum of an entry's weights is below 30.
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
