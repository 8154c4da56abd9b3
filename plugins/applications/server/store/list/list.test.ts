import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Area } from '#kernel/plugin-api/contract.ts';
import { random } from '#kernel/plugin-api/demo.ts';
import { testServer, type TestServer } from '#kernel/plugin-api/testing.ts';
import { statuses, statusFilters } from '../../../contract.ts';
import { compactCounts } from '../compaction.ts';
import { readList } from './list.ts';
import type { ListRequest } from './list-request.ts';

let server: TestServer;

const howMany = 300;

beforeAll(async () => {
  server = await testServer({ plugins: ['applications'] });
  await server.jobs.stop('applications');
  await sql`
    insert into neighborhoods (name_uz, name_ru, coords, color)
    select chr(70 - i) || ' mahalla', chr(1040 + i) || ' махалля', '[[41,60],[41,61],[42,61]]', '#0b7480'
    from generate_series(1, 5) as i`.execute(server.database);
  const next = random(5);
  const below = (limit: number) => Math.floor(next() * limit);
  const rows = Array.from({ length: howMany }, (_, index) => ({
    // Days in no particular order, some with many applications; ids do not follow the days exactly.
    day: new Date(Date.UTC(2026, 4, 1 + Math.floor((index / howMany) * 95) + below(3)))
      .toISOString()
      .slice(0, 10),
    neighborhood_id: 1 + Math.floor(next() ** 2 * 5),
    status: statuses[below(5)],
    cancel_time:
      below(10) === 0
        ? null
        : new Date(Date.now() + (below(40) - 20) * 60_000 * (1 + below(3000))).toISOString(),
    search_key: ` ${['karimov', 'salimov', 'olimova'][below(3)]} ali 99890${1_000_000 + index}`,
  }));
  async function insert(part: typeof rows): Promise<void> {
    await sql`
      insert into applications (day, neighborhood_id, status, cancel_time, search_key, first_name, last_name,
        employment_status, planned_assistance)
      select day, neighborhood_id, status, cancel_time, search_key, 'Ali', 'Karimov', 'official', 'x'
      from jsonb_to_recordset(${JSON.stringify(part)}::jsonb) as made (day date, neighborhood_id bigint, status text,
        cancel_time timestamptz, search_key text)`.execute(server.database);
  }
  // Some changes are compacted and some are not: a page has to combine both.
  await insert(rows.slice(0, 200));
  await server.database.transaction().execute((database) => compactCounts(database));
  await insert(rows.slice(200));
}, 60_000);

afterAll(() => server?.close());

interface Row {
  readonly id: number;
  readonly day: string;
  readonly neighborhood_id: number;
  readonly name_uz: string;
  readonly name_ru: string;
  readonly status: (typeof statuses)[number];
  readonly cancel_time: string | null;
  readonly late: boolean;
  readonly search_key: string;
}

/** The same list without indexes: everything read, filtered and sorted here. */
async function oracle(request: ListRequest): Promise<number[]> {
  const { rows } = await sql<Row>`
    select a.id, day, neighborhood_id, name_uz, name_ru, status, cancel_time, search_key,
      coalesce(cancel_time < now() and status in ('created', 'accepted'), false) as late
    from applications a join neighborhoods n on n.id = neighborhood_id`.execute(server.database);
  const { area, neighborhood, status, search, sortBy, language } = request;
  const sense = request.direction === 'asc' ? 1 : -1;
  const newestFirst = (a: Row, b: Row) => compare(b.day, a.day) || b.id - a.id;
  const byDeadline = (a: Row, b: Row) => compare(a.cancel_time ?? '9', b.cancel_time ?? '9') || a.id - b.id;
  const order = {
    createdAt: (a: Row, b: Row) => -sense * newestFirst(a, b),
    cancel_time: (a: Row, b: Row) => sense * byDeadline(a, b),
    status: (a: Row, b: Row) =>
      sense * (statuses.indexOf(a.status) - statuses.indexOf(b.status)) || newestFirst(a, b),
    neighborhood: (a: Row, b: Row) =>
      sense * compare(a[`name_${language}`], b[`name_${language}`]) || newestFirst(a, b),
  };
  return rows
    .filter((row) => area === 'everywhere' || area.includes(row.neighborhood_id))
    .filter((row) => neighborhood === undefined || row.neighborhood_id === neighborhood)
    .filter((row) => status === undefined || (status === 'late' ? row.late : row.status === status))
    .filter((row) => search === undefined || row.search_key.includes(search))
    .toSorted(order[sortBy])
    .map(({ id }) => id);
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

const areas: readonly (readonly [string, Area])[] = [
  ['everywhere', 'everywhere'],
  ['in one neighbourhood', [2]],
  ['in three', [1, 3, 5]],
  ['nowhere', []],
];
const filters = [
  {},
  ...statusFilters.map((status) => ({ status })),
  { neighborhood: 1 },
  { neighborhood: 4, status: 'accepted' as const },
];
const sorts = ['createdAt', 'cancel_time', 'status', 'neighborhood'] as const;

describe.each(areas)('%s', (_, area) => {
  it.each(sorts.flatMap((sortBy) => (['asc', 'desc'] as const).map((direction) => ({ sortBy, direction }))))(
    'every page of every filter is correct, sorted by $sortBy $direction, reached by paging or by the counts',
    async (sorting) => {
      for (const filter of filters) {
        const request = { area, language: 'uz', limit: 7, ...sorting, ...filter } as const;
        const expected = await oracle({ ...request, page: 1 });
        for (const seekFrom of [0, 1000]) {
          const pages: number[] = [];
          for (let page = 1; page <= Math.ceil(expected.length / 7) + 1; page++) {
            const found = await readList(server.database, { ...request, page, seekFrom });
            pages.push(...found.items.map(({ id }) => id));
            expect(found.length).toBe(expected.length);
          }
          expect(pages, JSON.stringify({ ...filter, seekFrom })).toEqual(expected);
        }
      }
    },
    60_000,
  );
});

it('sorts neighbourhoods by their names in the requested language', async () => {
  const request = {
    area: 'everywhere',
    language: 'ru',
    limit: 100,
    page: 1,
    sortBy: 'neighborhood',
    direction: 'asc',
  } as const;
  const found = await readList(server.database, request);
  expect(found.items.map(({ id }) => id)).toEqual((await oracle(request)).slice(0, 100));
});

it.each(sorts)('pages through the matches of a text, sorted by %s', async (sortBy) => {
  for (const search of ['karimov', 'imov', '9989010002']) {
    for (const filter of filters) {
      const request = {
        area: [1, 2, 3] as Area,
        language: 'uz',
        limit: 7,
        sortBy,
        direction: 'desc',
        search,
        ...filter,
      } as const;
      const expected = await oracle({ ...request, page: 1 });
      const pages: number[] = [];
      for (let page = 1; page <= Math.ceil(expected.length / 7) + 1; page++) {
        const found = await readList(server.database, { ...request, page });
        pages.push(...found.items.map(({ id }) => id));
        expect([found.length, found.capped]).toEqual([expected.length, false]);
      }
      expect(pages).toEqual(expected);
    }
  }
});

it('stops counting matches of a text at a limit, reports it, and still pages in order', async () => {
  const request = {
    area: 'everywhere',
    language: 'uz',
    limit: 7,
    sortBy: 'createdAt',
    direction: 'desc',
  } as const;
  const expected = await oracle({ ...request, page: 1, search: 'imov' });
  for (const page of [1, 2, 7]) {
    const found = await readList(server.database, { ...request, page, search: 'imov', maxHits: 50 });
    expect([found.length, found.capped]).toEqual([50, true]);
    expect(found.items.map(({ id }) => id)).toEqual(expected.slice((page - 1) * 7, page * 7));
  }
  const found = await readList(server.database, {
    ...request,
    page: 1,
    search: 'imov',
    maxHits: expected.length,
  });
  expect([found.length, found.capped]).toEqual([expected.length, false]);
});
