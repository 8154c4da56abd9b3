import { describe, expect, test } from 'vitest';
import { addDays, daysSinceMonday } from '#kernel/domain/text/dates.ts';
import {
  addMonths,
  clampDate,
  dateDraft,
  draftDate,
  isoDate,
  localToday,
  monthWeeks,
  parseDate,
} from './date-math.ts';
import { pickerYears } from './calendar.tsx';

test('the picker shows 80 years, starting 30 years ago', () => {
  const years = pickerYears(2026);
  expect([years.length, years[0], years.at(-1)]).toEqual([80, 1996, 2075]);
});

describe('an invalid date', () => {
  test.each([
    [2026, 2, 29],
    [2026, 13, 1],
    [2026, 0, 1],
    [2026, 4, 31],
    [26, 1, 1],
  ])('%i-%i-%i is null', (year, month, day) => {
    expect(isoDate(year, month, day)).toBeNull();
  });

  test('accepts a leap day', () => {
    expect(isoDate(2028, 2, 29)).toBe('2028-02-29');
  });
});

test('converts between parts and dates', () => {
  expect(dateDraft('2026-11-05')).toEqual({ day: '05', month: '11', year: '2026' });
  expect(draftDate({ day: '5', month: '11', year: '2026' })).toBe('2026-11-05');
  expect(draftDate({ day: '5', month: '11', year: '202' })).toBeNull();
  expect(dateDraft('')).toEqual({ day: '', month: '', year: '' });
});

test.each([
  ['19.11.2026', '2026-11-19'],
  [' 1/2/2026 ', '2026-02-01'],
  ['2026-11-19T10:00:00Z', '2026-11-19'],
  ['31.02.2026', null],
  ['soon', null],
])('pasting "%s" gives %s', (text, date) => {
  expect(parseDate(text)).toBe(date);
});

test('adds days and months across the ends of months and years', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
  expect(addMonths('2026-01-15', -1)).toBe('2025-12-15');
});

test('a month consists of whole weeks from Monday', () => {
  const weeks = monthWeeks(2026, 11);
  expect(weeks.every((week) => week.length === 7 && daysSinceMonday(week[0] ?? '') === 0)).toBe(true);
  expect([weeks[0]?.[0], weeks.at(-1)?.at(-1)]).toEqual(['2026-10-26', '2026-12-06']);
  expect(monthWeeks(2027, 2)).toHaveLength(4);
});

test('applies bounds, and ignores empty ones', () => {
  expect(clampDate('2026-01-01', '2026-02-01', undefined)).toBe('2026-02-01');
  expect(clampDate('2026-03-01', '', '2026-02-01')).toBe('2026-02-01');
  expect(clampDate('2026-03-01', '', '')).toBe('2026-03-01');
});

test('today is the local date', () => {
  expect(localToday(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05');
});
