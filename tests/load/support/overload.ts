import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { CallCounts } from './call-counts.ts';

/** Reads over a number of connections, each in a loop. */
export interface Overload {
  readonly url: string;
  readonly connections: number;
  readonly seconds: number;
  readonly paths: readonly string[];
  readonly tokens: readonly string[];
  /** Whether rejected callers wait for the retry delay, as the page does. */
  readonly waitsForRetry: boolean;
}

/** The result of an overload. */
export interface OverloadResult {
  /** Milliseconds of all responses by status. */
  readonly durations: Readonly<Record<number, readonly number[]>>;
  /** Requests without a response. */
  readonly errors: number;
}

/** Overloads a server from another process, and records each response as `<name> <status>`. */
export async function generateOverload(
  name: string,
  overload: Overload,
  counts: CallCounts,
): Promise<OverloadResult> {
  const file = join(import.meta.dirname, 'overload-process.ts');
  const child = fork(file, [JSON.stringify(overload)], { execArgv: [], stdio: ['ignore', 2, 2, 'ipc'] });
  const result = await new Promise<OverloadResult>((done, failed) => {
    child.once('message', (message) => done(message as OverloadResult));
    child.once('exit', (code) => failed(new Error(`the overload ended with ${code ?? 'a signal'}`)));
  });
  for (const [status, durations] of Object.entries(result.durations)) {
    for (const milliseconds of durations) counts.record(`${name} ${status}`, milliseconds);
  }
  return result;
}
