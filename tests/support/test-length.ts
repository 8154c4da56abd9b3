/** The variable for the length of the suites: `whole`, or short by default. */
export const lengthVariable = 'KOMAK_LENGTH';

/** Whether the suite runs in full length (`npm run faults`, `npm run load`) instead of seconds (`npm test`). */
export const isFullLength = process.env[lengthVariable] === 'whole';

/** The amount of something: `short` in `npm test`, `whole` when a suite is run by name. */
export function byLength(short: number, whole: number): number {
  return isFullLength ? whole : short;
}

/** Timeout of a test in milliseconds. */
export const testTimeoutMs = byLength(60_000, 30 * 60_000);
