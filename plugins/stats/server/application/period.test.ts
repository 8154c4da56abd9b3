import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changePercent } from './application-routes.ts';
import { flowOf, bucketSizeOf } from './flow.ts';
import { addDays, dayAt } from '#kernel/domain/text/index.ts';
import { lengthOf, periodOf } from './period.ts';

const day = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

/** Counts day by day. */
function slowLength(from: string, to: string): number {
  let count = 0;
  for (let one = from; one <= to; one = addDays(one, 1)) count++;
  return count;
}

describe('the day of a timestamp', () => {
  it.each([
    // Tashkent is UTC+5 all year.
    ['2026-10-31T18:59:59.999Z', 'Asia/Tashkent', '2026-10-31'],
    ['2026-10-31T19:00:00.000Z', 'Asia/Tashkent', '2026-11-01'],
    ['2024-02-28T19:00:00.000Z', 'Asia/Tashkent', '2024-02-29'],
    ['2026-12-31T19:00:00.000Z', 'Asia/Tashkent', '2027-01-01'],
    // New York sets its clocks back on 1 November 2026: that day has 25 hours.
    ['2026-11-01T03:59:59.000Z', 'America/New_York', '2026-10-31'],
    ['2026-11-01T04:00:00.000Z', 'America/New_York', '2026-11-01'],
    ['2026-11-02T04:59:59.000Z', 'America/New_York', '2026-11-01'],
    ['2026-11-02T05:00:00.000Z', 'America/New_York', '2026-11-02'],
    ['2026-06-30T23:30:00.000Z', 'Pacific/Kiritimati', '2026-07-01'],
  ])('%s in %s is %s', (moment, timeZone, expected) => {
    expect(dayAt(Date.parse(moment), timeZone)).toBe(expected);
  });
});

describe('a period', () => {
  it.each([
    ['today', '2026-03-01', '2026-03-01', '2026-02-28', '2026-02-28'],
    ['month', '2026-03-01', '2026-03-01', '2026-02-28', '2026-02-28'],
    ['month', '2026-03-31', '2026-03-01', '2026-01-29', '2026-02-28'],
    ['month', '2024-03-31', '2024-03-01', '2024-01-30', '2024-02-29'],
    ['year', '2026-01-01', '2026-01-01', '2025-12-31', '2025-12-31'],
    ['year', '2024-12-31', '2024-01-01', '2022-12-31', '2023-12-31'],
  ] as const)('%s on %s begins on %s, after %s to %s', (timeFilter, today, from, first, last) => {
    const { days, now, before } = periodOf({ timeFilter }, today);
    expect(days).toEqual({ from, to: today });
    expect(now).toEqual(days);
    expect(before).toEqual({ from: first, to: last });
  });

  it('of all time compares the last 30 days with the 30 before', () => {
    expect(periodOf({ timeFilter: 'all' }, '2026-11-21')).toEqual({
      days: null,
      now: { from: '2026-10-23', to: '2026-11-21' },
      before: { from: '2026-09-23', to: '2026-10-22' },
    });
  });

  it('is compared with as many days, which end on the day before it', () => {
    fc.assert(
      fc.property(day, fc.nat(500), day, (from, more, today) => {
        const to = addDays(from, more);
        const { now, before } = periodOf({ date_from: from, date_to: to }, today);
        expect(now).toEqual({ from, to });
        expect(lengthOf(before)).toBe(slowLength(from, to));
        expect(addDays(before.to, 1)).toBe(from);
      }),
      { numRuns: 200 },
    );
  });

  it('with one bound reaches to today, or from the first day', () => {
    expect(periodOf({ date_from: '2026-11-01' }, '2026-11-21').days).toEqual({
      from: '2026-11-01',
      to: '2026-11-21',
    });
    expect(periodOf({ date_from: '2027-01-01' }, '2026-11-21').days).toEqual({
      from: '2027-01-01',
      to: '2027-01-01',
    });
    expect(periodOf({ timeFilter: 'custom', date_to: '2026-11-01' }, '2026-11-21').days?.to).toBe(
      '2026-11-01',
    );
    expect(periodOf({ timeFilter: 'custom' }, '2026-11-21').days).toBeNull();
  });
});

describe('the change in percent', () => {
  it('is exact to a tenth', () => {
    fc.assert(
      fc.property(fc.nat(2_000_000), fc.integer({ min: 1, max: 2_000_000 }), (now, before) => {
        // In thousandths, by integer division without floating point.
        const thousandths = (BigInt(now - before) * 2000n + BigInt(before)) / (2n * BigInt(before));
        const floored =
          (BigInt(now - before) * 2000n + BigInt(before)) % (2n * BigInt(before)) < 0n
            ? thousandths - 1n
            : thousandths;
        expect(changePercent(now, before)).toBeCloseTo(Number(floored) / 10, 9);
        expect(Object.is(changePercent(now, before), -0)).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });

  it('is defined if there was nothing before', () => {
    expect(changePercent(0, 0)).toBe(0);
    expect(changePercent(7, 0)).toBe(100);
    expect(changePercent(0, 7)).toBe(-100);
  });
});

describe('the flow', () => {
  it('has no gaps for any data', () => {
    fc.assert(
      fc.property(day, fc.nat(200), fc.array(fc.nat(200)), (from, more, offsets) => {
        const days = { from, to: addDays(from, more) };
        const bucketSize = bucketSizeOf(days);
        const at = (offset: number) => {
          const one = addDays(from, offset % (more + 1));
          return bucketSize === 'day' ? one : `${one.slice(0, 7)}-01`;
        };
        const counts = new Map<string, number>();
        for (const offset of offsets) counts.set(at(offset), (counts.get(at(offset)) ?? 0) + 1);
        const arrivals = [...counts].map(([since, count]) => ({ since, count }));
        const flow = flowOf({ arrivals, completions: [] }, { days, bucketSize: bucketSize, today: days.to });
        expect(flow.reduce((sum, one) => sum + one.arrived, 0)).toBe(offsets.length);
        expect(new Set(flow.map(({ since }) => since)).size).toBe(flow.length);
        if (bucketSize === 'day') expect(flow).toHaveLength(more + 1);
        for (const [index, one] of flow.entries()) {
          const following = flow[index + 1]?.since;
          if (following === undefined) continue;
          const step = addDays(one.since, bucketSize === 'day' ? 1 : 32);
          expect(bucketSize === 'day' ? step : `${step.slice(0, 7)}-01`).toBe(following);
        }
      }),
      { numRuns: 150 },
    );
  });
});
