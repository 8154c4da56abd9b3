import { parseArgs } from 'node:util';

/** Options of a run from the command line. */
export interface Options {
  /** Applications in the database. */
  readonly rows: number;
  /** Seconds that each load lasts, after one second to warm up. */
  readonly seconds: number;
  /** How often each row is measured, ours and the bare one in turn; the table holds medians. */
  readonly rounds: number;
  /** Keep the filled folder, so that the next run need not fill it again. */
  readonly keep: boolean;
  /** Only the rows whose name holds this text. */
  readonly only: string;
  /** Folder for a processor profile of our server, or null for none. */
  readonly profile: string | null;
}

/** Reads the command line; throws when something is misspelt or no number. */
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
    throw new Error(`--${name} takes a whole number, not ${text}`);
  return number;
}
