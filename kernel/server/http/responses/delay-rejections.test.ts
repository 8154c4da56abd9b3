import { expect, test } from 'vitest';
import { createRejectionDelay } from './error-handler.ts';

test('delays rejections, up to a thousand at a time', async () => {
  const waits: (() => void)[] = [];
  const delay = createRejectionDelay(() => new Promise<void>((resolve) => waits.push(resolve)));
  let rejections = 0;
  const all = Array.from({ length: 1003 }, () => delay().then(() => rejections++));
  await new Promise(setImmediate);
  expect([waits.length, rejections]).toEqual([1000, 3]);
  for (const resolve of waits) resolve();
  await Promise.all(all);

  void delay();
  expect(waits, 'there is room again').toHaveLength(1001);
});

test('a failed delay frees its slot', async () => {
  let begun = 0;
  const delay = createRejectionDelay(() => {
    begun++;
    return Promise.reject(new Error('the server stops'));
  });
  for (let round = 0; round < 1001; round++) await expect(delay()).rejects.toThrow('stops');
  expect(begun).toBe(1001);
});
