import { brotliDecompressSync } from 'node:zlib';
import { sql } from 'kysely';
import { tableFromIPC } from '@uwdata/flechette';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ApiClient, testServer, type TestServer } from '#kernel/plugin-api/testing.ts';
import { arrowType, householdsLocationsSchema, type HouseholdsLocations } from '../../contract.ts';
import { addNeighborhoods } from '../../../../tests/support/neighborhoods.ts';

let server: TestServer;
let chief: ApiClient;

beforeAll(async () => {
  server = await testServer({ plugins: ['stats'] });
  await addNeighborhoods(server, 4);
  await sql`
    insert into streets (neighborhood_id, name_uz, name_ru) select i, 'Koʻcha', 'Улица' from generate_series(1, 4) as i
  `.execute(server.database);
  await sql`
    insert into household_categories (name_uz, name_ru, color) values ('A', 'А', '#1d5fd1'), ('B', 'Б', '#d1401d')
  `.execute(server.database);
  await add(300);
  chief = await server.signIn({ role: 'super_admin' });
}, 60_000);
afterAll(() => server?.close());

async function add(count: number): Promise<void> {
  await sql`
    insert into households (neighborhood_id, street_id, household_category_id, house_type, house_number, latitude, longitude)
    select 1 + i % 4, 1 + i % 4, 1 + i % 2, 'apartment', i,
      case when i % 10 > 0 then 41.5 + i * 0.0001237 end, case when i % 10 > 0 then -60.6 - i * 0.0000713 end
    from generate_series(1, ${count}::int) as i`.execute(server.database);
}

async function load(
  query = '',
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: Headers; bytes: Buffer }> {
  const response = await fetch(`${server.url}/api/uz/stats/households-locations${query}`, {
    headers: { authorization: chief.token ?? '', accept: arrowType, ...headers },
  });
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  };
}

function readArrow(bytes: Buffer): HouseholdsLocations {
  const table = tableFromIPC(bytes);
  const metadata = table.schema.metadata;
  const categories = JSON.parse(
    metadata?.get('categories') ?? '[]',
  ) as HouseholdsLocations['households'][number]['household_category'][];
  const column = (name: string) => table.getChild(name)?.toArray() as Int32Array;
  const [id, category, latitude, longitude] = ['id', 'category', 'latitude', 'longitude'].map(column);
  return {
    neighborhoods: JSON.parse(metadata?.get('neighborhoods') ?? '[]') as HouseholdsLocations['neighborhoods'],
    households: Array.from(id ?? [], (one, index) => ({
      id: one,
      coords: [(latitude?.[index] ?? 0) / 1e6, (longitude?.[index] ?? 0) / 1e6],
      household_category: categories.find((known) => known.id === category?.[index]) ?? categories[0],
    })) as HouseholdsLocations['households'],
  };
}

async function current() {
  const { headers, bytes } = await load();
  return { etag: headers.get('etag') ?? '', city: readArrow(bytes) };
}

it('returns the same households as columns and as JSON', async () => {
  const { body } = await chief.get<HouseholdsLocations>('stats/households-locations');
  householdsLocationsSchema.parse(body);
  expect(body.households).toHaveLength(270);
  expect(body.neighborhoods).toHaveLength(4);
  const arrow = await load();
  expect(arrow.headers.get('content-type')).toBe(arrowType);
  expect(readArrow(arrow.bytes)).toEqual(body);
  const { rows } = await sql<{ id: number; latitude: number; longitude: number }>`
    select id, latitude, longitude from households where latitude is not null order by neighborhood_id, id
  `.execute(server.database);
  for (const [index, row] of rows.entries()) {
    expect(body.households[index]?.id).toBe(row.id);
    expect(Math.abs((body.households[index]?.coords[0] ?? 0) - row.latitude)).toBeLessThan(1e-6);
    expect(Math.abs((body.households[index]?.coords[1] ?? 0) - row.longitude)).toBeLessThan(1e-6);
  }
});

it('filters by neighbourhood and category', async () => {
  const path = 'stats/households-locations?neighborhood=2&household_category=2';
  const { body } = await chief.get<HouseholdsLocations>(path);
  expect(body.neighborhoods.map(({ id }) => id)).toEqual([2]);
  expect(new Set(body.households.map(({ household_category: { id } }) => id))).toEqual(new Set([2]));
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from households
    where neighborhood_id = 2 and household_category_id = 2 and latitude is not null`.execute(
    server.database,
  );
  expect(body.households).toHaveLength(rows[0]?.count ?? -1);
  expect(readArrow((await load('?neighborhood=2&household_category=2')).bytes)).toEqual(body);
  expect((await load('?neighborhood=77')).status).toBe(200);
});

it('returns all rings of a neighbourhood that has several, and of no other', async () => {
  const ring = (size: number) => [[60, 41], [60 + size, 41], [60 + size, 41 + size], [60, 41]]; // prettier-ignore
  const geometry = { type: 'MultiPolygon', coordinates: [[ring(1)], [ring(-0.5)]] };
  const write = (value: string | null) =>
    sql`update neighborhoods set geometry = ${value}::jsonb, updated_at = updated_at + interval '1 ms' where id = 3`.execute(
      server.database,
    );
  await write(JSON.stringify(geometry));
  const { body } = await chief.get<HouseholdsLocations>('stats/households-locations');
  householdsLocationsSchema.parse(body);
  expect(body.neighborhoods.map((one) => one.geometry)).toEqual([undefined, undefined, geometry, undefined]);
  const { neighborhoods } = readArrow((await load()).bytes);
  expect(neighborhoods).toEqual(body.neighborhoods);
  await write(null);
  expect((await current()).city.neighborhoods.filter((one) => 'geometry' in one)).toEqual([]);
});

it('reports no change until there is one, of any kind', async () => {
  const changes: readonly (() => Promise<unknown>)[] = [
    () => sql`update households set latitude = latitude + 0.5 where id = 1`.execute(server.database),
    () => sql`update households set household_category_id = 2 where id = 2`.execute(server.database),
    () => sql`delete from households where id = 7`.execute(server.database),
    () => add(3),
    () =>
      sql`update neighborhoods set color = '#ffffff', updated_at = updated_at + interval '1 ms' where id = 1`.execute(
        server.database,
      ),
    () =>
      sql`update household_categories set name_uz = 'C', updated_at = updated_at + interval '1 ms' where id = 1`.execute(
        server.database,
      ),
  ];
  for (const [index, change] of changes.entries()) {
    const { etag, city } = await current();
    const again = await load('', { 'if-none-match': etag });
    expect([again.status, again.bytes.length], `before ${index}`).toEqual([304, 0]);
    await change();
    const fresh = await load('', { 'if-none-match': etag });
    expect(fresh.status, `after ${index}`).toBe(200);
    expect(readArrow(fresh.bytes)).not.toEqual(city);
  }
});

it('never caches a state that an open transaction has made outdated', async () => {
  await server.database.transaction().execute(async (database) => {
    await sql`update households set latitude = 10 where id = 11`.execute(database);
    // Read while that transaction is open: not visible yet …
    const before = readArrow((await load()).bytes);
    expect(before.households.find(({ id }) => id === 11)?.coords[0]).not.toBe(10);
  });
  // … and visible once it is committed.
  const after = readArrow((await load()).bytes);
  expect(after.households.find(({ id }) => id === 11)?.coords[0]).toBe(10);
});

it('is compressed, for clients that accept it only', async () => {
  const url = `${server.url}/api/uz/stats/households-locations`;
  const { request } = await import('node:http');
  const raw = (encodings: string) =>
    new Promise<{ encoding: string | undefined; bytes: Buffer }>((resolve, reject) => {
      const headers = { authorization: chief.token ?? '', accept: arrowType, 'accept-encoding': encodings };
      request(url, { headers }, (city) => {
        const parts: Buffer[] = [];
        city.on('data', (part: Buffer) => parts.push(part));
        city.on('end', () =>
          resolve({ encoding: city.headers['content-encoding'], bytes: Buffer.concat(parts) }),
        );
      })
        .on('error', reject)
        .end();
    });
  const plain = await raw('identity');
  expect(plain.encoding).toBeUndefined();
  const packed = await raw('gzip, br');
  expect(packed.encoding).toBe('br');
  expect(brotliDecompressSync(packed.bytes)).toEqual(plain.bytes);
  expect((await raw('br;q=0, gzip')).encoding).toBe('gzip');
});
