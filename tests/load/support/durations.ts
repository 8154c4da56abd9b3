import { isFullLength } from '../../support/test-length.ts';

/** The variable that passes an argument of `npm run load` to the suites. */
export function variableOf(argument: string): string {
  return `KOMAK_LOAD_${argument.toUpperCase()}`;
}

/** `short` in `npm run test:all`; otherwise the argument, or `whole`. */
function lengthOf(argument: string, short: number, whole: number): number {
  if (!isFullLength) return short;
  const given = Number(process.env[variableOf(argument)] ?? whole);
  if (!(given > 0)) throw new Error(`--${argument} must be a number above 0`);
  return given;
}

/** The duration of the mixed load, in milliseconds. */
export const duration = lengthOf('minutes', 0.07, 10) * 60_000;

/** The number of users with an open page. */
export const sockets = lengthOf('sockets', 40, 1000);
