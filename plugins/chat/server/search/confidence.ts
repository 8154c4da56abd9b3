/** The lowest confidence at which an entry is an answer; below it the assistant says that it does not know. */
export const answerThreshold = 0.48;

/** The lowest confidence at which an entry is suggested. */
export const suggestionThreshold = 0.36;

/** The shares of a confidence: the covered words of the question, the similarity of phrasings; of it, the second-best phrasing. */
export const confidenceShares = { coverage: 0.4, similarity: 0.6, secondPhrasing: 0.3 } as const;

/** Added to the best confidence of a language for the language of the question, and for that of the panel. */
export const languageBias = { detected: 0.15, preferred: 0.02 } as const;
