import { expect, test } from 'vitest';
import { retryUntilOnline } from './retry-until-online.ts';

const lost = new Error('lost');

function failing(times: number, error: Error = lost) {
  const calls = { count: 0 };
  const work = async () => {
    calls.count++;
    if (calls.count <= times) throw error;
    return 'here';
  };
  return { calls, work };
}

test('repeats work while the connection is lost, and waits before each attempt', async () => {
  const { work, calls } = failing(3);
  const waits: number[] = [];
  const retryOptions = {
    signal: new AbortController().signal,
    isPassing: (error: unknown) => error === lost,
    wait: async (tries: number) => void waits.push(tries),
  };
  expect(await retryUntilOnline(work, retryOptions)).toBe('here');
  expect(calls.count).toBe(4);
  expect(waits).toEqual([1, 2, 3]);
});

test('throws a permanent error at once', async () => {
  const { work, calls } = failing(1, new Error('permanent'));
  const retryOptions = {
    signal: new AbortController().signal,
    isPassing: (error: unknown) => error === lost,
    wait: async () => {},
  };
  await expect(retryUntilOnline(work, retryOptions)).rejects.toThrow('permanent');
  expect(calls.count).toBe(1);
});

test('stops when the signal aborts', async () => {
  const { work, calls } = failing(Infinity);
  const controller = new AbortController();
  const wait = async (tries: number) => {
    if (tries === 2) controller.abort();
  };
  const outcome = retryUntilOnline(work, { signal: controller.signal, isPassing: () => true, wait });
  expect(await outcome).toBeNull();
  expect(calls.count).toBe(2);
});
