import { expect, test } from 'vitest';
import { RequestError } from '#kernel/client/data/request-error.ts';
import { runBulk } from './run-bulk.ts';

const rejected = (status: number) => new RequestError({ status, code: 'in_use', text: `no (${status})` });
const watch = (stopAfter = Infinity) => {
  const steps: number[] = [];
  return {
    steps,
    onStep: (at: number) => void steps.push(at),
    isStopped: () => steps.length >= stopAfter,
  };
};

test('runs one request after another, and keeps the reason of each failure', async () => {
  let busy = 0;
  const seen = watch();
  const outcome = await runBulk(
    [1, 2, 3],
    async (item) => {
      busy += 1;
      expect(busy).toBe(1);
      await Promise.resolve();
      busy -= 1;
      if (item === 2) throw rejected(409);
    },
    seen,
  );
  expect(outcome).toEqual({ done: [1, 3], stayed: [{ item: 2, reason: 'no (409)' }], left: 0 });
  expect(seen.steps).toEqual([1, 2, 3]);
});

test('can be stopped between two requests', async () => {
  const outcome = await runBulk([1, 2, 3, 4], async () => undefined, watch(2));
  expect(outcome).toEqual({ done: [1, 2], stayed: [], left: 2 });
});

test.each([0, 401])('stops by itself where the rest would fail alike (%i)', async (status) => {
  const outcome = await runBulk(
    [1, 2, 3],
    async (item) => {
      if (item === 2) throw rejected(status);
    },
    watch(),
  );
  expect(outcome).toMatchObject({ done: [1], left: 1 });
  expect(outcome.stayed).toHaveLength(1);
});
