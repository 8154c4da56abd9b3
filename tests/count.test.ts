import { describe, expect, test } from 'vitest';
import { readPlaywrightCount, readVitestCount } from './count.ts';

describe('a report of vitest', () => {
  test('counts what passed and what did not', () => {
    expect(readVitestCount(vitestReport({ passed: 3, failed: 2 }))).toEqual({ passed: 3, failed: 2 });
  });

  test('a test that is left out has failed', () => {
    expect(readVitestCount(vitestReport({ passed: 3, pending: 1, todo: 1 }))).toEqual({
      passed: 3,
      failed: 2,
    });
  });

  test('a file that could not be loaded has failed once', () => {
    const files = [{ status: 'failed', assertionResults: [] }];
    expect(readVitestCount(vitestReport({ passed: 3, files }))).toEqual({ passed: 3, failed: 1 });
  });

  test('a failed test is not counted again for its file', () => {
    const files = [{ status: 'failed', assertionResults: [{ status: 'failed' }, { status: 'passed' }] }];
    expect(readVitestCount(vitestReport({ passed: 1, failed: 1, files }))).toEqual({ passed: 1, failed: 1 });
  });
});

describe('a report of Playwright', () => {
  test('a test that passed only when repeated, or was left out, has failed', () => {
    const report = { stats: { expected: 5, unexpected: 1, flaky: 1, skipped: 1 }, errors: [] };
    expect(readPlaywrightCount(report)).toEqual({ passed: 5, failed: 3 });
  });

  test('an error outside of a test has failed', () => {
    const report = {
      stats: { expected: 5, unexpected: 0, flaky: 0, skipped: 0 },
      errors: [{ message: 'no' }],
    };
    expect(readPlaywrightCount(report)).toEqual({ passed: 5, failed: 1 });
  });
});

interface VitestNumbers {
  readonly passed?: number;
  readonly failed?: number;
  readonly pending?: number;
  readonly todo?: number;
  readonly files?: readonly unknown[];
}

function vitestReport({ passed = 0, failed = 0, pending = 0, todo = 0, files = [] }: VitestNumbers): unknown {
  return {
    numPassedTests: passed,
    numFailedTests: failed,
    numPendingTests: pending,
    numTodoTests: todo,
    testResults: files,
  };
}
