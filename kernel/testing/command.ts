import { execFile } from 'node:child_process';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

/** What a command said, and how it ended. */
export interface CommandEnd {
  readonly code: number;
  readonly out: string;
}

/** Runs the command line as an administrator does, with these variables and none of the tests' own. */
export function komak(
  args: readonly string[],
  variables: Readonly<Record<string, string>>,
): Promise<CommandEnd> {
  const { DATABASE_URL: _database, NODE_ENV: _mode, ...inherited } = process.env;
  const env = { ...inherited, ...variables };
  return new Promise((done) => {
    execFile(process.execPath, ['kernel/server/komak.ts', ...args], { cwd: root, env }, (error, out, wrong) =>
      done({ code: error ? Number(error.code) : 0, out: `${out}${wrong}` }),
    );
  });
}

/** The address of a test's database as a variable takes it: a host that is only in the query makes it no URL. */
export function asVariable(databaseUrl: string): string {
  return databaseUrl.replace('@/', '@localhost/');
}
