import { spawn } from 'node:child_process';
import { createWriteStream, existsSync, type WriteStream } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The output of a command. */
export interface Printed {
  readonly stdout: string;
  readonly stderr: string;
}

/** Options of a command. */
export interface CommandOptions {
  readonly cwd?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** The time limit in milliseconds; 20 minutes by default. */
  readonly limitMs?: number;
}

/** Runs programs, and logs their output to a file. */
export interface Shell {
  /** The file with all output. */
  readonly log: string;
  /** Runs a program to its end; throws with its last lines of output if it fails. */
  run(program: string, words: readonly string[], options?: CommandOptions): Promise<Printed>;
  /** Whether a program succeeds. */
  succeeds(program: string, words: readonly string[], options?: CommandOptions): Promise<boolean>;
  close(): void;
}

const linesOfError = 25;

/** Creates a shell whose commands inherit the environment; the log is overwritten. */
export function openShell(log: string): Shell {
  const file = createWriteStream(log);
  const run: Shell['run'] = (program, words, options = {}) => runProgram(file, program, words, options);
  return {
    log,
    run,
    succeeds: (program, words, options) =>
      run(program, words, options).then(
        () => true,
        () => false,
      ),
    close: () => file.end(),
  };
}

function runProgram(
  log: WriteStream,
  program: string,
  words: readonly string[],
  { cwd, environment = {}, limitMs = 1_200_000 }: CommandOptions,
): Promise<Printed> {
  log.write(`\n$ ${program} ${words.join(' ')}\n`);
  const child = spawn(program, words, {
    cwd,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: limitMs,
    killSignal: 'SIGKILL',
  });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text;
      log.write(text);
    });
  }
  return new Promise((done, failed) => {
    child.once('error', failed);
    child.once('close', (code, signal) => {
      if (code === 0) return done(output);
      const last = `${output.stdout}\n${output.stderr}`.trim().split('\n').slice(-linesOfError).join('\n');
      const how = signal === null ? `ended with ${code}` : `was ended by ${signal}`;
      failed(new Error(`${program} ${words.join(' ')} ${how}\n${last}`));
    });
  });
}

/** The path of a program, or null. */
export function findProgram(name: string): string | null {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/sbin'];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null;
}
