import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, resolve } from 'node:path';
import {
  readFilesToRetry,
  readPlaywrightCount,
  readRetriedVitestCount,
  readVitestCount,
  type Count,
} from './count.ts';
import { selectionVariable } from './support/short-run.ts';

/** One step of `npm test`; without `count` it is a single check, which passes with exit code 0. */
interface Step {
  readonly title: string;
  readonly command: readonly [string, ...string[]];
  readonly minutes: number;
  readonly count?: { readonly file: string; readonly read: (report: unknown) => Count };
}

/** `npm run test:all` skips nothing. */
const runsAll = process.argv.includes('--all');

const root = resolve(import.meta.dirname, '..');
const reports = 'test-results';
/** Hundreds of processes load the same modules; a shared compile cache halves the time. */
const compileCache = resolve(root, 'node_modules/.cache/compiled');

const buildAndFormatting: readonly Step[] = [
  { title: 'Build', command: ['vite', 'build'], minutes: 8 },
  { title: 'Size of what is built', command: ['node', 'tests/size.ts'], minutes: 1 },
  { title: 'A browser to test with', command: ['node', 'tests/e2e/browser.ts'], minutes: 10 },
  // Here, since the types, which use both cores, take longer than the build.
  { title: 'Formatting', command: ['prettier', '--check', '.'], minutes: 5 },
];

const checks: readonly Step[] = [
  { title: 'Types of code that runs anywhere', command: ['tsc', '-p', 'tsconfig.json'], minutes: 5 },
  { title: 'Types of the browser', command: ['tsc', '-p', 'tsconfig.browser.json'], minutes: 5 },
  { title: 'Types of the server', command: ['tsc', '-p', 'tsconfig.server.json'], minutes: 5 },
  { title: 'Types of the tests', command: ['tsc', '-p', 'tsconfig.tests.json'], minutes: 5 },
  { title: 'Lint', command: ['oxlint', '--deny-warnings'], minutes: 5 },
  { title: 'Boundaries', command: ['node', 'tests/architecture/check-boundaries.ts'], minutes: 5 },
  { title: 'Vocabulary', command: ['node', 'tests/architecture/check-vocabulary.ts'], minutes: 5 },
];

/** Unit tests with three workers, which often wait; then, for files that failed, once more with one. */
const vitest = (report: string, workers: number, files: readonly string[] = []): Step['command'] => [
  'vitest',
  'run',
  `--maxWorkers=${workers}`,
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${report}`,
  ...files,
];

const unitReport = `${reports}/vitest.json`;
const unitTests: Step = {
  title: 'Unit, contract and architecture tests',
  command: vitest(unitReport, 3),
  minutes: 40,
  count: { file: unitReport, read: readVitestCount },
};

const browserTests: Step = {
  title: 'Browser tests',
  command: ['node', 'tests/e2e/run.ts'],
  minutes: 75,
  count: { file: `${reports}/playwright.json`, read: readPlaywrightCount },
};

const counts = new Map<Step, Count>();
mkdirSync(resolve(root, reports), { recursive: true });

// Two steps at a time, on two cores: each prints its output at its end. Steps that start a server run after a
// complete build. The two test suites run one after the other: concurrently they took as long, and failed
// sometimes for lack of CPU time.
await Promise.all([runSteps(buildAndFormatting), runSteps(checks)]);
await runSteps([unitTests]);
await runSteps([browserTests], 'at once');

await retryUnitTests();

for (const { notes } of counts.values()) for (const note of notes) print(`\n${note}\n`);
const failures = [...counts].filter(([, { failed }]) => failed > 0).map(([{ title }]) => title);
if (failures.length > 0) print(`\nFailed: ${failures.join(', ')}\n`);
process.exitCode = failures.length > 0 ? 1 : 0;
const sum = (of: 'passed' | 'failed') => [...counts.values()].reduce((all, count) => all + count[of], 0);
print(`\n${sum('passed')} passed, ${sum('failed')} failed\n`);

/** Runs the few files of unit tests that failed once more, separately. */
async function retryUnitTests(): Promise<void> {
  const whole = readJson(unitReport);
  const files = whole === undefined ? [] : readFilesToRetry(whole);
  if (files.length === 0) return;
  const report = `${reports}/vitest-again.json`;
  const again: Step = {
    title: 'Unit tests that failed, once more',
    command: vitest(report, 1, files),
    minutes: 15,
    count: { file: report, read: (second) => readRetriedVitestCount(whole, second) },
  };
  await runSteps([again]);
  // Counts the whole run together with its second attempt.
  counts.delete(unitTests);
}

async function runSteps(
  steps: readonly Step[],
  outputMode: 'at once' | 'at its end' = 'at its end',
): Promise<void> {
  for (const step of steps) {
    const head = `\n━━ ${step.title} ━━ ${step.command.join(' ')}\n`;
    if (outputMode === 'at once') print(head);
    const began = performance.now();
    const { output, ...count } = await runStep(step, outputMode);
    counts.set(step, count);
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    print(
      `${outputMode === 'at once' ? '' : head + output}   ${count.failed > 0 ? 'FAILED' : 'passed'} in ${seconds} s\n`,
    );
  }
}

async function runStep(
  step: Step,
  outputMode: 'at once' | 'at its end',
): Promise<Count & { output: string }> {
  if (step.count) rmSync(resolve(root, step.count.file), { force: true });
  const { succeeded, output } = await run(step, outputMode);
  if (!step.count) return { passed: succeeded ? 1 : 0, failed: succeeded ? 0 : 1, notes: [], output };
  const { passed, failed, notes } = readReport(step.count);
  const isEmpty = passed + failed === 0;
  return { passed, failed: failed === 0 && (!succeeded || isEmpty) ? 1 : failed, notes, output };
}

/** Reads the counts of a runner; none if it crashed before it wrote them. */
function readReport({ file, read }: NonNullable<Step['count']>): Count {
  const report = readJson(file);
  return report === undefined ? { passed: 0, failed: 0, notes: [] } : read(report);
}

function readJson(file: string): unknown {
  const path = resolve(root, file);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
}

/** Whether the command succeeded in time, and its output, unless it was printed directly. */
function run(
  { command: [name, ...args], minutes }: Step,
  outputMode: 'at once' | 'at its end',
): Promise<{ succeeded: boolean; output: string }> {
  const path = [resolve(root, 'node_modules/.bin'), process.env['PATH'] ?? ''].join(delimiter);
  return new Promise((done) => {
    const child = spawn(name, args, {
      cwd: root,
      stdio: outputMode === 'at once' ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        PATH: path,
        NODE_COMPILE_CACHE: compileCache,
        [selectionVariable]: runsAll ? 'all' : 'short',
      },
    });
    const timer = setTimeout(() => child.kill(), minutes * 60_000);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (chunk: string) => void (output += chunk));
    }
    const append = (text: string) => (outputMode === 'at once' ? print(text) : void (output += text));
    child.on('error', (error) => {
      clearTimeout(timer);
      append(`   ${error.message}\n`);
      done({ succeeded: false, output });
    });
    // A child process may keep the output open.
    child.on('exit', () => setTimeout(() => child.stdout?.destroy(), 5000).unref());
    child.on('exit', () => setTimeout(() => child.stderr?.destroy(), 5000).unref());
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      if (signal) append(`   ended by ${signal}, after at most ${minutes} minutes\n`);
      done({ succeeded: code === 0, output });
    });
  });
}

function print(text: string): void {
  process.stdout.write(text);
}
