import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { CallCounts } from './call-counts.ts';

/** Reads over so many connections, each again as soon as it is answered. */
export interface Overload {
  readonly url: string;
  readonly connections: number;
  readonly seconds: number;
  readonly paths: readonly string[];
  readonly tokens: readonly string[];
  /** Whether those who are told to come again wait until then, as our page does. */
  readonly waitsForRetry: boolean;
}

/** What a flood came to. */
export interface OverloadResult {
  /** The milliseconds of all answers, by their status. */
  readonly durations: Readonly<Record<number, readonly number[]>>;
  /** Requests that were not answered. */
  readonly errors: number;
}

/** Floods a server from a process beside this one, and notes each answer under `<name> <status>`. */
export async function generateOverload(
  name: string,
  overload: Overload,
  counts: CallCounts,
): Promise<OverloadResult> {
  const file = join(import.meta.dirname, 'overload-process.ts');
  const child = fork(file, [JSON.stringify(overload)], { execArgv: [], stdio: ['ignore', 2, 2, 'ipc'] });
  const result = await new Promise<OverloadResult>((done, failed) => {
    child.once('message', (message) => done(message as OverloadResult));
    child.once('exit', (code) => failed(new Error(`the flood ended with ${code ?? 'a signal'}`)));
  });
  for (const [status, durations] of Object.entries(result.durations)) {
    for (const milliseconds of durations) counts.record(`${name} ${status}`, milliseconds);
  }
  return result;
}
