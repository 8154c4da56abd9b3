import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { normalizeForSearch } from '#kernel/domain/text/index.ts';
import { testServer, type TestServer } from '#kernel/plugin-api/testing.ts';
import { user, type UserSort } from '../../contract.ts';
import { matchesOftenEnough } from './list.ts';
import { compactCounts } from './compaction.ts';
import { readList, type ListRequest } from './list.ts';
import { writeKeys } from './uncompacted.ts';

let server: TestServer;

beforeAll(async () => {
  server = await testServer({ plugins: ['users'], demo: true });
  // Names shorter than the counted prefixes, and one that was not normalized yet.
  await sql`
    insert into users (first_name, last_name, personal_number, search_key, name_key)
    select '', name, 'short ' || name, ' ' || name, name
    from unnest(array['', 'a', 'al', 'ali', 'alib', 'alibek', 'a b', '!']) as name`.execute(server.database);
});
afterAll(() => server.close());

const request = (filter: Partial<ListRequest>): ListRequest => ({
  page: 1,
  limit: 20,
  sortBy: 'createdAt',
  direction: 'desc',
  ...filter,
});

interface Plain {
  id: number;
  blocked: boolean;
  is_fully_filled: boolean;
  search_key: string;
}

/** All citizens in an order, by plain SQL. */
async function everybody(sortBy: UserSort, direction: 'asc' | 'desc'): Promise<Plain[]> {
  const by = sortBy === 'name' ? ['name_key'] : [`(created_at at time zone 'UTC')::date`];
  const order = [...by, 'id'].map((term) => `${term} ${direction}`).join(', ');
  const { rows } = await sql<Plain>`
    select id, blocked, is_fully_filled, search_key from users order by ${sql.raw(order)}`.execute(
    server.database,
  );
  return rows;
}

const filters: Partial<ListRequest>[] = [
  {},
  { blocked: 'true' },
  { blocked: 'false' },
  { is_fully_filled: 'false' },
  { blocked: 'false', is_fully_filled: 'true' },
  { blocked: 'true', is_fully_filled: 'false' },
];

function fits({ blocked, is_fully_filled }: Plain, filter: Partial<ListRequest>): boolean {
  return (
    (filter.blocked === undefined || filter.blocked === String(blocked)) &&
    (filter.is_fully_filled === undefined || filter.is_fully_filled === String(is_fully_filled))
  );
}

async function pages(filter: Partial<ListRequest>): Promise<{ ids: number[]; lengths: Set<number> }> {
  const ids: number[] = [];
  const lengths = new Set<number>();
  for (let page = 1; ; page++) {
    const { rows, length } = await readList(server.database, request({ limit: 97, ...filter, page }));
    lengths.add(length);
    if (rows.length === 0) return { ids, lengths };
    ids.push(...rows.map(({ id }) => id));
  }
}

const compactNow = () =>
  server.services.database.transaction().execute((database) => compactCounts(database as never));

describe.each(['before the counts are folded', 'after'])('%s', (when) => {
  beforeAll(async () => {
    if (when === 'after') await compactNow();
  });

  test.each(user.sorts.flatMap((sort) => [[sort, 'asc'] as const, [sort, 'desc'] as const]))(
    'the pages by %s, %s, contain everybody in order, once each, with the exact length',
    async (sortBy, direction) => {
      const all = await everybody(sortBy, direction);
      for (const filter of filters) {
        const expected = all.filter((row) => fits(row, filter)).map(({ id }) => id);
        const { ids, lengths } = await pages({ ...filter, sortBy, direction });
        expect(ids, JSON.stringify(filter)).toEqual(expected);
        expect([...lengths]).toEqual([expected.length]);
      }
    },
  );
});

describe('the counters', () => {
  const lengthOf = async (filter: Partial<ListRequest> = {}) =>
    (await readList(server.database, request(filter))).length;

  test('follow every change, by SQL too', async () => {
    const before = await lengthOf();
    const blocked = await lengthOf({ blocked: 'true' });
    await sql`
      insert into users (first_name, last_name, personal_number)
      select 'Yangi', 'Odam', 'x' || i from generate_series(1, 30) as i`.execute(server.database);
    expect(await lengthOf()).toBe(before + 30);
    await sql`update users set blocked = true where last_name = 'Odam'`.execute(server.database);
    expect(await lengthOf({ blocked: 'true' })).toBe(blocked + 30);
    await compactNow();
    expect(await lengthOf({ blocked: 'true', sortBy: 'name' })).toBe(blocked + 30);
    await sql`delete from users where last_name = 'Odam'`.execute(server.database);
    expect([await lengthOf(), await lengthOf({ blocked: 'true' })]).toEqual([before, blocked]);
  });
});

describe('search keys', () => {
  const find = async (search: string) =>
    (await readList(server.database, request({ search }))).rows.map(({ id }) => id);

  test('are written for citizens without one, and after a renaming', async () => {
    const { rows } = await sql<{ id: number }>`
      insert into users (first_name, last_name, personal_number) values ('Qoʻziboy', 'Xumoyunov', 'y1')
      returning id`.execute(server.database);
    const id = rows[0]?.id ?? 0;
    await writeKeys(server.database, 1000);
    expect(await find('Хумоюнов')).toEqual([id]);
    await sql`update users set last_name = 'Zulfiqorov' where id = ${id}`.execute(server.database);
    await writeKeys(server.database, 1000);
    expect([await find('xumoyunov'), await find('зулфиқоров қўзибой')]).toEqual([[], [id]]);
    const key = await sql<{ name_key: string }>`select name_key from users where id = ${id}`.execute(
      server.database,
    );
    expect(key.rows[0]?.name_key).toBe(normalizeForSearch('Zulfiqorov Qoʻziboy'));
    await sql`delete from users where id = ${id}`.execute(server.database);
  });
});

describe('a frequent family name', () => {
  const isOften = async (text: string, number: number) => {
    const often = matchesOftenEnough(text, number);
    if (!often) return null;
    const { rows } = await sql<{ sure: boolean }>`select ${often} as sure`.execute(server.database);
    return rows[0]?.sure;
  };
  const found = async (filter: Partial<ListRequest>) => {
    const { rows, length, capped } = await readList(server.database, request(filter));
    return { length, capped, ids: rows.map(({ id }) => id) };
  };

  test('is counted by words, exactly', async () => {
    // Each has the name twice, and half of them a longer form of it: they must count as 1,200.
    const { rows } = await sql<{ id: number }>`
      insert into users (first_name, last_name, personal_number, search_key, name_key)
      select 'Tolmurod', 'Tolmurodov', 'z' || i, key, ltrim(key) from generate_series(1, 1200) as i
      cross join lateral (
        select case when i % 2 = 0 then ' tolmurodov tolmurod tolmurod' else ' tolmurodov tolmurodovich' end as key
      ) as made returning id`.execute(server.database);
    const ids = rows.map(({ id }) => id).toSorted((one, other) => other - one);
    expect(await isOften('tolmurod', 1000), 'before the changes are compacted').toBe(true);
    expect(await isOften('tolmurod', 1200), 'their words are more than they are').toBe(false);
    await compactNow();
    for (const text of ['tolmurod', 'Толмурод', 'to', 'murodov'])
      expect(await isOften(text, 1000), text).toBe(true);
    for (const [text, number] of [
      ['tolmurod', 1200],
      ['olmurodovich', 1000],
      ['ol', 1000],
    ] as const)
      expect(await isOften(text, number), text).toBe(false);
    expect(await isOften('tolmurodov tolmurod', 1000), 'two words are looked for').toBeNull();
    expect(await isOften('1200', 10), 'digits are looked for').toBeNull();
    const search = 'tolmurod';
    expect(await found({ search, maxHits: 1000, limit: 20 })).toEqual({
      length: 1000,
      capped: true,
      ids: ids.slice(0, 20),
    });
    expect(await found({ search, maxHits: 1200, limit: 20, page: 2 })).toEqual({
      length: 1200,
      capped: false,
      ids: ids.slice(20, 40),
    });
    const blocked = { search, blocked: 'false', maxHits: 1000 } as const;
    expect(await found(blocked)).toMatchObject({ length: 1000, capped: true });
    expect(await found({ ...blocked, blocked: 'true' })).toEqual({ length: 0, capped: false, ids: [] });
    // Later changes count too.
    await sql`delete from users where id = any(${ids.slice(0, 300)}::bigint[])`.execute(server.database);
    expect(await found({ search, maxHits: 1000, limit: 2 })).toEqual({
      length: 900,
      capped: false,
      ids: ids.slice(300, 302),
    });
    await sql`delete from users where search_key like '%tolmurod%'`.execute(server.database);
    await compactNow();
  });
});

describe('a text', () => {
  test('combines with filters and sorting, and counts up to its limit', async () => {
    const text = 'ali';
    for (const sortBy of user.sorts) {
      for (const direction of ['asc', 'desc'] as const) {
        const hits = (await everybody(sortBy, direction)).filter(({ search_key }) =>
          search_key.includes(text),
        );
        expect(hits.length).toBeGreaterThan(10);
        for (const filter of filters) {
          const expected = hits.filter((row) => fits(row, filter)).map(({ id }) => id);
          const { ids } = await pages({ ...filter, sortBy, direction, search: text });
          expect(ids).toEqual(expected);
        }
        const capped = await readList(
          server.database,
          request({ search: text, sortBy, direction, maxHits: 10, limit: 8 }),
        );
        expect([capped.length, capped.capped, capped.orderCapped]).toEqual([10, true, sortBy === 'name']);
        const ids = hits.map(({ id }) => id);
        const indices = capped.rows.map(({ id }) => ids.indexOf(id));
        expect(indices).toEqual(
          sortBy === 'createdAt' ? [0, 1, 2, 3, 4, 5, 6, 7] : indices.toSorted((a, b) => a - b),
        );
        expect(Math.min(...indices)).toBeGreaterThanOrEqual(0);
        const last = await readList(
          server.database,
          request({ search: text, sortBy, direction, maxHits: 10, limit: 8, page: 2 }),
        );
        expect(last.rows).toHaveLength(2);
      }
    }
  });

  test.each(['%', '_', "'", '\\', '"; drop', ' ', '- -', '١٢', 'a'.repeat(200)])(
    '%j is matched literally',
    async (search) => {
      await expect(readList(server.database, request({ search }))).resolves.toMatchObject({ capped: false });
    },
  );
});
