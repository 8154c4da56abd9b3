/** The variable that says how long the suites run: `whole`, or in any other case short. */
export const lengthVariable = 'KOMAK_LENGTH';

/** Whether the suite runs in its whole length (`npm run faults`, `npm run load`), and not as the seconds of it in `npm test`. */
export const isFullLength = process.env[lengthVariable] === 'whole';

/** How much of something a suite does: so much within `npm test`, so much when it is run by name. */
export function byLength(short: number, whole: number): number {
  return isFullLength ? whole : short;
}

/** Milliseconds that a test may take. */
export const testTimeoutMs = byLength(60_000, 30 * 60_000);
