import { expect, test } from 'vitest';
import { createTaskQueue } from './task-queue.ts';

test('so many run at once, so many wait in line, the others are told when to come back', async () => {
  const queue = createTaskQueue({ atOnce: 2, inLine: 3, retryAfter: 7 });
  let running = 0;
  let most = 0;
  const gates: (() => void)[] = [];
  async function work(): Promise<string> {
    most = Math.max(most, ++running);
    await new Promise<void>((resolve) => gates.push(resolve));
    running--;
    return 'done';
  }
  const outcomes = Array.from({ length: 7 }, () =>
    queue
      .run(work)
      .catch((error: { code: string; retryAfter: number }) => `${error.code} ${error.retryAfter}`),
  );
  const all = Promise.all(outcomes);
  const timer = setInterval(() => gates.shift()?.(), 1);
  const answers = await all;
  expect(answers.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => 'done'));
  expect(answers.slice(5)).toEqual(['too_many_attempts 7', 'too_many_attempts 7']);
  clearInterval(timer);
  expect(most).toBe(2);
});

test('work that fails leaves its place', async () => {
  const queue = createTaskQueue({ atOnce: 1, inLine: 0, retryAfter: 1 });
  await expect(queue.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await queue.run(async () => 'yes')).toBe('yes');
});
