import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { normalizeForSearch } from '#kernel/domain/text/index.ts';
import { testServer, type TestServer } from '#kernel/plugin-api/testing.ts';
import { user, type UserSort } from '../../contract.ts';
import { compactCounts } from './compaction.ts';
import { readList, type ListRequest } from './list.ts';
import { writeKeys } from './uncompacted.ts';

let server: TestServer;

beforeAll(async () => {
  server = await testServer({ plugins: ['users'], demo: true });
  // Names shorter than the parts they are counted in, and one that cannot be folded yet.
  await sql`
    insert into users (first_name, last_name, personal_number, search_key, name_key)
    select '', name, 'short ' || name, ' ' || name, name
    from unnest(array['', 'a', 'al', 'ali', 'alib', 'alibek', 'a b', '!']) as name`.execute(server.database);
});
afterAll(() => server.close());

const request = (wanted: Partial<ListRequest>): ListRequest => ({
  page: 1,
  limit: 20,
  sortBy: 'createdAt',
  direction: 'desc',
  ...wanted,
});

interface Plain {
  id: number;
  blocked: boolean;
  is_fully_filled: boolean;
  search_key: string;
}

/** Everybody in an order, by plain SQL. */
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
  { blocked: true },
  { blocked: false },
  { filled: false },
  { blocked: false, filled: true },
  { blocked: true, filled: false },
];

function fits({ blocked, is_fully_filled }: Plain, wanted: Partial<ListRequest>): boolean {
  return (
    (wanted.blocked === undefined || wanted.blocked === blocked) &&
    (wanted.filled === undefined || wanted.filled === is_fully_filled)
  );
}

async function pages(wanted: Partial<ListRequest>): Promise<{ ids: number[]; lengths: Set<number> }> {
  const ids: number[] = [];
  const lengths = new Set<number>();
  for (let page = 1; ; page++) {
    const { rows, length } = await readList(server.database, request({ limit: 97, ...wanted, page }));
    lengths.add(length);
    if (rows.length === 0) return { ids, lengths };
    ids.push(...rows.map(({ id }) => id));
  }
}

const foldNow = () =>
  server.services.database.transaction().execute((database) => compactCounts(database as never));

describe.each(['before the counts are folded', 'after'])('%s', (when) => {
  beforeAll(async () => {
    if (when === 'after') await foldNow();
  });

  test.each(user.sorts.flatMap((sort) => [[sort, 'asc'] as const, [sort, 'desc'] as const]))(
    'the pages by %s, %s, contain everybody in order, once each, with the exact length',
    async (sortBy, direction) => {
      const all = await everybody(sortBy, direction);
      for (const wanted of filters) {
        const expected = all.filter((row) => fits(row, wanted)).map(({ id }) => id);
        const { ids, lengths } = await pages({ ...wanted, sortBy, direction });
        expect(ids, JSON.stringify(wanted)).toEqual(expected);
        expect([...lengths]).toEqual([expected.length]);
      }
    },
  );
});

describe('the counters', () => {
  const lengthOf = async (wanted: Partial<ListRequest> = {}) =>
    (await readList(server.database, request(wanted))).length;

  test('follow every change, by SQL too', async () => {
    const before = await lengthOf();
    const blocked = await lengthOf({ blocked: true });
    await sql`
      insert into users (first_name, last_name, personal_number)
      select 'Yangi', 'Odam', 'x' || i from generate_series(1, 30) as i`.execute(server.database);
    expect(await lengthOf()).toBe(before + 30);
    await sql`update users set blocked = true where last_name = 'Odam'`.execute(server.database);
    expect(await lengthOf({ blocked: true })).toBe(blocked + 30);
    await foldNow();
    expect(await lengthOf({ blocked: true, sortBy: 'name' })).toBe(blocked + 30);
    await sql`delete from users where last_name = 'Odam'`.execute(server.database);
    expect([await lengthOf(), await lengthOf({ blocked: true })]).toEqual([before, blocked]);
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

describe('a text', () => {
  test('combines with filters and sorting, and counts up to its limit', async () => {
    const text = 'ali';
    for (const sortBy of user.sorts) {
      for (const direction of ['asc', 'desc'] as const) {
        const hits = (await everybody(sortBy, direction)).filter(({ search_key }) =>
          search_key.includes(text),
        );
        expect(hits.length).toBeGreaterThan(10);
        for (const wanted of filters) {
          const expected = hits.filter((row) => fits(row, wanted)).map(({ id }) => id);
          const { ids } = await pages({ ...wanted, sortBy, direction, search: text });
          expect(ids).toEqual(expected);
        }
        const capped = await readList(
          server.database,
          request({ search: text, sortBy, direction, maxHits: 10, limit: 8 }),
        );
        expect([capped.length, capped.capped, capped.orderCapped]).toEqual([10, true, sortBy === 'name']);
        const ids = hits.map(({ id }) => id);
        const places = capped.rows.map(({ id }) => ids.indexOf(id));
        expect(places).toEqual(
          sortBy === 'createdAt' ? [0, 1, 2, 3, 4, 5, 6, 7] : places.toSorted((a, b) => a - b),
        );
        expect(Math.min(...places)).toBeGreaterThanOrEqual(0);
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
