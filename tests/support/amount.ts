/** The variable that says how long the suites run: `whole`, or in any other case short. */
export const lengthVariable = 'KOMAK_LENGTH';

/** Whether the suite runs in its whole length (`npm run faults`, `npm run load`), and not as the seconds of it in `npm test`. */
export const isWhole = process.env[lengthVariable] === 'whole';

/** How much of something a suite does: so much within `npm test`, so much when it is run by name. */
export function amount(short: number, whole: number): number {
  return isWhole ? whole : short;
}

/** Milliseconds that a test may take. */
export const patience = amount(60_000, 30 * 60_000);
