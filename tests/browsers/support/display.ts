import { spawn } from 'node:child_process';
import { findProgram } from './find-program.ts';

/** A screen without a monitor, for browsers that draw in windows. */
export interface Display {
  readonly name: string;
  close(): void;
}

/** Starts Xvfb on a free display. */
export async function startDisplay(): Promise<Display> {
  const child = spawn(
    findProgram('display'),
    ['-displayfd', '3', '-screen', '0', '1500x1000x24', '-nolisten', 'tcp'],
    {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    },
  );
  const name = await new Promise<string>((done, failed) => {
    child.once('error', failed);
    child.once('exit', (code) => failed(new Error(`Xvfb ended with ${code}`)));
    child.stdio[3]?.once('data', (number: Buffer) => done(`:${number.toString().trim()}`));
  });
  return { name, close: () => void child.kill() };
}
