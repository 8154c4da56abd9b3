import { parseArgs } from 'node:util';

/** The command line options of a run. */
export interface Options {
  /** The number of rows to seed: applications, or the records that the benchmark is about. */
  readonly rows: number;
  /** The duration of each load in seconds, after one second of warm-up. */
  readonly seconds: number;
  /** How often each row is measured, ours and the bare one alternating; the table shows medians. */
  readonly rounds: number;
  /** Keeps the seeded folder, so that the next run need not seed it again. */
  readonly keep: boolean;
  /** Only the rows whose name contains this text. */
  readonly only: string;
  /** The folder for a CPU profile of our server, or null for none. */
  readonly profile: string | null;
}

/** Parses the command line; throws for unknown options and invalid numbers. */
export function readOptions(given: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...given],
    options: {
      rows: { type: 'string', default: '1000000' },
      seconds: { type: 'string', default: '4' },
      rounds: { type: 'string', default: '3' },
      keep: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
      profile: { type: 'string' },
    },
  });
  return {
    rows: numberOf('rows', values.rows),
    seconds: numberOf('seconds', values.seconds),
    rounds: numberOf('rounds', values.rounds),
    keep: values.keep,
    only: values.only,
    profile: values.profile ?? null,
  };
}

function numberOf(name: string, text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 1)
    throw new Error(`--${name} takes a whole number above 0, not ${text}`);
  return number;
}
