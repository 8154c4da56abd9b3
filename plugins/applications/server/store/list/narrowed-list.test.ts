import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Area } from '#kernel/plugin-api/contract.ts';
import { random } from '#kernel/plugin-api/demo.ts';
import { testServer, type TestServer } from '#kernel/plugin-api/testing.ts';
import { employmentStatuses, statuses, statusFilters } from '../../../contract.ts';
import { readList } from './list.ts';
import type { ListRequest } from './list-request.ts';
import { compactBits, removeEmptyBits } from './compact-bits.ts';
import { createPageCache } from './page-cache.ts';
import type { ApplicationFilters } from './facets.ts';

let server: TestServer;

const timeZone = 'Asia/Tashkent';
const howMany = 260;
/** Ids on both sides of a block boundary. */
const firstId = 16_384 - 120;
const next = random(17);
const below = (limit: number) => Math.floor(next() * limit);
const pick = <Value>(values: readonly Value[]): Value => values[below(values.length)] as Value;
const maybe = <Value>(values: readonly Value[], share = 3): Value | undefined =>
  below(share) === 0 ? pick(values) : undefined;

const receivers = [null, 1, 2, 3] as const;
const sources = ['staff', 'widget', 'api'];
const categories = [null, 1, 2] as const;

/** Random values for the columns that lists are filtered by. */
function randomColumns() {
  return {
    neighborhood_id: 1 + Math.floor(next() ** 2 * 5),
    status: pick(statuses),
    receiver_id: pick(receivers),
    employment_status: pick(employmentStatuses),
    source: pick(sources),
    household_category_id: pick(categories),
    // No deadline passes while the test runs.
    cancel_time:
      below(8) === 0
        ? null
        : new Date(Date.now() + pick([-1, 1]) * (900 + below(400)) * 1000 * 10 ** below(4)).toISOString(),
  };
}

beforeAll(async () => {
  server = await testServer({ plugins: ['applications'] });
  await server.jobs.stop('applications');
  await sql`
    insert into neighborhoods (name_uz, name_ru, coords, color)
    select chr(70 - i) || ' mahalla', chr(1040 + i) || ' махалля', '[[41,60],[41,61],[42,61]]', '#0b7480'
    from generate_series(1, 5) as i`.execute(server.database);
  // As if the bits had included the overdue ones long ago.
  await sql`update application_bit_state set late_until = '2020-01-01'`.execute(server.database);
  const rows = Array.from({ length: howMany }, (_, index) => ({
    id: firstId + index,
    day: new Date(Date.UTC(2026, 4, 20 + Math.floor((index / howMany) * 70) + below(4)))
      .toISOString()
      .slice(0, 10),
    search_key: ` ${pick(['karimov', 'salimov'])} ali`,
    ...randomColumns(),
  }));
  await sql`
    insert into applications (id, day, neighborhood_id, status, receiver_id, employment_status, source,
      household_category_id, cancel_time, search_key, first_name, last_name, planned_assistance)
    overriding system value
    select *, 'Ali', 'Karimov', 'x' from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as made (id bigint, day date,
      neighborhood_id bigint, status text, receiver_id bigint, employment_status text, source text,
      household_category_id bigint, cancel_time timestamptz, search_key text)`.execute(server.database);
}, 60_000);

afterAll(() => server?.close());

/** Changes some applications at random, in one statement each. */
async function change(count: number): Promise<void> {
  for (let done = 0; done < count; done++) {
    const row = randomColumns();
    await sql`
      update applications set neighborhood_id = ${row.neighborhood_id}, status = ${row.status},
        receiver_id = ${row.receiver_id}, employment_status = ${row.employment_status}, source = ${row.source},
        household_category_id = ${row.household_category_id}, cancel_time = ${row.cancel_time}
      where id % ${11 + below(90)} = ${below(11)}`.execute(server.database);
  }
}

function compact(maxChanges: number, lateMs: number): Promise<number> {
  return server.database
    .transaction()
    .execute((database) => compactBits(database, timeZone, { maxChanges, lateMs }));
}

interface Row {
  readonly id: number;
  readonly day: string;
  readonly due: string | null;
  readonly neighborhood_id: number;
  readonly name_uz: string;
  readonly status: (typeof statuses)[number];
  readonly receiver_id: number | null;
  readonly employment_status: string;
  readonly source: string;
  readonly household_category_id: number | null;
  readonly cancel_time: string | null;
  readonly late: boolean;
  readonly search_key: string;
}

/** The same list without indexes: everything read, filtered and sorted here. */
async function oracle({ area, neighborhood, status, search, filters, sortBy, direction }: ListRequest) {
  const { rows } = await sql<Row>`
    select a.*, day::text as day, (cancel_time at time zone ${timeZone}::text)::date::text as due, name_uz,
      coalesce(cancel_time < now() and status in ('created', 'accepted'), false) as late
    from applications a join neighborhoods n on n.id = neighborhood_id`.execute(server.database);
  const { receiver, created, deadline, employment, source, category } = filters ?? { timeZone };
  const sense = direction === 'asc' ? 1 : -1;
  const newestFirst = (a: Row, b: Row) => compare(b.day, a.day) || b.id - a.id;
  const order = {
    createdAt: (a: Row, b: Row) => -sense * newestFirst(a, b),
    cancel_time: (a: Row, b: Row) => sense * (compare(instant(a), instant(b)) || a.id - b.id),
    status: (a: Row, b: Row) =>
      sense * (statuses.indexOf(a.status) - statuses.indexOf(b.status)) || newestFirst(a, b),
    neighborhood: (a: Row, b: Row) => sense * compare(a.name_uz, b.name_uz) || newestFirst(a, b),
  };
  const isWithin = (day: string | null, days: ApplicationFilters['created']) =>
    !days || (day !== null && (days.from ?? day) <= day && day <= (days.to ?? day));
  const all = rows
    .filter((row) => area === 'everywhere' || area.includes(row.neighborhood_id))
    .filter((row) => neighborhood === undefined || row.neighborhood_id === neighborhood)
    .filter((row) => receiver === undefined || row.receiver_id === receiver)
    .filter((row) => employment === undefined || row.employment_status === employment)
    .filter((row) => source === undefined || row.source === source)
    .filter((row) => category === undefined || row.household_category_id === category)
    .filter((row) => search === undefined || row.search_key.includes(search))
    .filter((row) => isWithin(row.day, created) && isWithin(row.due, deadline));
  const isOf = (row: Row, filter: typeof status) =>
    filter === undefined || (filter === 'late' ? row.late : row.status === filter);
  return {
    ids: all
      .filter((row) => isOf(row, status))
      .toSorted(order[sortBy])
      .map(({ id }) => id),
    counts: statusFilters.map((filter) => all.filter((row) => isOf(row, filter)).length),
  };
}

function instant({ cancel_time: time }: Row): string {
  return time === null ? '9' : new Date(time).toISOString();
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

const days = ['2026-05-20', '2026-05-25', '2026-05-31', '2026-06-01', '2026-06-30', '2026-07-13'];
const dues = [-20, -1, 0, 1, 15, 40].map((day) =>
  new Date(Date.now() + day * 86_400_000).toISOString().slice(0, 10),
);

function randomRequest(): ListRequest {
  const from = maybe(days);
  const due = maybe(dues);
  const request = {
    receiver: maybe(receivers),
    employment: maybe(employmentStatuses, 5),
    source: maybe(sources),
    category: maybe(categories),
    created: from === undefined ? maybe([{ to: pick(days) }], 6) : { from, to: maybe(days, 2) },
    deadline: due === undefined ? maybe([{ to: pick(dues) }], 6) : { from: due, to: maybe(dues, 2) },
  };
  return {
    area: pick<Area>(['everywhere', 'everywhere', [2], [1, 3, 5], []]),
    language: 'uz',
    page: 1,
    limit: 7,
    neighborhood: maybe([1, 4], 5),
    status: maybe(statusFilters, 2),
    search: maybe(['karimov'], 6),
    sortBy: pick(['createdAt', 'cancel_time', 'status', 'neighborhood'] as const),
    direction: pick(['asc', 'desc'] as const),
    filters: { timeZone, ...request },
  };
}

it('reads every page of random filters and sorts as a slow list does, with exact lengths and counts', async () => {
  // Each round compacts at most this many changes, oldest first; the rest are pending when the lists are
  // read.
  const sharedCache = createPageCache();
  const asks: ListRequest[] = [];
  const rounds = [0, 40, 1000, 30, 1000, 5, 60, 1000];
  for (const [round, compacted] of rounds.entries()) {
    // At first the bits contain no overdue applications, later all that are overdue now.
    await compact(compacted, round < 3 ? 1e12 : 0);
    if (round === 5) await server.database.transaction().execute(removeEmptyBits);
    for (let attempt = 0; attempt < 25; attempt++) {
      // Some requests are repeated: their pages may be cached, and outdated.
      const request = (attempt % 3 === 0 ? maybe(asks, 1) : undefined) ?? randomRequest();
      asks.push(request);
      const expected = await oracle(request);
      const pages: number[] = [];
      const cache = attempt % 2 === 0 ? sharedCache : undefined;
      for (let page = 1; page <= Math.ceil(expected.ids.length / 7) + 1; page++) {
        const found = await readList(server.database, { ...request, page, cache });
        pages.push(...found.items.map(({ id }) => id));
        expect(found.length, JSON.stringify(request)).toBe(expected.ids.length);
        if (request.search === undefined) {
          const counts = statusFilters.map((filter) => found.counts[filter] ?? 0);
          expect(counts, JSON.stringify(request)).toEqual(expected.counts);
        }
      }
      expect(pages, JSON.stringify(request)).toEqual(expected.ids);
    }
    await change(3);
  }
}, 120_000);

it('runs two searches for concurrent requests of one page, and one for each single request', async () => {
  await compact(1e6, 0);
  const cache = createPageCache();
  const stored = vi.spyOn(cache, 'set');
  const request: ListRequest = {
    ...randomRequest(),
    area: 'everywhere',
    status: undefined,
    search: undefined,
    cache,
  };
  const readAll = (sortBy: ListRequest['sortBy']) =>
    Promise.all(
      Array.from({ length: 8 }, async () =>
        readList(server.database, {
          ...request,
          sortBy,
          filters: { employment: employmentStatuses[0], timeZone },
        }),
      ),
    );
  for (const sortBy of ['neighborhood', 'createdAt'] as const) {
    stored.mockClear();
    const lists = await readAll(sortBy);
    expect(stored.mock.calls.length).toBeLessThanOrEqual(2);
    expect(new Set(lists.map(({ items }) => items.map(({ id }) => id).join()))).toHaveProperty('size', 1);
    expect(lists[0]?.items).not.toEqual([]);
  }
});

it('counts the months of a list once, and again after a change', async () => {
  await compact(1e6, 0);
  const cache = createPageCache();
  const counted = vi.spyOn(cache.months, 'set');
  const filters = { employment: employmentStatuses[0], timeZone };
  const readPages = async () => {
    for (const direction of ['desc', 'asc'] as const)
      for (const page of [1, 2, 3])
        await readList(server.database, {
          area: 'everywhere',
          language: 'uz',
          limit: 7,
          page,
          sortBy: 'createdAt',
          direction,
          filters,
          cache,
        });
  };
  await readPages();
  expect(counted).toHaveBeenCalledTimes(1);
  await change(3);
  await compact(1e6, 0);
  await readPages();
  expect(counted).toHaveBeenCalledTimes(2);
});

it('a shared search starts after the call, and its participants search alone when it fails', async () => {
  const cache = createPageCache();
  const log: string[] = [];
  const search =
    (name: string, fails = false) =>
    async () => {
      log.push(`${name} begins`);
      await new Promise((resolve) => setTimeout(resolve, 5));
      if (fails) throw new Error(name);
      return name;
    };
  const first = cache.share('page', search('first'));
  const second = cache.share('page', search('second'));
  const third = cache.share('page', search('third'));
  expect(await Promise.all([first, second, third])).toEqual(['first', 'second', 'second']);
  expect(log).toEqual(['first begins', 'second begins']);
  expect(await cache.share('page', search('fourth'))).toBe('fourth');

  const held = cache.share('page', search('held'));
  const failing = cache.share('page', search('failing', true));
  const other = cache.share('page', search('other'));
  await expect(Promise.allSettled([held, failing, other])).resolves.toMatchObject([
    { value: 'held' },
    { status: 'rejected' },
    { value: 'other' },
  ]);
});
