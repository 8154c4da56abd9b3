import { expect, test } from 'vitest';
import { isBackupDue, isDrillDue, lastScheduledTime } from './due.ts';
import type { Run } from './runs.ts';

const zone = 'Asia/Tashkent';
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const at = (text: string) => Date.parse(`${text}+05:00`);

function run(startedAt: number, how: 'good' | 'failed' | 'killed' = 'good'): Run {
  return {
    id: 1,
    kind: 'backup',
    name: null,
    startedAt,
    endedAt: how === 'killed' ? null : startedAt + minute,
    succeeded: how === 'good',
    problem: null,
    details: {},
  };
}

test('the scheduled time is the last occurrence in the time zone of the office', () => {
  const scheduled = at('2026-11-27T02:00');
  expect(lastScheduledTime(scheduled, '02:00', zone)).toBe(scheduled);
  expect(lastScheduledTime(scheduled + day - 1, '02:00', zone)).toBe(scheduled);
  expect(lastScheduledTime(scheduled - 1, '02:00', zone)).toBe(scheduled - day);
  // 23:30 office time is another date in UTC.
  expect(lastScheduledTime(at('2026-11-27T23:45'), '23:30', zone)).toBe(at('2026-11-27T23:30'));
});

test('a scheduled time on a clock change lies on that day, and times increase', () => {
  const spring = lastScheduledTime(Date.parse('2026-03-29T10:00Z'), '02:30', 'Europe/Berlin');
  expect(new Date(spring).toISOString()).toBe('2026-03-29T01:30:00.000Z');
  const winter = lastScheduledTime(Date.parse('2026-12-01T10:00Z'), '02:30', 'Europe/Berlin');
  expect(new Date(winter).toISOString()).toBe('2026-12-01T01:30:00.000Z');
});

test('a backup is due once after each scheduled time, also hours later, and again after a failure with growing pauses', () => {
  const scheduled = at('2026-11-27T02:00');
  expect(isBackupDue([], scheduled, scheduled)).toBe(true);
  expect(isBackupDue([run(scheduled - hour)], scheduled, scheduled + 9 * hour)).toBe(true);
  expect(isBackupDue([run(scheduled)], scheduled, scheduled + 9 * hour)).toBe(false);
  const failed = run(scheduled, 'failed');
  expect(isBackupDue([failed], scheduled, scheduled + 15 * minute)).toBe(false);
  expect(isBackupDue([failed], scheduled, scheduled + 16 * minute)).toBe(true);
  const twice = [run(scheduled + 16 * minute, 'failed'), failed];
  expect(isBackupDue(twice, scheduled, scheduled + 40 * minute)).toBe(false);
  expect(isBackupDue(twice, scheduled, scheduled + 47 * minute)).toBe(true);
  const often = Array.from({ length: 12 }, (_, index) => run(scheduled + (12 - index) * hour, 'failed'));
  expect(isBackupDue(often, scheduled, scheduled + 14 * hour + minute)).toBe(true);
  expect(isBackupDue([run(scheduled + hour), failed], scheduled, scheduled + 12 * hour)).toBe(false);
  // The node of this run was killed.
  expect(isBackupDue([run(scheduled, 'killed')], scheduled, scheduled + 5 * minute)).toBe(false);
  expect(isBackupDue([run(scheduled, 'killed')], scheduled, scheduled + 15 * minute)).toBe(true);
});

test('runs from a time in which the clock was a year ahead prevent none', () => {
  const scheduled = at('2026-11-27T02:00');
  const ahead = run(scheduled + 365 * day);
  expect(isBackupDue([ahead], scheduled, scheduled)).toBe(true);
  expect(isBackupDue([ahead, run(scheduled)], scheduled, scheduled + hour)).toBe(false);
  expect(isDrillDue([ahead], { days: 7, hasBackup: true, now: scheduled })).toBe(true);
  // The clock of the other node is a little ahead.
  expect(isBackupDue([run(scheduled + minute)], scheduled, scheduled)).toBe(false);
});

test('a drill is due with the first backup, and so many days after a good one; after a failure a day later', () => {
  const now = at('2026-11-27T02:10');
  const due = (drills: Run[], days = 7, hasBackup = true) => isDrillDue(drills, { days, hasBackup, now });
  expect(due([], 7, false)).toBe(false);
  expect(due([], 0)).toBe(false);
  expect(due([])).toBe(true);
  expect(due([run(now - 6 * day)])).toBe(false);
  expect(due([run(now - 7 * day + 5 * minute)])).toBe(true);
  expect(due([run(now - 2 * hour, 'failed'), run(now - 9 * day)])).toBe(false);
  expect(due([run(now - day, 'failed'), run(now - 9 * day)])).toBe(true);
});
