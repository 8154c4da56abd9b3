import * as fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import {
  addDays,
  dayAt,
  daysBetween,
  firstOfNextMonth,
  formatClock,
  formatCountdown,
  formatDate,
  formatDateTime,
  formatMonth,
  formatTime,
  isDay,
  isFutureDay,
  momentAt,
  offsetAt,
  relativeTime,
} from './dates.ts';
import { formatLocalDate, formatLocalTime } from './local-dates.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

describe('a timestamp', () => {
  it('is formatted in the time of Tashkent', () => {
    expect(formatDate('2026-11-21T04:14:00.000Z')).toBe('21.11.2026');
    expect(formatTime('2026-11-21T04:14:00.000Z')).toBe('09:14');
    expect(formatDateTime('2026-11-21T04:14:00Z')).toBe('21.11.2026 09:14');
    expect(formatDateTime('2026-11-21T04:14:00+05:00')).toBe('21.11.2026 04:14');
  });

  it('changes to the next day with the time zone', () => {
    expect(formatDateTime('2026-12-31T19:00:00Z')).toBe('01.01.2027 00:00');
    expect(formatDateTime('2026-12-31T19:00:00Z', 'UTC')).toBe('31.12.2026 19:00');
    expect(formatDateTime('2026-12-31T19:00:00Z', 'America/New_York')).toBe('31.12.2026 14:00');
  });

  it('formats a date without time alike in every time zone', () => {
    expect(formatDate('2026-11-21', 'America/New_York')).toBe('21.11.2026');
    expect(formatDateTime('1990-01-02', 'Asia/Tokyo')).toBe('02.01.1990');
    expect(formatTime('2026-11-21')).toBe('');
  });

  it.each(['', 'kecha', '2026-02-30', '2026-11-21T04:14:00', '2026-13-01T00:00:00Z'])(
    'is returned unchanged when it is invalid: %j',
    (text) => {
      expect(formatDate(text)).toBe(text);
      expect(formatTime(text)).toBe(text);
      expect(formatDateTime(text)).toBe(text);
    },
  );

  it('throws for an unknown time zone', () => {
    expect(() => formatDate('2026-11-21T04:14:00Z', 'Asia/Urganch')).toThrow(RangeError);
  });
});

it('formats a moment in the time zone of the device', () => {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  for (const iso of ['2026-11-21T04:04:00.000Z', '2026-12-31T23:30:00.000Z', '2026-03-02T00:00:00.000Z']) {
    expect(formatLocalDate(iso)).toBe(formatDate(iso, timeZone));
    expect(formatLocalDate(Date.parse(iso))).toBe(formatDate(iso, timeZone));
    expect(formatLocalTime(Date.parse(iso))).toBe(formatTime(iso, timeZone));
  }
});

describe.each(['Asia/Tashkent', 'Asia/Samarkand', 'UTC'])('the clock of %s', (timeZone) => {
  const expected = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  const shown = (moment: number) => {
    const [, date, time] = /^(\S+) (\S+)$/.exec(expected.format(moment)) ?? [];
    return `${date?.split('-').toReversed().join('.')} ${time}`;
  };

  it('matches the calendars of Intl in each half month from 1970 to 2100', () => {
    for (let moment = 0; moment < Date.UTC(2101, 0); moment += 15 * day + 7 * hour)
      expect(formatDateTime(new Date(moment).toISOString(), timeZone)).toBe(shown(moment));
  });

  it('matches the calendars of Intl at any time', () => {
    const moments = fc.integer({ min: Date.UTC(1991, 0), max: Date.UTC(9998, 0) });
    fc.assert(
      fc.property(moments, (moment) => {
        expect(formatDateTime(new Date(moment).toISOString(), timeZone)).toBe(shown(moment));
      }),
      { numRuns: 1000 },
    );
  });
});

it('dayAt returns the date of the time zone', () => {
  const moment = Date.parse('2026-12-31T19:30:00Z');
  expect(dayAt(moment)).toBe('2027-01-01');
  expect(dayAt(moment, 'UTC')).toBe('2026-12-31');
});

it('offsetAt follows the clocks of a zone', () => {
  expect(offsetAt(Date.parse('2026-11-21T08:15:30.120Z'))).toBe(5 * hour);
  expect(offsetAt(Date.parse('2026-03-29T00:59:59Z'), 'Europe/Berlin')).toBe(hour);
  expect(offsetAt(Date.parse('2026-03-29T01:00:00Z'), 'Europe/Berlin')).toBe(2 * hour);
  expect(offsetAt(Date.parse('2026-07-01T00:00:00Z'), 'America/St_Johns')).toBe(-2.5 * hour);
});

it('momentAt returns the moment that a clock of the zone shows', () => {
  const moments = fc.integer({ min: Date.UTC(1993, 0, 1) / minute, max: Date.UTC(2099, 0, 1) / minute });
  const zones = fc.constantFrom('Asia/Tashkent', 'UTC', 'Europe/Berlin', 'America/St_Johns');
  fc.assert(
    fc.property(moments, zones, (minutes, zone) => {
      const moment = minutes * minute;
      const found = momentAt(dayAt(moment, zone), formatTime(new Date(moment).toISOString(), zone), zone);
      // An hour that the clocks repeat in autumn has two moments.
      expect([moment - hour, moment, moment + hour]).toContain(found);
      expect(formatDateTime(new Date(found).toISOString(), zone)).toBe(
        formatDateTime(new Date(moment).toISOString(), zone),
      );
    }),
  );
});

it('firstOfNextMonth returns the first day of the month after', () => {
  expect(['2026-01-31', '2028-02-01', '2026-04-30', '2026-12-31'].map(firstOfNextMonth)).toEqual([
    '2026-02-01',
    '2028-03-01',
    '2026-05-01',
    '2027-01-01',
  ]);
});

it('formatMonth names the month of a day', () => {
  expect(formatMonth('2026-05-01')).toBe('05.2026');
});

it('isDay knows the calendar', () => {
  expect(isDay('2024-02-29')).toBe(true);
  expect(isDay('2026-02-29')).toBe(false);
  expect(isDay('1900-02-29')).toBe(false);
  expect(isDay('2026-04-31')).toBe(false);
  expect(isDay('2026-1-1')).toBe(false);
});

it('daysBetween counts the days that addDays adds, across leap days and backwards', () => {
  expect(daysBetween('2024-02-28', '2024-03-01')).toBe(2);
  expect(daysBetween('2026-03-01', '2026-02-28')).toBe(-1);
  fc.assert(
    fc.property(
      fc.integer({ min: -40_000, max: 40_000 }),
      fc.integer({ min: -40_000, max: 40_000 }),
      (start, count) => {
        const from = addDays('2026-01-01', start);
        expect(daysBetween(from, addDays(from, count))).toBe(count);
      },
    ),
  );
});

describe('relativeTime', () => {
  const iso = '2025-11-21T04:14:00.000Z';
  const after = (elapsed: number) => relativeTime(iso, Date.parse(iso) + elapsed);

  it.each([
    [0, 'second', 0],
    [-59 * second, 'second', 0],
    [59 * second, 'second', 59],
    [minute, 'minute', 1],
    [hour - 1, 'minute', 59],
    [hour, 'hour', 1],
    [day - 1, 'hour', 23],
    [day, 'day', 1],
    [30 * day - 1, 'day', 29],
    [30 * day, 'month', 1],
    [365 * day - 1, 'month', 11],
  ])('after %i ms is %s %i', (elapsed, unit, count) => {
    expect(after(elapsed)).toEqual({ unit, count });
  });

  it('is the full date after a year, before the timestamp, and for invalid input', () => {
    expect(after(365 * day)).toEqual({ unit: 'date', date: '21.11.2025' });
    expect(after(-hour)).toEqual({ unit: 'date', date: '21.11.2025' });
    expect(relativeTime('kecha', 0)).toEqual({ unit: 'date', date: 'kecha' });
  });
});

describe('a countdown', () => {
  it('returns the parts of a duration, which are formatted as a clock', () => {
    const countdown = formatCountdown(3 * day + 4 * hour + 5 * minute + 6 * second + 999);
    expect(countdown).toEqual({ days: 3, hours: 4, minutes: 5, seconds: 6 });
    expect(formatClock(countdown)).toBe('04:05:06');
    expect(formatClock(countdown, false)).toBe('04:05');
  });

  it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])('of %d has ended', (left) => {
    expect(formatClock(formatCountdown(left))).toBe('00:00:00');
  });

  it('has parts that add up to the whole', () => {
    fc.assert(
      fc.property(fc.nat(1e12), (left) => {
        const { days, hours, minutes, seconds } = formatCountdown(left);
        const whole = days * day + hours * hour + minutes * minute + seconds * second;
        expect(left - whole).toBeGreaterThanOrEqual(0);
        expect(left - whole).toBeLessThan(second);
      }),
    );
  });
});

it('isFutureDay starts a day when it begins first on Earth', () => {
  vi.useFakeTimers({ now: new Date('2026-11-30T09:59:00Z') });
  try {
    expect([isFutureDay('2026-11-30'), isFutureDay('2026-12-01')]).toEqual([false, true]);
    vi.setSystemTime(new Date('2026-11-30T10:01:00Z'));
    expect([isFutureDay('2026-12-01'), isFutureDay('2026-12-02')]).toEqual([false, true]);
  } finally {
    vi.useRealTimers();
  }
});
