import { expect, test, vi } from 'vitest';
import { pauseAfter, retry, type RetryPolicy } from './retry.ts';

/** Work that fails with each of the errors in turn, then returns the number of its attempt. */
function failing(...errors: readonly Error[]) {
  let attempts = 0;
  return async () => {
    const error = errors[attempts++];
    if (error) throw error;
    return attempts;
  };
}

test('runs work again until it succeeds', async () => {
  expect(await retry(failing(), { delayMs: 0 })).toBe(1);
  expect(await retry(failing(new Error('a'), new Error('b')), { delayMs: 1, maxDelayMs: 2 })).toBe(3);
});

test('throws the last error after the most attempts', async () => {
  const work = failing(new Error('first'), new Error('second'), new Error('third'));
  await expect(retry(work, { maxAttempts: 2, delayMs: 0 })).rejects.toThrow('second');
});

test('throws an error that cannot be retried at once', async () => {
  const shouldRetry = (error: unknown) => (error as Error).message === 'again';
  const work = failing(new Error('again'), new Error('final'), new Error('again'));
  await expect(retry(work, { delayMs: 0, shouldRetry })).rejects.toThrow('final');
});

test('stops waiting when the signal aborts', async () => {
  const stop = new AbortController();
  const work = retry(failing(new Error('a'), new Error('b')), { delayMs: 60_000, signal: stop.signal });
  stop.abort(new Error('closed'));
  await expect(work).rejects.toThrow('closed');
});

test.each<RetryPolicy>([
  { delayMs: 10 },
  { delayMs: 10, maxDelayMs: 50 },
  { delayMs: 10, maxDelayMs: 1000 },
  { delayMs: 10, factor: 4, maxDelayMs: 1000 },
])('pauseAfter gives the pauses of retry with %o', async (policy) => {
  const pauses: (number | undefined)[] = [];
  const { setTimeout: setTimer } = globalThis;
  const spy = vi.spyOn(globalThis, 'setTimeout').mockImplementation((run, ms) => {
    pauses.push(ms);
    return setTimer(run, 0);
  });
  const errors = Array.from({ length: 5 }, () => new Error('again'));
  await retry(failing(...errors), policy).finally(() => spy.mockRestore());
  expect(pauses).toEqual([1, 2, 3, 4, 5].map((failures) => pauseAfter(failures, policy)));
});
