import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, resolve } from 'node:path';
import { readPlaywrightCount, readVitestCount, type Count } from './count.ts';

/** One thing that `npm test` does; without `count` it is a single check, that passes when it ends with 0. */
interface Step {
  readonly title: string;
  readonly command: readonly [string, ...string[]];
  readonly minutes: number;
  readonly count?: { readonly file: string; readonly read: (report: unknown) => Count };
}

const root = resolve(import.meta.dirname, '..');
const reports = 'test-results';

const steps: readonly Step[] = [
  { title: 'Formatting', command: ['prettier', '--check', '.'], minutes: 2 },
  { title: 'Types of code that runs anywhere', command: ['tsc', '-p', 'tsconfig.json'], minutes: 2 },
  { title: 'Types of the browser', command: ['tsc', '-p', 'tsconfig.browser.json'], minutes: 2 },
  { title: 'Types of the server', command: ['tsc', '-p', 'tsconfig.server.json'], minutes: 2 },
  { title: 'Types of the tests', command: ['tsc', '-p', 'tsconfig.tests.json'], minutes: 2 },
  { title: 'Lint', command: ['oxlint', '--deny-warnings'], minutes: 2 },
  { title: 'Boundaries', command: ['node', 'tests/architecture/check-boundaries.ts'], minutes: 2 },
  {
    title: 'Unit, contract and architecture tests',
    command: [
      'vitest',
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${reports}/vitest.json`,
    ],
    minutes: 20,
    count: { file: `${reports}/vitest.json`, read: readVitestCount },
  },
  { title: 'Build', command: ['vite', 'build'], minutes: 3 },
  { title: 'Size of what is built', command: ['node', 'tests/size.ts'], minutes: 1 },
  {
    title: 'Browser tests',
    command: ['node', 'tests/e2e/run.ts'],
    minutes: 45,
    count: { file: `${reports}/playwright.json`, read: readPlaywrightCount },
  },
];

const total = { passed: 0, failed: 0 };
const failures: string[] = [];
mkdirSync(resolve(root, reports), { recursive: true });

for (const step of steps) {
  say(`\n━━ ${step.title} ━━ ${step.command.join(' ')}\n`);
  const began = performance.now();
  const { passed, failed } = await perform(step);
  total.passed += passed;
  total.failed += failed;
  if (failed > 0) failures.push(step.title);
  say(`   ${failed > 0 ? 'FAILED' : 'passed'} in ${((performance.now() - began) / 1000).toFixed(1)} s\n`);
}

if (failures.length > 0) say(`\nFailed: ${failures.join(', ')}\n`);
process.exitCode = total.failed > 0 ? 1 : 0;
say(`\n${total.passed} passed, ${total.failed} failed\n`);

async function perform(step: Step): Promise<Count> {
  if (step.count) rmSync(resolve(root, step.count.file), { force: true });
  const ended = await run(step);
  if (!step.count) return ended ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  const { passed, failed } = readReport(step.count);
  const silent = passed + failed === 0;
  return { passed, failed: failed === 0 && (!ended || silent) ? 1 : failed };
}

/** Counts of a runner; none when it crashed before it could write them. */
function readReport({ file, read }: NonNullable<Step['count']>): Count {
  const path = resolve(root, file);
  return existsSync(path) ? read(JSON.parse(readFileSync(path, 'utf8'))) : { passed: 0, failed: 0 };
}

/** Whether the command ended well and in time; its output goes straight through. */
function run({ command: [name, ...args], minutes }: Step): Promise<boolean> {
  const path = [resolve(root, 'node_modules/.bin'), process.env['PATH'] ?? ''].join(delimiter);
  return new Promise((done) => {
    const child = spawn(name, args, {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, PATH: path },
      timeout: minutes * 60_000,
    });
    child.on('error', (error) => {
      say(`   ${error.message}\n`);
      done(false);
    });
    child.on('exit', (code, signal) => {
      if (signal) say(`   ended by ${signal}, after at most ${minutes} minutes\n`);
      done(code === 0);
    });
  });
}

function say(text: string): void {
  process.stdout.write(text);
}
