import { expect, test } from 'vitest';
import { exitCodeOf, NotHere, rowOf, Steps, type Outcome, type StepResult } from './steps.ts';

const result = (outcome: Outcome): StepResult => ({ name: 'Start', outcome, seconds: 1, note: '' });

test('the exit code says whether a step failed, or was not run', () => {
  expect(exitCodeOf([result('passed'), result('passed')])).toBe(0);
  expect(exitCodeOf([result('passed'), result('not run')])).toBe(2);
  expect(exitCodeOf([result('not run'), result('failed')])).toBe(1);
  expect(exitCodeOf([])).toBe(2);
});

test('a step with a missing predecessor is named with its reason, and not run', async () => {
  const rows: string[] = [];
  const steps = new Steps((row) => rows.push(row));
  const engine = await steps.need('An engine', async () => Promise.reject(new NotHere('there is no docker')));
  let isRun = false;
  await steps.check('Start', async () => {
    isRun = true;
    return '';
  });
  expect(engine).toBeNull();
  expect(isRun).toBe(false);
  expect(steps.results.map(({ outcome, note }) => [outcome, note])).toEqual([
    ['not run', 'there is no docker'],
    ['not run', 'needs "An engine"'],
  ]);
  expect(rows[1]).toMatch(/^Start +NOT RUN +0\.0 s {2}needs "An engine"$/);
  expect(exitCodeOf(steps.results)).toBe(2);
});

test('a failed check lets the next steps run, a failed need does not', async () => {
  const steps = new Steps(() => {});
  await steps.check('One', () => Promise.reject(new Error('lost\nmore')));
  expect(await steps.need('Two', async () => ['done', 'well'])).toBe('done');
  await steps.need('Three', () => Promise.reject(new Error('broken')));
  await steps.check('Four', async () => 'unreached');
  expect(steps.results.map(({ outcome }) => outcome)).toEqual(['failed', 'passed', 'failed', 'not run']);
  expect(rowOf(steps.results[0] ?? result('passed')).split('\n')).toEqual([
    expect.stringContaining('lost'),
    '    more',
  ]);
});
