import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createSerialQueue } from './serial-queue.ts';

test('runs tasks one after the other, in their order', async () => {
  const queue = createSerialQueue();
  const steps: string[] = [];
  const task = (name: string, ms: number) => async () => {
    steps.push(`${name} starts`);
    await pause(ms);
    steps.push(`${name} ends`);
    return name;
  };
  expect(await Promise.all([queue(task('a', 5)), queue(task('b', 0)), queue(() => 'c')])).toEqual([
    'a',
    'b',
    'c',
  ]);
  expect(steps).toEqual(['a starts', 'a ends', 'b starts', 'b ends']);
});

test('continues after a failed task, whose caller gets the error', async () => {
  const queue = createSerialQueue();
  const failed = queue(() => Promise.reject(new Error('broken')));
  const thrown = queue(() => {
    throw new Error('thrown');
  });
  await expect(failed).rejects.toThrow('broken');
  await expect(thrown).rejects.toThrow('thrown');
  await expect(queue(() => 1)).resolves.toBe(1);
});
