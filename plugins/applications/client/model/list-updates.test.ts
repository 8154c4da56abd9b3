import { describe, expect, it } from 'vitest';
import type { Application, Status } from '../../contract.ts';
import {
  countArrival,
  filterOf,
  matches,
  prependApplications,
  takeVersion,
  type ListPage,
} from './list-updates.ts';

const now = Date.parse('2026-11-10T00:00:00.000Z');
const everything = filterOf('page=1&limit=20');
const counts = { all: 2, created: 1, accepted: 1, completed: 0, rejected: 0, canceled: 0, late: 1 };

function page(...items: Application[]): ListPage {
  return { items, page: 1, limit: 20, total_pages: 1, length: 20, counts };
}

describe('the criteria of a list', () => {
  it('are read from its query', () => {
    expect(filterOf('page=3&limit=20&status=late&neighborhood=7&search=ali')).toEqual({
      page: 3,
      status: 'late',
      neighborhood: 7,
      searching: true,
      extra: {},
      newestFirst: true,
    });
    expect(filterOf('page=1&sort_by=createdAt&sort_order=desc').newestFirst).toBe(true);
    expect(filterOf('page=1&sort_by=cancel_time&sort_order=asc').newestFirst).toBe(false);
  });
});

describe('a new application', () => {
  it('belongs to a list whose criteria it meets', () => {
    const one = application(7);
    expect(matches(one, everything, now)).toBe(true);
    expect(matches(one, { ...everything, status: 'created' }, now)).toBe(true);
    expect(matches(one, { ...everything, status: 'accepted' }, now)).toBe(false);
    expect(matches(one, { ...everything, status: 'late' }, now)).toBe(false);
    expect(matches(one, { ...everything, neighborhood: one.neighborhood_id }, now)).toBe(true);
    expect(matches(one, { ...everything, neighborhood: 999 }, now)).toBe(false);
    expect(matches(one, { ...everything, searching: true }, now)).toBe(false);
  });

  it('is counted in its neighbourhood, and extends a matching list', () => {
    const counted = countArrival(page(), application(7), everything, now);
    expect(counted).toMatchObject({ length: 21, total_pages: 2, counts: { all: 3, created: 2 } });
    const accepted = countArrival(page(), application(7), { ...everything, status: 'accepted' }, now);
    expect(accepted).toMatchObject({ length: 20, counts: { all: 3, created: 2 } });
    const elsewhere = countArrival(page(), application(7), { ...everything, neighborhood: 999 }, now);
    expect(elsewhere).toEqual(page());
  });

  it('is inserted at the top, once', () => {
    const before = page(application(6));
    const after = prependApplications(before, [application(8), application(7), application(6)]);
    expect(after.items.map(({ id }) => id)).toEqual([8, 7, 6]);
    expect(prependApplications(after, [application(8)])).toBe(after);
  });
});

describe('a changed application', () => {
  it('keeps its place and shows its newest version', () => {
    const after = takeVersion(page(application(7), application(6)), later(application(6), 'accepted'), now);
    expect(after?.items.map(({ id, status }) => [id, status.status])).toEqual([
      [7, 'created'],
      [6, 'accepted'],
    ]);
    expect(after?.counts).toMatchObject({ all: 2, created: 0, accepted: 2, late: 1 });
  });

  it('is no longer late once it is answered', () => {
    const late = application(6, { cancel_time: '2026-11-05T00:00:00.000Z' });
    expect(takeVersion(page(late), later(late, 'completed'), now)?.counts).toMatchObject({
      created: 0,
      completed: 1,
      late: 0,
    });
  });

  it('does not return to an older version, and changes no page without it', () => {
    const current = later(application(6), 'completed');
    expect(takeVersion(page(current), application(6), now)).toBeNull();
    expect(takeVersion(page(), current, now)).toBeNull();
  });
});

/** A complete application, with the fields under test replaced. */
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
    source: 'staff',
    household_category_id: null,
    createdAt: '2026-11-01T00:00:00.000Z',
    updatedAt: '2026-11-01T00:00:00.000Z',
    ...own,
  };
}

/** The same application a minute later, with another status. */
function later(one: Application, status: Status): Application {
  const at = new Date(Date.parse(one.updatedAt) + 60_000).toISOString();
  return { ...one, updatedAt: at, status: { status, createdAt: at, note: null } };
}
