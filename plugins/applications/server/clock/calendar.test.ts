import { describe, expect, test } from 'vitest';
import type { Weekday } from '../../contract/deadlines.ts';
import {
  deadlineFrom,
  isOpenAt,
  isWorkingDay,
  deadlineDayFrom,
  lastDayToWarnOf,
  type DayCount,
  type WorkCalendar,
} from './calendar.ts';
import uzbekistan from './uzbekistan.json' with { type: 'json' };

const calendar: WorkCalendar = {
  timeZone: 'Asia/Tashkent',
  daysOff: new Set(uzbekistan.daysOff as Weekday[]),
  holidays: new Set(uzbekistan.holidays),
  workingDays: new Set(uzbekistan.workingDays),
  opens: '09:00',
  closes: '18:00',
};

describe('the calendar of 2026 and 2027', () => {
  test.each(Object.entries(uzbekistan.workingDaysByMonth))('%s has its working days', (year, expected) => {
    const counted = expected.map((_, month) => {
      const days = Array.from({ length: 31 }, (_day, day) => `${year}-${two(month + 1)}-${two(day + 1)}`);
      return days.filter((day) => isDate(day) && isWorkingDay(day, calendar)).length;
    });
    expect(counted).toEqual(expected);
  });

  test.each(uzbekistan.terms)('a term of $days days from $from', ({ from, days, ...ends }) => {
    for (const count of ['calendar', 'calendar_to_working', 'working'] as const) {
      expect(deadlineDayFrom(from, days, count, calendar), count).toBe(ends[count]);
    }
  });

  test.each(uzbekistan.warnings)(
    '$days days ($count) before $deadline',
    ({ deadline, days, count, comes, dayBefore }) => {
      const lastOn = (day: string) => lastDayToWarnOf(day, days, count as DayCount, calendar);
      expect(lastOn(comes) >= deadline).toBe(true);
      expect(lastOn(dayBefore) >= deadline).toBe(false);
    },
  );
});

describe('a deadline', () => {
  test('is at the time of day from which it is counted', () => {
    expect(deadlineFrom('2026-12-01T04:15:30.120Z', 15, 'working', calendar)).toBe(
      '2026-12-22T04:15:30.120Z',
    );
  });

  test('counts from the day in the time zone of the deployment', () => {
    // Friday 20:30 UTC is Saturday in Tashkent: the next working day is Monday.
    expect(deadlineFrom('2026-11-20T20:30:00.000Z', 1, 'working', calendar)).toBe('2026-11-22T20:30:00.000Z');
  });

  test('keeps its hour across clock changes', () => {
    const berlin = { ...calendar, timeZone: 'Europe/Berlin' };
    expect(deadlineFrom('2026-03-20T09:00:00.000Z', 15, 'calendar', berlin)).toBe('2026-04-04T08:00:00.000Z');
  });

  test('of a calendar without working days is an error, not an endless loop', () => {
    const closed = { ...calendar, daysOff: new Set<Weekday>(), holidays: new Set<string>() };
    const never = {
      ...closed,
      holidays: new Set(Array.from({ length: 400 }, (_, day) => dayAfter('2026-01-01', day))),
    };
    expect(() => deadlineDayFrom('2026-01-05', 1, 'working', never)).toThrow('no working day');
  });
});

test.each([
  ['2026-11-25T04:00:00Z', true],
  ['2026-11-25T03:59:59Z', false],
  ['2026-11-25T12:59:59Z', true],
  ['2026-11-25T13:00:00Z', false],
  ['2026-11-28T06:00:00Z', false],
  ['2026-12-12T06:00:00Z', true],
  ['2026-12-31T06:00:00Z', false],
])('at %s the office is open: %s', (moment, expected) => {
  expect(isOpenAt(Date.parse(moment), calendar)).toBe(expected);
});

function two(number: number): string {
  return String(number).padStart(2, '0');
}

function isDate(day: string): boolean {
  return !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day);
}

function dayAfter(day: string, count: number): string {
  return new Date(Date.parse(day) + count * 86_400_000).toISOString().slice(0, 10);
}
