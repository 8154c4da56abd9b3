import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { runCommandLine } from '#kernel/app/server/cli/command-line.ts';

const root = resolve(import.meta.dirname, '../..');

/** The output and exit code of a command. */
export interface CommandResult {
  readonly code: number;
  readonly out: string;
}

type Variables = Readonly<Record<string, string>>;

/** Runs the command line in a new process with these variables, without those of the tests. */
export function runKomak(args: readonly string[], variables: Variables): Promise<CommandResult> {
  const env = variablesWith(variables);
  return new Promise((done) => {
    execFile(
      process.execPath,
      ['kernel/app/server/komak.ts', ...args],
      { cwd: root, env },
      (error, out, errorOutput) =>
        done({ code: error ? Number(error.code) : 0, out: `${out}${errorOutput}` }),
    );
  });
}

/** Runs the command line in the test's process, which has loaded the code already; one command at a time. */
export async function runKomakInProcess(
  args: readonly string[],
  variables: Variables,
): Promise<CommandResult> {
  const before = process.env;
  process.env = variablesWith(variables);
  try {
    let out = '';
    const code = await runCommandLine(args, {
      print: (line) => void (out += `${line}\n`),
      complain: (text) => void (out += text),
    });
    return { code, out };
  } finally {
    process.env = before;
  }
}

function variablesWith(variables: Variables): NodeJS.ProcessEnv {
  const { DATABASE_URL: _database, NODE_ENV: _mode, ...inherited } = process.env;
  return { ...inherited, ...variables };
}

/**
 * Adds the host `localhost` to the address of a test database: an address with a host only in its query is not a valid
 * URL.
 */
export function withLocalhost(databaseUrl: string): string {
  return databaseUrl.replace('@/', '@localhost/');
}
