import { z } from 'zod';

/** Passed and failed tests of a runner, and notes for the end of the output. */
export interface Count {
  readonly passed: number;
  readonly failed: number;
  /** Text for each test that failed, or that passed only when it was retried. */
  readonly notes: readonly string[];
}

/**
 * How many browser tests of a total may pass at the second attempt on a busy machine: one in a hundred, at
 * least two.
 */
const maxRetried = (total: number): number => Math.max(2, Math.floor(total / 100));

/** How many files of unit tests may pass at the second attempt. */
const maxRetriedFiles = 3;

const vitestSchema = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numPendingTests: z.int(),
  numTodoTests: z.int(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().optional(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
});

/** Counts a report of vitest; a file that failed to load and a skipped test count as failed. */
export function readVitestCount(report: unknown): Count {
  const read = vitestSchema.parse(report);
  const unloadable = read.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && assertionResults.every((result) => result.status !== 'failed'),
  );
  const failed = read.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status !== 'passed')
      .map((one) => describeTest(one.status, `${name} › ${one.fullName}`, one.failureMessages?.[0])),
  );
  return {
    passed: read.numPassedTests,
    failed: read.numFailedTests + read.numPendingTests + read.numTodoTests + unloadable.length,
    notes: [...unloadable.map(({ name, message }) => describeTest('failed', name, message)), ...failed],
  };
}

/**
 * Files with a failed test to run again separately, once the machine is idle; at most three. More failures
 * are not caused by a busy machine.
 */
export function readFilesToRetry(report: unknown): readonly string[] {
  const files = vitestSchema.parse(report).testResults.filter(({ status }) => status === 'failed');
  return files.length <= maxRetriedFiles ? files.map(({ name }) => name) : [];
}

/** Counts two reports of vitest: the whole run, and the second attempt of the files that failed in it. */
export function readRetriedVitestCount(whole: unknown, second: unknown): Count {
  const first = readVitestCount(whole);
  const again = readVitestCount(second);
  const retried = new Set(vitestSchema.parse(second).testResults.map(({ name }) => name));
  const passedBefore = vitestSchema
    .parse(whole)
    .testResults.filter(({ name }) => retried.has(name))
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'passed').length;
  return {
    passed: first.passed - passedBefore + again.passed,
    failed: again.failed,
    notes:
      again.failed > 0
        ? [...first.notes, ...again.notes.map((note) => `at the second try ${note}`)]
        : first.notes.map((note) => note.replace(/^failed/, 'passed only at the second try')),
  };
}

interface PlaywrightSuite {
  readonly specs: readonly {
    readonly title: string;
    readonly file: string;
    readonly line: number;
    readonly tests: readonly {
      readonly status: string;
      readonly results: readonly { readonly error?: { readonly message?: string | undefined } | undefined }[];
    }[];
  }[];
  readonly suites?: readonly PlaywrightSuite[] | undefined;
}

const suiteSchema: z.ZodType<PlaywrightSuite> = z.object({
  specs: z.array(
    z.object({
      title: z.string(),
      file: z.string(),
      line: z.int(),
      tests: z.array(
        z.object({
          status: z.string(),
          results: z.array(z.object({ error: z.object({ message: z.string().optional() }).optional() })),
        }),
      ),
    }),
  ),
  get suites() {
    return z.array(suiteSchema).optional();
  },
});

const playwrightSchema = z.object({
  stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int(), skipped: z.int() }),
  errors: z.array(z.object({ message: z.string().optional() })),
  suites: z.array(suiteSchema),
});

/**
 * Counts a report of Playwright. A skipped test counts as failed. A test that passed only when it was retried is
 * named, and passes unless there are more than {@link maxRetried} of them.
 */
export function readPlaywrightCount(report: unknown): Count {
  const { stats, errors, suites } = playwrightSchema.parse(report);
  const accepted = stats.flaky <= maxRetried(stats.expected + stats.flaky) ? stats.flaky : 0;
  const notes = suites
    .flatMap(specsOf)
    .flatMap(({ title, file, line, tests }) =>
      tests
        .filter(({ status }) => status !== 'expected')
        .map(({ status, results }) =>
          describeTest(
            status === 'flaky'
              ? 'passed only at the second try'
              : status === 'unexpected'
                ? 'failed'
                : status,
            `${file}:${line} › ${title}`,
            results.find(({ error }) => error)?.error?.message,
          ),
        ),
    );
  return {
    passed: stats.expected + accepted,
    failed: stats.unexpected + stats.flaky - accepted + stats.skipped + errors.length,
    notes: [...errors.map(({ message }) => describeTest('failed', 'outside of a test', message)), ...notes],
  };
}

function specsOf({ specs, suites = [] }: PlaywrightSuite): PlaywrightSuite['specs'] {
  return [...specs, ...suites.flatMap(specsOf)];
}

/** The status and title of a test, and the first lines of its error. */
function describeTest(what: string, title: string, reason = ''): string {
  const lines = reason
    .trim()
    .split('\n')
    .filter((line) => !/^\s*at .*(node_modules|node:)/.test(line))
    .slice(0, 12);
  return [
    `${what}: ${title}`,
    ...lines.filter((line) => line.trim() !== '').map((line) => `    ${line}`),
  ].join('\n');
}
