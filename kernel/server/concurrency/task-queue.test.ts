import { expect, test } from 'vitest';
import { createTaskQueue } from './task-queue.ts';

test('runs two tasks, queues three and refuses the others', async () => {
  const queue = createTaskQueue({ concurrency: 2, maxQueued: 3, retryAfter: 7 });
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
  const outcomesInOrder = await all;
  expect(outcomesInOrder.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => 'done'));
  expect(outcomesInOrder.slice(5)).toEqual(['too_many_attempts 7', 'too_many_attempts 7']);
  clearInterval(timer);
  expect(most).toBe(2);
});

test('frees the slot of a task that fails', async () => {
  const queue = createTaskQueue({ concurrency: 1, maxQueued: 0, retryAfter: 1 });
  await expect(queue.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await queue.run(async () => 'yes')).toBe('yes');
});

/** A task that ends when the test says so. */
function manualTask() {
  const { promise, resolve } = Promise.withResolvers<void>();
  const state = { begun: false, end: resolve };
  return { state, run: () => ((state.begun = true), promise) };
}

test('starts the next task when one has ended or failed', async () => {
  const queue = createTaskQueue({ concurrency: 2 });
  const [one, two, three] = [manualTask(), manualTask(), manualTask()];
  const first = queue.run(one.run);
  void queue.run(two.run);
  const third = queue.run(three.run);
  const failing = queue.run(() => Promise.reject(new Error('on purpose')));
  await Promise.resolve();
  expect([one.state.begun, two.state.begun, three.state.begun]).toEqual([true, true, false]);
  one.state.end();
  await first;
  await Promise.resolve();
  expect(three.state.begun).toBe(true);
  three.state.end();
  await third;
  await expect(failing).rejects.toThrow('on purpose');
  const last = manualTask();
  void queue.run(last.run);
  await Promise.resolve();
  expect(last.state.begun).toBe(true);
});

test('does not start a task that is aborted while it waits', async () => {
  const queue = createTaskQueue({ concurrency: 1 });
  const [busy, left, next] = [manualTask(), manualTask(), manualTask()];
  const running = queue.run(busy.run);
  const gone = new AbortController();
  const leaving = queue.run(left.run, gone.signal);
  const following = queue.run(next.run);
  gone.abort();
  await expect(leaving).rejects.toThrow();
  await expect(queue.run(left.run, gone.signal)).rejects.toThrow();
  busy.state.end();
  await running;
  next.state.end();
  await following;
  expect([left.state.begun, next.state.begun]).toEqual([false, true]);
});
