import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLoadShedder, type LoadShedderOptions, type LoadShedder } from './load-shedder.ts';

const minute = 60_000;
const usual: LoadShedderOptions = { concurrency: 2, maxWaitMs: 500, maxQueued: 100 };

// With real timers, a slow machine would reject queued calls before the test awaits them.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** Work that ends when the test says so. */
function gated(): { work: () => Promise<string>; begun: () => number; end: (count?: number) => void } {
  const gates: (() => void)[] = [];
  let begun = 0;
  return {
    work: async () => {
      begun++;
      await new Promise<void>((resolve) => gates.push(resolve));
      return 'done';
    },
    begun: () => begun,
    end: (count = gates.length) => {
      for (const gate of gates.splice(0, count)) gate();
    },
  };
}

/** Ends the running work and then what follows, until nothing is left. */
async function endAll(shedder: LoadShedder, gate: { end: () => void }): Promise<void> {
  while (shedder.running > 0) {
    gate.end();
    await new Promise(setImmediate);
  }
}

let count = 0;
/** A new caller. */
const someone = () => `caller ${++count}`;

const outcomeOf = (outcome: Promise<string>) =>
  outcome.catch((error: { status: number; code: string }) => `${error.status} ${error.code}`);

test('runs as many calls as allowed, and the queued ones in their order', async () => {
  const shedder = createLoadShedder(usual);
  const gate = gated();
  const order: number[] = [];
  const all = [0, 1, 2, 3].map((number) =>
    shedder.run(someone(), gate.work).then(() => {
      order.push(number);
    }),
  );
  await vi.waitFor(() => expect(shedder.queued).toBe(2));
  expect(gate.begun()).toBe(2);
  gate.end(1);
  await vi.waitFor(() => expect(gate.begun()).toBe(3));
  expect(shedder).toMatchObject({ running: 2, queued: 1 });
  gate.end();
  await vi.waitFor(() => expect(gate.begun()).toBe(4));
  gate.end();
  await Promise.all(all);
  expect(order).toEqual([0, 1, 2, 3]);
  expect(shedder).toMatchObject({ running: 0, queued: 0, rejected: 0 });
});

test('rejects a call that is not started in time with a retry delay, without running it', async () => {
  const shedder = createLoadShedder({ ...usual, maxWaitMs: 30 });
  const gate = gated();
  const inside = [1, 2].map(() => shedder.run(someone(), gate.work));
  const late = vi.fn(async () => 'done');
  const rejected = shedder.run(someone(), late).catch((rejection: unknown) => rejection);
  vi.advanceTimersByTime(30);
  const error = await rejected;
  expect(error).toMatchObject({ status: 503, code: 'busy' });
  const { retryAfter } = error as { retryAfter: number };
  expect([1, 2, 3]).toContain(retryAfter);
  gate.end();
  expect(await Promise.all(inside)).toEqual(['done', 'done']);
  expect(late).not.toHaveBeenCalled();
  expect(shedder).toMatchObject({ running: 0, queued: 0, rejected: 1 });
  expect(await shedder.run(someone(), async () => 'well again')).toBe('well again');
});

test('rejects a call that is not started in time for its caller only', async () => {
  const unhandled = vi.fn();
  process.on('unhandledRejection', unhandled);
  const shedder = createLoadShedder({ ...usual, concurrency: 1, maxWaitMs: 30 });
  const gate = gated();
  const inside = shedder.run(someone(), gate.work);
  const outcomes = Promise.all([1, 2].map(() => outcomeOf(shedder.run(someone(), gate.work))));
  vi.advanceTimersByTime(30);
  expect(await outcomes).toEqual(['503 busy', '503 busy']);
  gate.end();
  expect(await inside).toBe('done');
  await new Promise(setImmediate);
  process.off('unhandledRejection', unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});

test('rejects at once a call that would wait too long by recent durations', async () => {
  let moment = 0;
  const shedder = createLoadShedder(usual, () => moment);
  for (let round = 0; round < 100; round++) await shedder.run(someone(), () => void (moment += 200));
  const gate = gated();
  // Two of 200 ms at a time: the fifth in the queue would wait for 500 ms, the sixth longer.
  const all = Array.from({ length: 9 }, () => outcomeOf(shedder.run(someone(), gate.work)));
  await vi.waitFor(() => expect(shedder.rejected).toBe(2));
  expect(shedder).toMatchObject({ running: 2, queued: 5 });
  expect(() => shedder.assertCapacity()).toThrow(expect.objectContaining({ code: 'busy' }));
  while (shedder.running > 0) {
    gate.end();
    await Promise.resolve();
  }
  expect((await Promise.all(all)).filter((outcome) => outcome === '503 busy')).toHaveLength(2);
});

test('counts the duration so far of calls that hang', async () => {
  let moment = 0;
  const shedder = createLoadShedder(usual, () => moment);
  const gate = gated();
  const inside = [1, 2].map(() => shedder.run(someone(), gate.work));
  expect(() => shedder.assertCapacity()).not.toThrow();
  moment = 3000;
  expect(await outcomeOf(shedder.run(someone(), gate.work))).toBe('503 busy');
  gate.end();
  await Promise.all(inside);
  // With a free slot no call is rejected, however slow the others were.
  const next = shedder.run(someone(), gate.work);
  expect(() => shedder.assertCapacity()).not.toThrow();
  gate.end();
  expect(await next).toBe('done');
});

test('limits the queue, regardless of the duration of calls', async () => {
  const shedder = createLoadShedder({ ...usual, maxQueued: 3 });
  const gate = gated();
  const all = Array.from({ length: 8 }, () => outcomeOf(shedder.run(someone(), gate.work)));
  await vi.waitFor(() => expect(shedder.rejected).toBe(3));
  while (shedder.running > 0) {
    gate.end();
    await Promise.resolve();
  }
  expect((await Promise.all(all)).filter((outcome) => outcome === 'done')).toHaveLength(5);
});

test('frees the slot of a call that fails', async () => {
  const shedder = createLoadShedder({ ...usual, concurrency: 1, maxQueued: 0 });
  await expect(shedder.run(someone(), () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await expect(
    shedder.run(someone(), () => {
      throw new Error('at once');
    }),
  ).rejects.toThrow('at once');
  expect(await shedder.run(someone(), async () => 'yes')).toBe('yes');
});

test('gives one caller half of the slots, two a third each, and leaves one for a newcomer', async () => {
  const shedder = createLoadShedder({ ...usual, maxWaitMs: minute, concurrency: 24 });
  const gate = gated();
  const all: Promise<unknown>[] = [];
  const request = (caller: string, times: number) => {
    for (let round = 0; round < times; round++) all.push(shedder.run(caller, gate.work));
  };
  request('a', 20);
  expect(shedder).toMatchObject({ running: 12, queued: 8 });
  request('b', 1);
  expect(shedder).toMatchObject({ running: 13, queued: 8 });
  // Slots that one caller leaves go to the other, until both have the same number.
  request('b', 20);
  const ofB = shedder.running - 12;
  expect(ofB).toBe(6);
  for (let round = 0; round < 6; round++) {
    request(someone(), 1);
    expect(shedder.running).toBe(19 + round);
  }
  expect(shedder).toMatchObject({ running: 24, rejected: 0 });
  await endAll(shedder, gate);
  expect(await Promise.all(all)).toHaveLength(47);
  expect(shedder).toMatchObject({ running: 0, queued: 0, rejected: 0 });
});

test('queues the calls of a caller above its share, while those of others pass', async () => {
  const shedder = createLoadShedder({ ...usual, maxWaitMs: minute, concurrency: 4 });
  const order: string[] = [];
  const gates: Record<string, () => void> = {};
  const request = (caller: string, name: string) =>
    shedder.run(caller, async () => {
      order.push(name);
      await new Promise<void>((resolve) => (gates[name] = resolve));
    });
  const all = ['a1', 'a2', 'a3', 'a4'].map((name) => request('a', name));
  all.push(request('b', 'b1'));
  expect(order).toEqual(['a1', 'a2', 'b1']);
  gates['b1']?.();
  await new Promise(setImmediate);
  expect(order).toEqual(['a1', 'a2', 'b1']);
  gates['a2']?.();
  await new Promise(setImmediate);
  expect(order).toEqual(['a1', 'a2', 'b1', 'a3']);
  for (const name of ['a1', 'a3', 'a4']) {
    gates[name]?.();
    await new Promise(setImmediate);
  }
  await Promise.all(all);
  expect(order.at(-1)).toBe('a4');
});

test('limits a caller to a third of the queue', async () => {
  const shedder = createLoadShedder({ concurrency: 4, maxWaitMs: minute, maxQueued: 15 });
  const gate = gated();
  const flood = Array.from({ length: 20 }, () => outcomeOf(shedder.run('a', gate.work)));
  expect(shedder).toMatchObject({ running: 2, queued: 5, rejected: 13 });
  const others = Array.from({ length: 4 }, () => shedder.run(someone(), gate.work));
  expect(shedder).toMatchObject({ running: 4, queued: 7, rejected: 13 });
  await endAll(shedder, gate);
  await Promise.all([...flood, ...others]);
});

test('rejects a caller who would wait too long behind own calls, without effect on others', async () => {
  let moment = 0;
  const shedder = createLoadShedder({ concurrency: 4, maxWaitMs: minute, maxQueued: 100 }, () => moment);
  for (let round = 0; round < 100; round++) await shedder.run(someone(), () => void (moment += 40_000));
  const gate = gated();
  // Two of 40 s at a time: behind four others it would be 80 s.
  const all = Array.from({ length: 9 }, () => outcomeOf(shedder.run('a', gate.work)));
  expect(shedder).toMatchObject({ running: 2, queued: 4, rejected: 3 });
  const other = shedder.run('b', gate.work);
  expect(shedder.running).toBe(3);
  await endAll(shedder, gate);
  await Promise.all([...all, other]);
});
