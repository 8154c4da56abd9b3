import { expect, test } from 'vitest';
import { retryUntilOnline } from './retry-until-online.ts';

const cut = new Error('cut');

function failing(times: number, error: Error = cut) {
  const calls = { count: 0 };
  const work = async () => {
    calls.count++;
    if (calls.count <= times) throw error;
    return 'here';
  };
  return { calls, work };
}

test('tries again as long as the line is cut, and waits before each try', async () => {
  const { work, calls } = failing(3);
  const waits: number[] = [];
  const retryOptions = {
    signal: new AbortController().signal,
    isPassing: (error: unknown) => error === cut,
    wait: async (tries: number) => void waits.push(tries),
  };
  expect(await retryUntilOnline(work, retryOptions)).toBe('here');
  expect(calls.count).toBe(4);
  expect(waits).toEqual([1, 2, 3]);
});

test('what will not pass is thrown at once', async () => {
  const { work, calls } = failing(1, new Error('a mistake'));
  const retryOptions = {
    signal: new AbortController().signal,
    isPassing: (error: unknown) => error === cut,
    wait: async () => {},
  };
  await expect(retryUntilOnline(work, retryOptions)).rejects.toThrow('a mistake');
  expect(calls.count).toBe(1);
});

test('whoever went away is not tried for', async () => {
  const { work, calls } = failing(Infinity);
  const ending = new AbortController();
  const wait = async (tries: number) => {
    if (tries === 2) ending.abort();
  };
  const trying = retryUntilOnline(work, { signal: ending.signal, isPassing: () => true, wait });
  expect(await trying).toBeNull();
  expect(calls.count).toBe(2);
});
