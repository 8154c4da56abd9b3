/** Characters of a password, at least and at most. By itself, for browsers that need not the list of known passwords. */
export const passwordLength = { min: 12, max: 128 } as const;
