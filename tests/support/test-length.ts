/** The variable for the length of the suites: `whole`, or short by default. */
export const lengthVariable = 'KOMAK_LENGTH';

/**
 * Whether the suite runs at full length (`npm run faults`, `npm run load`, `npm run memory`) instead of for
 * seconds (`npm run test:all`).
 */
export const isFullLength = process.env[lengthVariable] === 'whole';

/** An amount: `whole` at full length, otherwise `short`. */
export function byLength(short: number, whole: number): number {
  return isFullLength ? whole : short;
}

/** The timeout of a test in milliseconds. */
export const testTimeoutMs = byLength(60_000, 30 * 60_000);
