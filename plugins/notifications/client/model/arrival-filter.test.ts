import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Notification } from '../../contract.ts';
import { ArrivalFilter } from './arrival-filter.ts';

const one = (id: number, is_read = false): Notification => ({
  id,
  type: 'application',
  is_read,
  createdAt: '2026-11-21T08:15:30.000Z',
});
const idsOf = (items: readonly Notification[]) => items.map(({ id }) => id);

test('what was there at the beginning is not new, what comes is, once', () => {
  const arrivals = new ArrivalFilter();
  arrivals.begin([one(5), one(3)], false);
  expect(arrivals.take([one(5), one(3)])).toEqual([]);
  expect(idsOf(arrivals.take([one(7), one(6), one(5)]))).toEqual([6, 7]);
  expect(arrivals.take([one(7), one(6)])).toEqual([]);
});

test('does not count as new what was read in another window', () => {
  const arrivals = new ArrivalFilter();
  arrivals.begin([], false);
  expect(arrivals.take([one(1, true)])).toEqual([]);
  expect(arrivals.take([one(1)])).toEqual([]);
});

test('an older one that slides into a full list is not new', () => {
  const arrivals = new ArrivalFilter();
  arrivals.begin([one(9), one(8)], true);
  expect(arrivals.take([one(9), one(4)])).toEqual([]);
});

test('one with a smaller id whose change ended later is asked for, and is new', () => {
  const arrivals = new ArrivalFilter();
  arrivals.begin([one(100), one(90)], true);
  arrivals.take([one(102)]);
  expect(arrivals.since).toBeLessThan(101);
  expect(idsOf(arrivals.take([one(102), one(101)]))).toEqual([101]);
});

test('over whatever ways and however often things come, each is new exactly once', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 20 }),
      fc.array(fc.array(fc.integer({ min: 1, max: 90 }), { maxLength: 15 }), { maxLength: 20 }),
      (before, batches) => {
        const arrivals = new ArrivalFilter();
        arrivals.begin(
          before.map((id) => one(id)),
          false,
        );
        const told = batches.flatMap((ids) => idsOf(arrivals.take([...new Set(ids)].map((id) => one(id)))));
        expect(new Set(told).size).toBe(told.length);
        expect(new Set(told)).toEqual(new Set(batches.flat().filter((id) => !before.includes(id))));
      },
    ),
  );
});

test('it does not grow without end, and forgets nothing that could come again', () => {
  const arrivals = new ArrivalFilter();
  arrivals.begin([], false);
  for (let id = 1; id <= 10_000; id++) arrivals.take([one(id)]);
  expect(arrivals.take(Array.from({ length: 10_000 }, (_, index) => one(index + 1)))).toEqual([]);
  expect(idsOf(arrivals.take([one(10_001)]))).toEqual([10_001]);
});
