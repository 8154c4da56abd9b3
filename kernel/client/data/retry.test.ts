import { expect, test } from 'vitest';
import { pause, retry } from './retry.ts';

const lost = new Error('lost');
const isLost = (error: unknown) => error === lost;

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
  const waitAfter = (error: unknown, attempt: number) =>
    isLost(error) ? Promise.resolve(void waits.push(attempt)) : null;
  expect(await retry(work, { waitAfter })).toBe('here');
  expect(calls.count).toBe(4);
  expect(waits).toEqual([1, 2, 3]);
});

test('throws a final error without another attempt', async () => {
  const { work, calls } = failing(1, new Error('final'));
  const waitAfter = (error: unknown) => (isLost(error) ? Promise.resolve() : null);
  await expect(retry(work, { waitAfter })).rejects.toThrow('final');
  expect(calls.count).toBe(1);
});

test('ends with the reason of a signal that aborts a pause, before it or during it', async () => {
  const { work, calls } = failing(Infinity);
  const controller = new AbortController();
  const waitAfter = (_error: unknown, attempt: number) => {
    if (attempt === 3) setTimeout(() => controller.abort(new Error('left')));
    return pause(attempt < 3 ? 0 : 3_600_000, controller.signal);
  };
  await expect(retry(work, { waitAfter })).rejects.toThrow('left');
  expect(calls.count).toBe(3);
  await expect(pause(0, controller.signal)).rejects.toThrow('left');
});
