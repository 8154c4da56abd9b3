import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Area } from '#kernel/plugin-api/contract.ts';
import { removeEmptyCounters } from '#kernel/plugin-api/server.ts';
import { makeJshshir, random } from '#kernel/plugin-api/demo.ts';
import { testServer, type TestServer } from '#kernel/plugin-api/testing.ts';
import { household as declared, type HouseholdSort } from '../../contract.ts';
import { buildSampleCity, type SampleCity } from '../../demo/sample-city.ts';
import { countList } from './buckets.ts';
import { compactCounts } from './compaction.ts';
import { filtersOf, type ListRequest } from './list-request.ts';
import { readList } from './list.ts';
import { insertHouseholds, type HouseholdFields } from './write.ts';

let server: TestServer;
let city: SampleCity;
let authors: number[];

const howMany = 260;
const next = random(11);
const below = (limit: number) => Math.floor(next() * limit);

beforeAll(async () => {
  server = await testServer({ plugins: ['households'] });
  await server.jobs.stop('households');
  city = await buildSampleCity(server.database);
  const made = [
    await server.createAdmin({ firstName: 'Bobur', lastName: 'Aliyev' }),
    await server.createAdmin({ firstName: 'Anora', lastName: 'Aliyeva' }),
  ];
  authors = made.map(({ id }) => id);
  // Some changes are compacted and some are not: a page has to combine both.
  await insert(150);
  await compact();
  await insert(howMany - 150);
  // Ids in distant blocks, and different days of change.
  await sql`alter table households alter column id restart with 70000`.execute(server.database);
  await insert(60);
  await sql`update households set updated_at = timestamp '2026-05-01' + (id % 17) * interval '31 hours'`.execute(
    server.database,
  );
  await sql`delete from households where id % 13 = 0`.execute(server.database);
}, 60_000);
afterAll(() => server?.close());

function compact(): Promise<number> {
  return server.database.transaction().execute((database) => compactCounts(database));
}

async function insert(count: number): Promise<void> {
  for (const author of [...authors, null]) {
    const rows = Array.from({ length: Math.ceil(count / 3) }, () => household());
    await server.database.transaction().execute((database) => insertHouseholds(database, rows, author));
  }
}

function household(): HouseholdFields {
  const street = city.streets[Math.floor(next() ** 2 * city.streets.length)] ?? { id: 0, neighborhood_id: 0 };
  const isFlat = below(3) === 0;
  return {
    neighborhood_id: street.neighborhood_id,
    street_id: street.id,
    household_category_id: city.categories[below(3)] ?? 0,
    house_type: isFlat ? 'building' : 'apartment',
    house_number: 1 + below(20),
    house_suffix: ['A', '/2', null, null][below(4)] ?? null,
    apartment_number: isFlat ? 1 + below(5) : null,
    able_to_work: below(4),
    unemployed: below(3),
    informal: below(2),
    coords: below(4) === 0 ? null : [41.5, 60.6],
    citizens: [
      {
        full_name: ['Karimov Ali', 'Salimova Lola', "O'rinboyev Vali"][below(3)] ?? '',
        personal_number: makeJshshir({ birthday: '1990-01-01', sex: 'male', serial: below(999) }),
      },
    ],
    directions: [],
  };
}

interface Row {
  readonly id: number;
  readonly neighborhood_id: number;
  readonly street_id: number;
  readonly household_category_id: number;
  readonly house_type: 'building' | 'apartment';
  readonly author_id: number | null;
  readonly search_key: string;
}

const orders: Record<HouseholdSort, (direction: string) => string> = {
  createdAt: (d) => `h.id ${d}`,
  updatedAt: (d) => `h.updated_at ${d}, h.id ${d}`,
  address: (d) =>
    `n.name_uz ${d}, n.id ${d}, s.name_uz ${d}, s.id ${d}, h.house_number ${d}, coalesce(h.house_suffix, '') collate "C" ${d}, coalesce(h.apartment_number, 0) ${d}, h.id ${d}`,
  household_category: (d) => `c.name_uz ${d}, h.id desc`,
  author: (d) => `a.last_name ${d} nulls last, a.first_name ${d} nulls last, h.id desc`,
  able_to_work: (d) => `h.able_to_work ${d}, h.id desc`,
  unemployed: (d) => `h.unemployed ${d}, h.id desc`,
  informal: (d) => `h.informal ${d}, h.id desc`,
};

/** All households in an order, as sorted by the database. */
async function sorted(sortBy: HouseholdSort, direction: 'asc' | 'desc'): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select h.* from households h join neighborhoods n on n.id = h.neighborhood_id join streets s on s.id = h.street_id
    join household_categories c on c.id = h.household_category_id left join admins a on a.id = h.author_id
    order by ${sql.raw(orders[sortBy](direction))}`.execute(server.database);
  return rows;
}

type Filters = Partial<ListRequest>;

function fits(row: Row, { area = 'everywhere', ...filters }: Filters): boolean {
  return (
    (area === 'everywhere' || area.includes(row.neighborhood_id)) &&
    (filters.neighborhood === undefined || row.neighborhood_id === filters.neighborhood) &&
    (filters.household_category === undefined || row.household_category_id === filters.household_category) &&
    (filters.house_type === undefined || row.house_type === filters.house_type) &&
    (filters.author === undefined || row.author_id === filters.author) &&
    (filters.street === undefined || row.street_id === filters.street)
  );
}

function cases(): Filters[] {
  const [first = 0, second = 0, third = 0] = city.neighborhoods;
  const areas: Area[] = ['everywhere', [first, third], [second], []];
  const filters: Filters[] = [
    {},
    { neighborhood: first },
    { neighborhood: 999_999 },
    { household_category: city.categories[1] },
    { house_type: 'building' },
    { author: authors[0] },
    { street: city.streets[0]?.id },
    { household_category: city.categories[0], house_type: 'apartment' },
    { author: authors[1], household_category: city.categories[2], neighborhood: third },
    { street: city.streets[1]?.id, author: authors[0] },
  ];
  return areas.flatMap((area) => filters.map((filter) => ({ area, ...filter })));
}

const request = (filters: Filters): ListRequest => ({
  area: 'everywhere',
  language: 'uz',
  page: 1,
  limit: 7,
  sortBy: 'createdAt',
  direction: 'desc',
  ...filters,
});

describe.each([...declared.sorts])('sorted by %s', (sortBy) => {
  test.each(['asc', 'desc'] as const)('every page of every filter is right, %s', async (direction) => {
    const all = await sorted(sortBy, direction);
    for (const filters of cases()) {
      const expected = all.filter((row) => fits(row, filters)).map(({ id }) => id);
      const found: number[] = [];
      const pages = Math.ceil(expected.length / 50) + 1;
      for (let page = 1; page <= pages; page++) {
        const { rows, length } = await readList(
          server.database,
          request({ ...filters, sortBy, direction, page, limit: 50 }),
        );
        expect(length, JSON.stringify(filters)).toBe(expected.length);
        found.push(...rows.map(({ id }) => id));
      }
      expect(found, JSON.stringify({ sortBy, direction, ...filters })).toEqual(expected);
    }
  });
});

test('finds a page in the middle from either end', async () => {
  const all = (await sorted('informal', 'desc')).map(({ id }) => id);
  for (let page = 1; page <= Math.ceil(all.length / 7); page++) {
    const { rows } = await readList(
      server.database,
      request({ sortBy: 'informal', direction: 'desc', page, limit: 7 }),
    );
    expect(rows.map(({ id }) => id)).toEqual(all.slice((page - 1) * 7, page * 7));
  }
});

test('the counters equal a count of the rows after any changes, compacted or not', async () => {
  for (let round = 0; round < 12; round++) {
    const { rows: ids } = await sql<{
      id: number;
    }>`select id from households order by random() limit 9`.execute(server.database);
    const some = ids.map(({ id }) => id);
    await insert(3);
    const street = city.streets[below(city.streets.length)];
    await sql`
      update households set street_id = ${street?.id ?? 0}, neighborhood_id = ${street?.neighborhood_id ?? 0},
        able_to_work = (able_to_work + ${below(3)}) % 4, informal = 1 - informal,
        household_category_id = ${city.categories[below(3)] ?? 0}, updated_at = now() + ${below(9)} * interval '1 day'
      where id = any(${some.slice(0, 6)}::bigint[])`.execute(server.database);
    await sql`delete from households where id = any(${some.slice(6)}::bigint[])`.execute(server.database);
    if (below(2) === 0) await compact();
    if (below(3) === 0)
      await server.database
        .transaction()
        .execute((database) => removeEmptyCounters(database, 'household_counts'));

    const { rows } = await sql<Row>`select * from households`.execute(server.database);
    for (const filters of cases()) {
      const expected = rows.filter((row) => fits(row, filters)).length;
      for (const sortBy of declared.sorts) {
        const length = await countList(server.database, filtersOf(request(filters)), request({ sortBy }));
        expect(length, JSON.stringify({ sortBy, ...filters })).toBe(expected);
      }
    }
  }
});

describe('a text', () => {
  const found = async (search: string, filters: Filters = {}) => {
    const { rows, length, capped, orderCapped } = await readList(
      server.database,
      request({ search, limit: 1000, ...filters }),
    );
    return { ids: rows.map(({ id }) => id), length, capped, ...(orderCapped ? { orderCapped } : {}) };
  };
  const ids = async (condition: string) => {
    const { rows } = await sql<{ id: number }>`
      select h.id from households h join neighborhoods n on n.id = h.neighborhood_id join streets s on s.id = h.street_id
      where ${sql.raw(condition)} order by h.id desc`.execute(server.database);
    return rows.map(({ id }) => id);
  };

  test('finds citizens in any script, and only whole words of an address by number', async () => {
    const orinboyevs = await ids(`search_key like '%orinboyev%'`);
    expect(orinboyevs.length).toBeGreaterThan(10);
    for (const text of ['Ўринбоев', 'O‘rinboyev vali', 'vali orinboy']) {
      expect((await found(text)).ids, text).toEqual(orinboyevs);
    }
    expect((await found('Karimov 7-uy')).ids).toEqual(
      await ids(`search_key like '%karimov%' and search_key like '% 7 %'`),
    );
  });

  test('finds by street and neighbourhood, by the parts of their names', async () => {
    expect((await found('Bogʻishamol MFY, Tinchlik koʻchasi')).ids).toEqual(
      await ids(`n.name_uz = 'Bogʻishamol' and s.name_uz = 'Tinchlik'`),
    );
    expect((await found('ko‘chasi')).length).toBe(0);
    expect((await found('гулзор мфй 3 уй')).ids).toEqual(
      await ids(`n.name_uz = 'Gulzor' and search_key like '% 3 %'`),
    );
  });

  test('counts the matches of the name of a street or a neighbourhood up to its limit', async () => {
    for (const [text, place] of [
      ['tinchlik', `s.name_uz = 'Tinchlik'`],
      ['gulzor', `n.name_uz = 'Gulzor'`],
    ] as const) {
      const all = await ids(place);
      expect(all.length, text).toBeGreaterThan(5);
      const max = all.length - 1;
      expect(await found(text, { maxHits: all.length }), text).toEqual({
        ids: all,
        length: all.length,
        capped: false,
      });
      expect(await found(text, { maxHits: max }), text).toEqual({
        ids: all.slice(0, max),
        length: max,
        capped: true,
      });
    }
  });

  test('finds a JSHSHIR in any grouping', async () => {
    const { rows } = await sql<{ household_id: number; personal_number: string }>`
      select household_id, personal_number from household_citizens order by household_id limit 1`.execute(
      server.database,
    );
    const [one] = rows;
    const number = one?.personal_number ?? '';
    const grouped = `${number.slice(0, 5)} ${number.slice(5, 9)} ${number.slice(9)}`;
    for (const text of [number, grouped]) expect((await found(text)).ids).toContain(one?.household_id);
  });

  test('combines with area, filters and sorting, and counts up to its limit', async () => {
    const [first = 0] = city.neighborhoods;
    const filters = { area: [first], house_type: 'building' as const };
    for (const sortBy of declared.sorts) {
      for (const direction of ['asc', 'desc'] as const) {
        const rows = (await sorted(sortBy, direction)).filter(
          (row) => fits(row, filters) && row.search_key.includes('ali'),
        );
        const response = await found('ali', { ...filters, sortBy, direction });
        expect(response, `${sortBy} ${direction}`).toEqual({
          ids: rows.map(({ id }) => id),
          length: rows.length,
          capped: false,
        });
      }
    }
    const capped = await found('ali', { maxHits: 20, limit: 8 });
    expect(capped).toMatchObject({ length: 20, capped: true });
    expect(capped.ids).toEqual((await found('ali')).ids.slice(0, 8));
    expect((await found('ali', { maxHits: 20, limit: 8, page: 3 })).ids).toHaveLength(4);
    expect((await found('ali', { maxHits: 20, limit: 8, page: 4 })).ids).toHaveLength(0);
    for (const sortBy of ['address', 'household_category', 'author'] as const) {
      const newest = await found('ali', { maxHits: 20, limit: 8, sortBy });
      expect([newest.ids.length, newest.orderCapped], sortBy).toEqual([8, true]);
    }
    expect(await found('ali', { maxHits: 20, limit: 8, sortBy: 'unemployed' })).not.toHaveProperty(
      'orderCapped',
    );
  });

  test.each(['%', '_', "'", '\\', '"; drop', ' ', '- -', '١٢'])('%j is matched literally', async (text) => {
    await expect(found(text)).resolves.toMatchObject({ capped: false });
  });
});
