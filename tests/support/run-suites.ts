import { spawn } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { lengthVariable } from './test-length.ts';

const root = resolve(import.meta.dirname, '../..');

/** The suites of a command such as `npm run faults`. */
export interface Suites {
  /** The name of the command, for its usage message. */
  readonly command: string;
  /** Folders of the suites, relative to the root. */
  readonly folders: readonly string[];
  /** The prefix of the suites to run; all if it is empty. */
  readonly name: string;
  /** Additional variables for the suites. */
  readonly variables?: Readonly<Record<string, string>>;
}

/**
 * Runs `<name>*.test.ts` of some folders at full length, one file after another, since each needs the whole
 * machine. Returns the exit code. `npm run test:all` runs these files at short length; see `test-length.ts`.
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
