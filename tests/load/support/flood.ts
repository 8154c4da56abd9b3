import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { CallCounts } from './call-counts.ts';

/** Reads over so many connections, each again as soon as it is answered. */
export interface Flood {
  readonly url: string;
  readonly connections: number;
  readonly seconds: number;
  readonly paths: readonly string[];
  readonly tokens: readonly string[];
  /** Whether those who are told to come again wait until then, as our page does. */
  readonly heeds: boolean;
}

/** What a flood came to. */
export interface Flooded {
  /** The milliseconds of all answers, by their status. */
  readonly times: Readonly<Record<number, readonly number[]>>;
  /** Requests that were not answered. */
  readonly errors: number;
}

/** Floods a server from a process beside this one, and notes each answer under `<name> <status>`. */
export async function flood(name: string, given: Flood, counts: CallCounts): Promise<Flooded> {
  const file = join(import.meta.dirname, 'flood-process.ts');
  const child = fork(file, [JSON.stringify(given)], { execArgv: [], stdio: ['ignore', 2, 2, 'ipc'] });
  const flooded = await new Promise<Flooded>((done, failed) => {
    child.once('message', (message) => done(message as Flooded));
    child.once('exit', (code) => failed(new Error(`the flood ended with ${code ?? 'a signal'}`)));
  });
  for (const [status, times] of Object.entries(flooded.times)) {
    for (const milliseconds of times) counts.note(`${name} ${status}`, milliseconds);
  }
  return flooded;
}
