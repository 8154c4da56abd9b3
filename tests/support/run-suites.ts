import { spawn } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { lengthVariable } from './test-length.ts';

const root = resolve(import.meta.dirname, '../..');

/** What a command such as `npm run faults` runs. */
export interface Suites {
  /** Its name, for whoever misspells a suite. */
  readonly command: string;
  /** Folders of the suites, from the root. */
  readonly folders: readonly string[];
  /** The beginning of the names of those to run; all when it is empty. */
  readonly name: string;
  /** Further variables that the suites read. */
  readonly variables?: Readonly<Record<string, string>>;
}

/**
 * Runs `<name>*.test.ts` of some folders in their whole length, one file after the other, since each wants the whole machine.
 * Answers the exit code. What `npm test` runs of these files is short; see `amount.ts`.
 */
export async function runSuites({ command, folders, name, variables = {} }: Suites): Promise<number> {
  const files = (await Promise.all(folders.map(testsIn))).flat();
  const paths = files.filter(({ suite }) => suite.startsWith(name)).map(({ path }) => path);
  if (paths.length > 0) return run(paths, variables);
  process.stderr.write(`Name one: npm run ${command} -- ${files.map(({ suite }) => suite).join(' | ')}\n`);
  return 1;
}

async function testsIn(folder: string): Promise<{ suite: string; path: string }[]> {
  const entries = await readdir(resolve(root, folder));
  return entries
    .filter((entry) => entry.endsWith('.test.ts'))
    .map((entry) => ({ suite: entry.slice(0, -'.test.ts'.length), path: `${folder}/${entry}` }));
}

function run(filters: readonly string[], variables: Readonly<Record<string, string>>): Promise<number> {
  const vitest = resolve(root, 'node_modules/vitest/vitest.mjs');
  const child = spawn(process.execPath, [vitest, 'run', '--no-file-parallelism', ...filters], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...variables, [lengthVariable]: 'whole' },
  });
  return new Promise((done, failed) => {
    child.once('error', failed);
    child.once('exit', (code) => done(code ?? 1));
  });
}
