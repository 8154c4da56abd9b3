import { spawn } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { lengthVariable } from './amount.ts';

// `npm run faults -- <name>`: runs `<name>*.test.ts` of this folder in its whole length; all of them without a name. What
// `npm test` runs of these files is short; see `amount.ts`.
const root = resolve(import.meta.dirname, '../..');
const entries = await readdir(import.meta.dirname);
const names = entries.filter((entry) => entry.endsWith('.test.ts')).map((entry) => entry.slice(0, -8));
const name = process.argv[2];

if (name === undefined || names.some((known) => known.startsWith(name))) {
  process.exitCode = await run(`tests/faults/${name ?? ''}`);
} else {
  process.stderr.write(`Name a fault: npm run faults -- ${names.join(' | ')}\n`);
  process.exitCode = 1;
}

/** One file after the other, since each wants the whole machine. */
function run(filter: string): Promise<number> {
  const vitest = resolve(root, 'node_modules/vitest/vitest.mjs');
  const child = spawn(process.execPath, [vitest, 'run', '--no-file-parallelism', filter], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, [lengthVariable]: 'whole' },
  });
  return new Promise((done, failed) => {
    child.once('error', failed);
    child.once('exit', (code) => done(code ?? 1));
  });
}
