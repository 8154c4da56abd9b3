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

test('ignores notifications of the first page, and reports later ones once', () => {
  const arrivals = new ArrivalFilter();
  arrivals.begin([one(5), one(3)], false);
  expect(arrivals.take([one(5), one(3)])).toEqual([]);
  expect(idsOf(arrivals.take([one(7), one(6), one(5)]))).toEqual([6, 7]);
  expect(arrivals.take([one(7), one(6)])).toEqual([]);
});

test('ignores notifications that were read elsewhere', () => {
  const arrivals = new ArrivalFilter();
  arrivals.begin([], false);
  expect(arrivals.take([one(1, true)])).toEqual([]);
  expect(arrivals.take([one(1)])).toEqual([]);
});

test('ignores an older notification that moves into a full list', () => {
  const arrivals = new ArrivalFilter();
  arrivals.begin([one(9), one(8)], true);
  expect(arrivals.take([one(9), one(4)])).toEqual([]);
});

test('reports a notification with a smaller id whose transaction ended later', () => {
  const arrivals = new ArrivalFilter();
  arrivals.begin([one(100), one(90)], true);
  arrivals.take([one(102)]);
  expect(arrivals.since).toBeLessThan(101);
  expect(idsOf(arrivals.take([one(102), one(101)]))).toEqual([101]);
});

test('reports each notification exactly once, through any path and any number of times', () => {
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
        const reported = batches.flatMap((ids) =>
          idsOf(arrivals.take([...new Set(ids)].map((id) => one(id)))),
        );
        expect(new Set(reported).size).toBe(reported.length);
        expect(new Set(reported)).toEqual(new Set(batches.flat().filter((id) => !before.includes(id))));
      },
    ),
  );
});

test('is limited in size, and remembers every id that may be repeated', () => {
  const arrivals = new ArrivalFilter();
  arrivals.begin([], false);
  for (let id = 1; id <= 10_000; id++) arrivals.take([one(id)]);
  expect(arrivals.take(Array.from({ length: 10_000 }, (_, index) => one(index + 1)))).toEqual([]);
  expect(idsOf(arrivals.take([one(10_001)]))).toEqual([10_001]);
});
