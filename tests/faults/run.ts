import { spawn } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { lengthVariable } from './amount.ts';

// `npm run faults -- <name>`: runs `<name>*.test.ts` of this folder, or of the hostile input beside it, in its whole length;
// all of them without a name. What `npm test` runs of these files is short; see `amount.ts`.
const root = resolve(import.meta.dirname, '../..');
const files = (await Promise.all(['tests/faults', 'tests/contract/hostile'].map(testsIn))).flat();
const name = process.argv[2] ?? '';
const chosen = files.filter(({ suite }) => suite.startsWith(name));

if (chosen.length > 0) {
  process.exitCode = await run(chosen.map(({ path }) => path));
} else {
  process.stderr.write(`Name a fault: npm run faults -- ${files.map(({ suite }) => suite).join(' | ')}\n`);
  process.exitCode = 1;
}

async function testsIn(folder: string): Promise<{ suite: string; path: string }[]> {
  const entries = await readdir(resolve(root, folder));
  return entries
    .filter((entry) => entry.endsWith('.test.ts'))
    .map((entry) => ({ suite: entry.slice(0, -'.test.ts'.length), path: `${folder}/${entry}` }));
}

/** One file after the other, since each wants the whole machine. */
function run(filters: readonly string[]): Promise<number> {
  const vitest = resolve(root, 'node_modules/vitest/vitest.mjs');
  const child = spawn(process.execPath, [vitest, 'run', '--no-file-parallelism', ...filters], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, [lengthVariable]: 'whole' },
  });
  return new Promise((done, failed) => {
    child.once('error', failed);
    child.once('exit', (code) => done(code ?? 1));
  });
}
