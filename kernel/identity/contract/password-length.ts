/** Limits in characters. In a module of its own, for browser code that does not need the list of common passwords. */
export const passwordLength = { min: 12, max: 128 } as const;
