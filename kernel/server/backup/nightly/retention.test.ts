import { expect, test } from 'vitest';
import { backupName, momentOf } from './target.ts';
import { chooseOutdated } from './retention.ts';

const day = 24 * 3600 * 1000;
const last = Date.parse('2026-11-27T02:00+05:00');
const keep = { days: 7, weeks: 4, months: 12 };
const backupAt = (at: number) => ({ name: backupName(new Date(at)), at, size: 1 });
const left = (
  backups: readonly { name: string; at: number; size: number }[],
  given = keep,
  spared: ReadonlySet<string> = new Set(),
) => {
  const gone = new Set(chooseOutdated(backups, given, { timeZone: 'Asia/Tashkent', spared }));
  return backups.map(({ name }) => name).filter((name) => !gone.has(name));
};

test('of two years of nights, keeps seven days, four weeks and twelve months', () => {
  const nights = Array.from({ length: 730 }, (_, index) => backupAt(last - index * day));
  const days = left(nights).map((name) => name.slice('komak-'.length, 'komak-2026-11-27'.length));
  // Names are in UTC: 02:00 office time is 21:00 of the day before.
  expect(days).toEqual([
    ...['26', '25', '24', '23', '22', '21', '20'].map((one) => `2026-11-${one}`),
    // The Sundays of two more weeks; in the first two weeks, daily ones remain.
    '2026-11-14',
    '2026-11-07',
    '2026-10-30',
    '2026-09-29',
    '2026-08-30',
    '2026-07-30',
    '2026-06-29',
    '2026-05-30',
    '2026-04-29',
    '2026-03-30',
    '2026-02-27',
    '2026-01-30',
    '2025-12-30',
  ]);
});

test('nightly deletions equal one deletion at the end', () => {
  const nights = Array.from({ length: 400 }, (_, index) => backupAt(last - (399 - index) * day));
  let there: typeof nights = [];
  for (const night of nights) {
    there = [...there, night];
    const names = new Set(left(there));
    there = there.filter(({ name }) => names.has(name));
  }
  expect(there.map(({ name }) => name).toSorted()).toEqual(left(nights).toSorted());
});

test('an idle installation keeps its backups, and the newest always stays', () => {
  const old = [0, 1, 2, 3].map((index) => backupAt(last - 500 * day - index * day));
  expect(left(old, { days: 1, weeks: 0, months: 0 })).toEqual([old[0]?.name]);
  expect(left([...old, backupAt(last)])).toHaveLength(5);
  expect(left([backupAt(last)], { days: 0, weeks: 0, months: 0 })).toHaveLength(1);
});

test('keeps protected backups of any age', () => {
  const nights = Array.from({ length: 30 }, (_, index) => backupAt(last - index * day));
  const proven = nights[20]?.name ?? '';
  expect(left(nights, { days: 2, weeks: 0, months: 0 }, new Set([proven]))).toEqual([
    nights[0]?.name,
    nights[1]?.name,
    proven,
  ]);
});

test('ignores names of other files', () => {
  const name = backupName(new Date(last));
  expect(momentOf(name)).toBe(last);
  for (const other of ['komak.backup', `${name}.partial`, `x${name}`, name.replace('.backup', '.tar')]) {
    expect(momentOf(other), other).toBeNull();
  }
});
