import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import project from '../../package.json' with { type: 'json' };

/** The maximum time of a start, in milliseconds. */
const longestStart = 180_000;

/** The server of this checkout, with the flags of `npm start`. */
const ours = {
  folder: resolve(import.meta.dirname, '../..'),
  command: [
    'node',
    ...project.scripts.start.split(' ').filter((word) => word.startsWith('--')),
    'kernel/app/server/main.ts',
  ],
};

/** A server in its own process. */
export interface NodeProcess {
  readonly url: string;
  readonly port: number;
  readonly process: ChildProcess;
  /** Its output so far, including logs. */
  readonly output: string;
  /** Stops it gracefully, and returns its exit code. */
  stop(): Promise<number | null>;
  /** Kills it. */
  kill(): Promise<void>;
}

/**
 * Starts a server with these variables on a free port, in a new data folder unless `KOMAK_DATA` is given;
 * throws with its output if it does not start.
 */
export async function startNode(
  variables: Readonly<Record<string, string>>,
  { folder, command }: { folder: string; command: readonly string[] } = ours,
): Promise<NodeProcess> {
  const data = await mkdtemp(join(tmpdir(), 'komak-node-'));
  const child = spawn(process.execPath, command.slice(1), {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'] ?? '',
      TMPDIR: tmpdir(),
      HOST: '127.0.0.1',
      PORT: '0',
      KOMAK_DATA: data,
      LOG_LEVEL: 'warn',
      ...variables,
    },
  });
  let output = '';
  const ended = new Promise<number | null>((done) => child.once('exit', done));
  const url = await new Promise<string>((started, failed) => {
    const fail = (reason: string) => {
      child.kill('SIGKILL');
      failed(new Error(`a node did not start: ${reason}\n${output}`));
    };
    const timer = setTimeout(() => fail('it took too long'), longestStart);
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        const address = /Ko‘mak is at (\S+)/.exec(output)?.[1];
        if (address === undefined) return;
        clearTimeout(timer);
        started(address);
      });
    }
    void ended.then((code) => fail(`it ended with ${code}`));
  });

  async function end(signal: NodeJS.Signals): Promise<number | null> {
    child.kill(signal);
    const code = await ended;
    await rm(data, { recursive: true, force: true });
    return code;
  }
  return {
    url,
    port: Number(new URL(url).port),
    process: child,
    get output() {
      return output;
    },
    stop: () => end('SIGTERM'),
    kill: async () => void (await end('SIGKILL')),
  };
}
