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

/** The evidence for an entry, each value from 0 to 1, except the classifier's. */
export interface Evidence {
  /** The word similarity of the closest phrasings, and how much of the question the entry covers. */
  readonly relevance: number;
  /** How common the question's words are among the entry's phrasings. */
  readonly wordFrequency: number;
  /** The letter similarity of the closest phrasing. */
  readonly closestLetters: number;
  /** How much of the question the entry contains, by letters. */
  readonly coveredLetters: number;
  /** The classifier's log probability; 0 without a classifier. */
  readonly classifier: number;
}

/** The evidence against every entry. */
export interface CounterEvidence {
  /** The weighted share of the question that no entry contains, from 0 to 1. */
  readonly unknownWords: number;
  /** The similarity of the closest off-topic question, from 0 to 1. */
  readonly offTopic: number;
  /** The number of words of the question. */
  readonly words: number;
  /** The classifier's log probability of an off-topic question; 0 without a classifier. */
  readonly classifier: number;
}

/** The weights of a conditional logit model, in which the entries and "none of them" compete for a question. */
interface Weights {
  readonly evidence: Evidence;
  readonly counterEvidence: CounterEvidence & { readonly always: number };
}

/**
 * The weights without and with the classifier. They maximize the likelihood over independently written questions
 * and the tuner's; decision 0010 describes the method and its validation.
 */
export const indexWeights: Weights = {
  evidence: {
    relevance: 8.77,
    wordFrequency: 9.56,
    closestLetters: 3.3,
    coveredLetters: 7.51,
    classifier: 0,
  },
  counterEvidence: { always: 11.47, unknownWords: 1.2, offTopic: 6.21, words: -2.57, classifier: 0 },
};
export const combinedWeights: Weights = {
  evidence: {
    relevance: 2.29,
    wordFrequency: 9.92,
    closestLetters: 0,
    coveredLetters: 3.93,
    classifier: 0.97,
  },
  counterEvidence: { always: 1.23, unknownWords: 0, offTopic: 0.98, words: 1.96, classifier: 0.54 },
};

/** The least log probability of the classifier that counts; below it all entries are equally unlikely. */
export const minLogProbability = -12;

/** The probability of each entry to be the requested one, in order; the rest to 1 is the probability of none. */
export function estimateConfidences(
  evidence: readonly Evidence[],
  counterEvidence: CounterEvidence,
  weights: Weights = indexWeights,
): number[] {
  const { always, ...counterWeights } = weights.counterEvidence;
  const none =
    always +
    counterWeights.unknownWords * counterEvidence.unknownWords +
    counterWeights.offTopic * counterEvidence.offTopic +
    counterWeights.words * Math.log(1 + counterEvidence.words) +
    counterWeights.classifier * counterEvidence.classifier;
  // Relative to "none", so that no exponential overflows: the sum of an entry's weights is below 60.
  const odds = evidence.map((own) =>
    Math.exp(
      weights.evidence.relevance * own.relevance +
        weights.evidence.wordFrequency * own.wordFrequency +
        weights.evidence.closestLetters * own.closestLetters +
        weights.evidence.coveredLetters * own.coveredLetters +
        weights.evidence.classifier * own.classifier -
        none,
    ),
  );
  const all = odds.reduce((total, one) => total + one, 1);
  return odds.map((one) => one / all);
}
