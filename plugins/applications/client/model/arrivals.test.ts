import { describe, expect, it } from 'vitest';
import type { Application, Status } from '../../contract.ts';
import {
  arrive,
  bringIn,
  countsNow,
  matches,
  newest,
  noArrivals,
  settle,
  withArrivals,
  type ListFilter,
} from './arrivals.ts';

const now = Date.parse('2026-11-10T00:00:00.000Z');
const everything: ListFilter = { page: 1, status: null, neighborhood: null, search: '', newestFirst: true };
const counts = { all: 2, created: 1, accepted: 1, completed: 0, rejected: 0, canceled: 0, late: 1 };

describe('a new application', () => {
  it('belongs where the filter asks for it', () => {
    const one = application(7);
    expect(matches(one, everything, now)).toBe(true);
    expect(matches(one, { ...everything, status: 'created' }, now)).toBe(true);
    expect(matches(one, { ...everything, status: 'accepted' }, now)).toBe(false);
    expect(matches(one, { ...everything, status: 'late' }, now)).toBe(false);
    expect(matches(one, { ...everything, neighborhood: one.neighborhood_id }, now)).toBe(true);
    expect(matches(one, { ...everything, neighborhood: 999 }, now)).toBe(false);
    expect(matches(one, { ...everything, search: 'Ali' }, now)).toBe(false);
  });

  it('comes to the top at ease and waits otherwise, once', () => {
    const first = arrive(noArrivals, application(7), true);
    const second = arrive(first, application(8), false);
    expect(arrive(second, application(8), true)).toBe(second);
    expect(second.shown.map(({ id }) => id)).toEqual([7]);
    expect(second.waiting.map(({ id }) => id)).toEqual([8]);
    expect(bringIn(second).shown.map(({ id }) => id)).toEqual([8, 7]);
  });

  it('is not shown twice after the page was read again', () => {
    const arrivals = arrive(noArrivals, application(7), true);
    const items = [application(7), application(6)];
    expect(withArrivals(items, arrivals, {}).map(({ id }) => id)).toEqual([7, 6]);
    expect(settle(arrivals, items)).toEqual(noArrivals);
    expect(settle(noArrivals, items)).toBe(noArrivals);
  });
});

describe('a changed application', () => {
  it('keeps its place and shows its newest version', () => {
    const items = [application(7), application(6)];
    const changed = { 6: later(application(6), 'accepted') };
    const shown = withArrivals(items, noArrivals, changed);
    expect(shown.map(({ id }) => id)).toEqual([7, 6]);
    expect(shown[1]?.status.status).toBe('accepted');
  });

  it('does not go back to an older version', () => {
    const current = later(application(6), 'completed');
    expect(newest(current, application(6))).toBe(current);
  });

  it('moves the counts', () => {
    const items = [application(6, { cancel_time: '2026-11-05T00:00:00.000Z' })];
    const arrivals = arrive(noArrivals, application(7), false);
    const changed = { 6: later(items[0] ?? application(6), 'completed') };
    expect(countsNow(counts, items, arrivals, changed, now)).toEqual({
      ...counts,
      all: 3,
      created: 1,
      completed: 1,
      late: 0,
    });
  });
});

/** Complete but for what the test is about. */
function application(id: number, own: Partial<Application> = {}): Application {
  return {
    id,
    status: { status: 'created', createdAt: '2026-11-01T00:00:00.000Z', note: null },
    neighborhood_id: 3,
    neighborhood: { id: 3, uz: { name: 'Navoiy' }, ru: { name: 'Навои' } },
    author: {
      first_name: 'Gulnora',
      last_name: 'Rahimova',
      father_name: null,
      phone: '998914322617',
      birthday: null,
      passport_series: null,
      passport_number: null,
      personal_number: null,
      neighborhood: null,
      address: null,
    },
    employment_status: 'unemployed',
    salary: null,
    planned_assistance: 'Tomni taʼmirlash',
    files: [],
    cancel_time: '2026-11-16T00:00:00.000Z',
    receiver: null,
    createdAt: '2026-11-01T00:00:00.000Z',
    updatedAt: '2026-11-01T00:00:00.000Z',
    ...own,
  };
}

/** The same application a minute later, in another status. */
function later(one: Application, status: Status): Application {
  const at = new Date(Date.parse(one.updatedAt) + 60_000).toISOString();
  return { ...one, updatedAt: at, status: { status, createdAt: at, note: null } };
}
