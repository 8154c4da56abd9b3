import { describe, expect, test } from 'vitest';
import { readFilesToRetry, readPlaywrightCount, readRetriedVitestCount, readVitestCount } from './count.ts';

describe('a report of vitest', () => {
  test('counts passed and failed tests', () => {
    expect(readVitestCount(vitestReport({ passed: 3, failed: 2 }))).toMatchObject({ passed: 3, failed: 2 });
  });

  test('counts a skipped test as failed', () => {
    expect(readVitestCount(vitestReport({ passed: 3, pending: 1, todo: 1 }))).toMatchObject({
      passed: 3,
      failed: 2,
    });
  });

  test('counts a file that failed to load once', () => {
    const files = [{ name: 'a.test.ts', status: 'failed', message: 'no such file', assertionResults: [] }];
    expect(readVitestCount(vitestReport({ passed: 3, files }))).toEqual({
      passed: 3,
      failed: 1,
      notes: ['failed: a.test.ts\n    no such file'],
    });
  });

  test('names a failed test with its reason, and does not count its file again', () => {
    const assertionResults = [
      { fullName: 'adds', status: 'failed', failureMessages: ['expected 3\n\nto be 4'] },
      { fullName: 'takes away', status: 'passed', failureMessages: [] },
    ];
    const files = [{ name: 'a.test.ts', status: 'failed', assertionResults }];
    expect(readVitestCount(vitestReport({ passed: 1, failed: 1, files }))).toEqual({
      passed: 1,
      failed: 1,
      notes: ['failed: a.test.ts › adds\n    expected 3\n    to be 4'],
    });
  });
});

describe('a second attempt of the files that failed', () => {
  const fileOf = (name: string, ...statuses: readonly string[]) => ({
    name,
    status: statuses.includes('failed') ? 'failed' : 'passed',
    assertionResults: statuses.map((status, index) => ({ fullName: `test ${index}`, status })),
  });
  const whole = vitestReport({
    passed: 3,
    failed: 2,
    files: [fileOf('a.test.ts', 'passed', 'failed', 'failed'), fileOf('b.test.ts', 'passed', 'passed')],
  });

  test('is made of three files at most', () => {
    const failing = ['a', 'b', 'c', 'd'].map((name) => fileOf(`${name}.test.ts`, 'failed'));
    expect(readFilesToRetry(whole)).toEqual(['a.test.ts']);
    expect(readFilesToRetry(vitestReport({ failed: 3, files: failing.slice(1) }))).toHaveLength(3);
    expect(readFilesToRetry(vitestReport({ failed: 4, files: failing }))).toEqual([]);
  });

  test('counts each test once, and names those that needed it', () => {
    const second = vitestReport({ passed: 3, files: [fileOf('a.test.ts', 'passed', 'passed', 'passed')] });
    expect(readRetriedVitestCount(whole, second)).toEqual({
      passed: 5,
      failed: 0,
      notes: [
        'passed only at the second try: a.test.ts › test 1',
        'passed only at the second try: a.test.ts › test 2',
      ],
    });
  });

  test('fails when a test fails again', () => {
    const second = vitestReport({
      passed: 2,
      failed: 1,
      files: [fileOf('a.test.ts', 'passed', 'passed', 'failed')],
    });
    const { passed, failed, notes } = readRetriedVitestCount(whole, second);
    expect([passed, failed]).toEqual([4, 1]);
    expect(notes).toContain('at the second try failed: a.test.ts › test 2');
  });
});

describe('a report of Playwright', () => {
  test('counts a skipped test as failed', () => {
    expect(readPlaywrightCount(playwrightReport({ expected: 5, unexpected: 1, skipped: 1 }))).toMatchObject({
      passed: 5,
      failed: 2,
    });
  });

  test('accepts two retried tests, and fails with three', () => {
    expect(readPlaywrightCount(playwrightReport({ expected: 5, flaky: 2 }))).toMatchObject({
      passed: 7,
      failed: 0,
    });
    expect(readPlaywrightCount(playwrightReport({ expected: 296, flaky: 3 }))).toMatchObject({ failed: 3 });
    expect(readPlaywrightCount(playwrightReport({ expected: 297, flaky: 3 }))).toMatchObject({ failed: 0 });
    expect(readPlaywrightCount(playwrightReport({ expected: 5, flaky: 3 }))).toMatchObject({
      passed: 5,
      failed: 3,
    });
  });

  test('counts an error outside of a test as failed', () => {
    const report = { ...playwrightReport({ expected: 5 }), errors: [{ message: 'no' }] };
    expect(readPlaywrightCount(report)).toEqual({
      passed: 5,
      failed: 1,
      notes: ['failed: outside of a test\n    no'],
    });
  });

  test('names retried tests with their reason, at any depth', () => {
    const spec = { title: 'a map is moved', file: 'map.spec.ts', line: 7 };
    const results = [{ error: { message: 'too late' } }, {}];
    const suites = [
      { specs: [], suites: [{ specs: [{ ...spec, tests: [{ status: 'flaky', results }] }] }] },
      { specs: [{ ...spec, tests: [{ status: 'expected', results: [{}] }] }] },
    ];
    expect(readPlaywrightCount({ ...playwrightReport({ expected: 1, flaky: 1 }), suites }).notes).toEqual([
      'passed only at the second try: map.spec.ts:7 › a map is moved\n    too late',
    ]);
  });
});

interface PlaywrightNumbers {
  readonly expected?: number;
  readonly unexpected?: number;
  readonly flaky?: number;
  readonly skipped?: number;
}

function playwrightReport({
  expected = 0,
  unexpected = 0,
  flaky = 0,
  skipped = 0,
}: PlaywrightNumbers): object {
  return { stats: { expected, unexpected, flaky, skipped }, errors: [], suites: [] };
}

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
