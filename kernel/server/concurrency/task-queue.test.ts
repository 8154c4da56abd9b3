import { expect, test } from 'vitest';
import { createTaskQueue } from './task-queue.ts';

test('runs two tasks, queues three and rejects the others', async () => {
  const queue = createTaskQueue({ concurrency: 2, maxQueued: 3, retryAfter: 7 });
  let running = 0;
  let max = 0;
  const gates: (() => void)[] = [];
  async function work(): Promise<string> {
    max = Math.max(max, ++running);
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
  expect(max).toBe(2);
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
  const leaving = queue.run(left.run, { signal: gone.signal });
  const following = queue.run(next.run);
  gone.abort();
  await expect(leaving).rejects.toThrow();
  await expect(queue.run(left.run, { signal: gone.signal })).rejects.toThrow();
  busy.state.end();
  await running;
  next.state.end();
  await following;
  expect([left.state.begun, next.state.begun]).toEqual([false, true]);
});

/** A queue of weighted tasks that end when the test says so; records the order in which they start. */
function weighted(concurrency = 10, maxQueued = 20) {
  const queue = createTaskQueue({ concurrency, maxQueued, retryAfter: 5 });
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const add = (caller: string, weight: number, name: string, signal?: AbortSignal) =>
    queue.run(
      () => {
        started.push(name);
        return new Promise<void>((resolve) => ends.set(name, resolve));
      },
      { caller, weight, signal },
    );
  const end = async (name: string) => {
    ends.get(name)?.();
    await new Promise(setImmediate);
  };
  return { add, end, started };
}

test('running work never exceeds the concurrency', async () => {
  const { add, end, started } = weighted();
  void add('a', 6, 'a1');
  void add('b', 6, 'b1');
  void add('c', 4, 'c1');
  await end('');
  expect(started).toEqual(['a1']);
  await end('a1');
  expect(started).toEqual(['a1', 'b1', 'c1']);
});

test('callers take turns, regardless of the number of their queued tasks', async () => {
  const { add, end, started } = weighted(10, 100);
  for (const name of ['a1', 'a2', 'a3', 'a4']) void add('a', 10, name);
  void add('b', 1, 'b1');
  await end('');
  await end('a1');
  expect(started).toEqual(['a1', 'a2']);
  await end('a2');
  expect(started).toEqual(['a1', 'a2', 'b1']);
});

test('rejects work beyond the queue limit of a caller, and of that caller only', async () => {
  const { add, started } = weighted(10, 20);
  for (const name of ['a1', 'a2', 'a3']) void add('a', 10, name);
  await expect(add('a', 1, 'a4')).rejects.toMatchObject({ code: 'too_many_attempts', retryAfter: 5 });
  void add('b', 10, 'b1');
  await new Promise(setImmediate);
  expect(started).toEqual(['a1']);
});

test('counts a heavier task as the whole concurrency, and continues after a failed one', async () => {
  const queue = createTaskQueue({ concurrency: 10, maxQueued: 20, retryAfter: 5 });
  const failing = queue.run(() => Promise.reject(new Error('broken')), { caller: 'a', weight: 1000 });
  await expect(failing).rejects.toThrow('broken');
  expect(await queue.run(async () => 'done', { caller: 'a', weight: 10 })).toBe('done');
});

test('starts what waited behind a heavy task that is aborted', async () => {
  const { add, started } = weighted();
  const gone = new AbortController();
  void add('a', 6, 'a1');
  const leaving = add('b', 6, 'b1', gone.signal);
  void add('c', 4, 'c1');
  gone.abort();
  await expect(leaving).rejects.toThrow();
  await new Promise(setImmediate);
  expect(started).toEqual(['a1', 'c1']);
});

test('runs a task of the whole concurrency after tasks of fractional weights', async () => {
  const queue = createTaskQueue({ concurrency: 40_000_000 });
  const weights = Array.from({ length: 100 }, (_, index) => (1_000_000 + index * 104_729) / 3);
  await Promise.all(weights.map((weight) => queue.run(async () => undefined, { weight })));
  expect(await queue.run(async () => 'done', { weight: 40_000_000 })).toBe('done');
});
