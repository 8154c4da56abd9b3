import { z } from 'zod';

/** How many tests of a runner passed, and how many did not. */
export interface Count {
  readonly passed: number;
  readonly failed: number;
}

const vitestSchema = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numPendingTests: z.int(),
  numTodoTests: z.int(),
  testResults: z.array(
    z.object({ status: z.string(), assertionResults: z.array(z.object({ status: z.string() })) }),
  ),
});

/** Counts a report of vitest; a file that could not even be loaded is a failure, and so is a test left out. */
export function readVitestCount(report: unknown): Count {
  const read = vitestSchema.parse(report);
  const broken = read.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && assertionResults.every((result) => result.status !== 'failed'),
  );
  return {
    passed: read.numPassedTests,
    failed: read.numFailedTests + read.numPendingTests + read.numTodoTests + broken.length,
  };
}

const playwrightSchema = z.object({
  stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int(), skipped: z.int() }),
  errors: z.array(z.unknown()),
});

/** Counts a report of Playwright; a test that passed only when repeated is a failure, and so is one left out. */
export function readPlaywrightCount(report: unknown): Count {
  const { stats, errors } = playwrightSchema.parse(report);
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + stats.skipped + errors.length };
}
