import { expect, test, vi } from 'vitest';
import { createPlaces, type PlaceLimits } from './places.ts';

const usual: PlaceLimits = { atOnce: 2, patience: 500, longestLine: 100 };

/** Work that ends when it is told to. */
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

const told = (outcome: Promise<string>) =>
  outcome.catch((error: { status: number; code: string }) => `${error.status} ${error.code}`);

test('so many are worked on at once, and those in line follow in their order', async () => {
  const places = createPlaces(usual);
  const gate = gated();
  const order: number[] = [];
  const all = [0, 1, 2, 3].map((number) =>
    places.run(gate.work).then(() => {
      order.push(number);
    }),
  );
  await vi.waitFor(() => expect(places.waiting).toBe(2));
  expect(gate.begun()).toBe(2);
  gate.end(1);
  await vi.waitFor(() => expect(gate.begun()).toBe(3));
  expect(places).toMatchObject({ working: 2, waiting: 1 });
  gate.end();
  await vi.waitFor(() => expect(gate.begun()).toBe(4));
  gate.end();
  await Promise.all(all);
  expect(order).toEqual([0, 1, 2, 3]);
  expect(places).toMatchObject({ working: 0, waiting: 0, refused: 0 });
});

test('who finds no place in time is told when to come again, and what he wanted is not begun', async () => {
  const places = createPlaces({ ...usual, patience: 30 });
  const gate = gated();
  const inside = [1, 2].map(() => places.run(gate.work));
  const late = vi.fn(async () => 'done');
  const error = await places.run(late).catch((refusal: unknown) => refusal);
  expect(error).toMatchObject({ status: 503, code: 'busy' });
  const { retryAfter } = error as { retryAfter: number };
  expect([1, 2, 3]).toContain(retryAfter);
  gate.end();
  expect(await Promise.all(inside)).toEqual(['done', 'done']);
  expect(late).not.toHaveBeenCalled();
  expect(places).toMatchObject({ working: 0, waiting: 0, refused: 1 });
  expect(await places.run(async () => 'well again')).toBe('well again');
});

test('those who would wait too long, by what calls took of late, are refused at once', async () => {
  let moment = 0;
  const places = createPlaces(usual, () => moment);
  for (let turn = 0; turn < 100; turn++) await places.run(() => void (moment += 200));
  const gate = gated();
  // Two of 200 ms at once: the fifth in line would wait for 500 ms, the sixth for longer.
  const all = Array.from({ length: 9 }, () => told(places.run(gate.work)));
  await vi.waitFor(() => expect(places.refused).toBe(2));
  expect(places).toMatchObject({ working: 2, waiting: 5 });
  expect(() => places.assertRoom()).toThrow(expect.objectContaining({ code: 'busy' }));
  while (places.working > 0) {
    gate.end();
    await Promise.resolve();
  }
  expect((await Promise.all(all)).filter((outcome) => outcome === '503 busy')).toHaveLength(2);
});

test('calls that hang count for what they have taken so far, although none has ended', async () => {
  let moment = 0;
  const places = createPlaces(usual, () => moment);
  const gate = gated();
  const inside = [1, 2].map(() => places.run(gate.work));
  expect(() => places.assertRoom()).not.toThrow();
  moment = 3000;
  expect(await told(places.run(gate.work))).toBe('503 busy');
  gate.end();
  await Promise.all(inside);
  // With a place free nobody is turned away, however slow the others were.
  const next = places.run(gate.work);
  expect(() => places.assertRoom()).not.toThrow();
  gate.end();
  expect(await next).toBe('done');
});

test('the line has an end, however quick the work is', async () => {
  const places = createPlaces({ ...usual, longestLine: 3 });
  const gate = gated();
  const all = Array.from({ length: 8 }, () => told(places.run(gate.work)));
  await vi.waitFor(() => expect(places.refused).toBe(3));
  while (places.working > 0) {
    gate.end();
    await Promise.resolve();
  }
  expect((await Promise.all(all)).filter((outcome) => outcome === 'done')).toHaveLength(5);
});

test('work that fails leaves its place', async () => {
  const places = createPlaces({ ...usual, atOnce: 1, longestLine: 0 });
  await expect(places.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await expect(
    places.run(() => {
      throw new Error('at once');
    }),
  ).rejects.toThrow('at once');
  expect(await places.run(async () => 'yes')).toBe('yes');
});
