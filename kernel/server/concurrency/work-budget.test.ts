import { expect, test } from 'vitest';
import { createWorkBudget } from './work-budget.ts';

/** Runs tasks that end when they are told to, and notes the order in which they start. */
function setUp(capacity = 10, maxQueuedByCaller = 20) {
  const budget = createWorkBudget({ capacity, maxQueuedByCaller, retryAfter: 5 });
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const add = (caller: string, weight: number, name: string) =>
    budget.run({ caller, weight }, () => {
      started.push(name);
      return new Promise<void>((resolve) => ends.set(name, resolve));
    });
  const end = async (name: string) => {
    ends.get(name)?.();
    await new Promise(setImmediate);
  };
  return { add, end, started };
}

test('running work never exceeds the capacity', async () => {
  const { add, end, started } = setUp();
  void add('a', 6, 'a1');
  void add('b', 6, 'b1');
  void add('c', 4, 'c1');
  await end('');
  expect(started).toEqual(['a1']);
  await end('a1');
  expect(started).toEqual(['a1', 'b1', 'c1']);
});

test('callers take turns, however much one of them has waiting', async () => {
  const { add, end, started } = setUp(10, 100);
  for (const name of ['a1', 'a2', 'a3', 'a4']) void add('a', 10, name);
  void add('b', 1, 'b1');
  await end('');
  await end('a1');
  expect(started).toEqual(['a1', 'a2']);
  await end('a2');
  expect(started).toEqual(['a1', 'a2', 'b1']);
});

test('refuses work beyond the queue limit of a caller, and of that caller only', async () => {
  const { add, started } = setUp(10, 20);
  for (const name of ['a1', 'a2', 'a3']) void add('a', 10, name);
  await expect(add('a', 1, 'a4')).rejects.toMatchObject({ code: 'too_many_attempts', retryAfter: 5 });
  void add('b', 10, 'b1');
  await new Promise(setImmediate);
  expect(started).toEqual(['a1']);
});

test('counts a heavier task as the capacity, and continues after a failed one', async () => {
  const budget = createWorkBudget({ capacity: 10, maxQueuedByCaller: 20, retryAfter: 5 });
  const failing = budget.run({ caller: 'a', weight: 1000 }, () => Promise.reject(new Error('broken')));
  await expect(failing).rejects.toThrow('broken');
  expect(await budget.run({ caller: 'a', weight: 10 }, async () => 'done')).toBe('done');
});
