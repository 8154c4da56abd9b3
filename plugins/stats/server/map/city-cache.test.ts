import { tableFromIPC } from '@uwdata/flechette';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Database, LazyCachedResponse, onHook } from '#kernel/plugin-api/server.ts';
import {
  type ApiClient,
  createTestDatabase,
  openDatabase,
  type OpenDatabase,
  pluginWith,
  type TestDatabase,
  testServer,
  type TestServer,
} from '#kernel/plugin-api/testing.ts';
import { householdColumnsQuery, type HouseholdDraft } from '#plugins/households/contract.ts';
import { arrowType, type MapCategory } from '../../contract.ts';

/** A node, and how often it has read all pins. */
interface Node {
  readonly server: TestServer;
  readonly chief: ApiClient;
  reads(): number;
  /** The requested neighbourhoods; null for all. */
  readonly requested: (readonly number[] | null)[];
}

/** How often data were compressed for sending. */
let written = 0;
const { compress } = LazyCachedResponse.prototype;
LazyCachedResponse.prototype.compress = function count(...given) {
  written++;
  return compress.apply(this, given);
};

/** How many of the next reads fail. */
const broken = { times: 0 };

let testDatabase: TestDatabase;
let opened: OpenDatabase;
let here: Node;
let there: Node;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  opened = openDatabase({ connectionString: testDatabase.url });
  await seed(opened.database);
  here = await startNode(null);
  there = await startNode(here.chief);
}, 60_000);
afterAll(async () => {
  await there?.server.close();
  await here?.server.close();
  await opened?.close();
  await testDatabase?.drop();
  // Other test files in this process use it too.
  LazyCachedResponse.prototype.compress = compress;
});

async function seed(database: Database): Promise<void> {
  await sql`
    insert into neighborhoods (name_uz, name_ru, coords, color)
    values ('Mahalla', 'Махалля', '[[41,60],[41,61],[42,61]]', '#0b7480')`.execute(database);
  await sql`
    insert into streets (neighborhood_id, name_uz, name_ru) values (1, 'Koʻcha', 'Улица')`.execute(database);
  await sql`
    insert into household_categories (name_uz, name_ru, color) values ('A', 'А', '#1d5fd1')`.execute(
    database,
  );
  await insertHousehold(database);
}

/** By SQL, so that no node is notified. */
async function insertHousehold(database: Database): Promise<void> {
  await sql`
    insert into households (neighborhood_id, street_id, household_category_id, house_type, house_number, latitude, longitude)
    values (1, 1, 1, 'apartment', 1, 41.5, 60.6)`.execute(database);
}

async function startNode(known: ApiClient | null): Promise<Node> {
  let reads = 0;
  const requested: (readonly number[] | null)[] = [];
  const counting = onHook(householdColumnsQuery, async ({ input }) => {
    reads++;
    requested.push(input);
    if (broken.times > 0) {
      broken.times--;
      throw new Error('the connection is broken');
    }
  });
  const plugins = ['stats', pluginWith('counting', { hooks: [counting] })];
  const server = await testServer({ plugins, databaseUrl: testDatabase.url });
  const chief = known?.token
    ? server.api({ token: known.token })
    : await server.signIn({ role: 'super_admin', permissions: ['household_add'] });
  return { server, chief, requested, reads: () => reads };
}

/** How often each node has read the city, and how often it was compressed. */
const work = () => ({ reads: [here.reads(), there.reads()], written });

async function eventually(expected: ReturnType<typeof work>): Promise<void> {
  await expect.poll(work).toEqual(expected);
}

/** The city as both nodes return it: the number of households, and the colours of their categories. */
async function readBoth(): Promise<{ households: number; colors: string[] }[]> {
  return Promise.all(
    [here, there].map(async ({ server, chief }) => {
      const { status, bytes } = await fetchBytes(`${server.url}/api/uz/stats/households-locations`, {
        authorization: chief.token ?? '',
        accept: arrowType,
      });
      expect(status).toBe(200);
      const { numRows, schema } = tableFromIPC(bytes);
      const categories = JSON.parse(schema.metadata?.get('categories') ?? '[]') as MapCategory[];
      return { households: numRows, colors: categories.map(({ color }) => color) };
    }),
  );
}

async function fetchBytes(address: string, headers: Record<string, string>) {
  const response = await fetch(address, { headers });
  return { status: response.status, bytes: await response.arrayBuffer() };
}

it('is ready on every node from the start, and again after a change on any node, without a read on request', async () => {
  await eventually({ reads: [1, 1], written: 2 });
  expect(await readBoth()).toEqual(both({ households: 1, colors: ['#1d5fd1'] }));

  const household: HouseholdDraft = {
    neighborhood_id: 1,
    household_category_id: 1,
    street_id: 1,
    house_type: 'apartment',
    house_number: 2,
    coords: [41.51, 60.61],
  };
  expect((await here.chief.post('households', household)).status).toBe(201);
  await eventually({ reads: [2, 2], written: 4 });
  expect(await readBoth()).toEqual(both({ households: 2, colors: ['#1d5fd1'] }));

  const category = { uz: { name: 'A' }, ru: { name: 'А' }, color: '#d1401d' };
  expect((await there.chief.put('household-categories/1', category)).status).toBe(200);
  // The pins are unchanged.
  await eventually({ reads: [2, 2], written: 6 });
  expect(await readBoth()).toEqual(both({ households: 2, colors: ['#d1401d'] }));
  expect(work()).toEqual({ reads: [2, 2], written: 6 });
});

it('shows changes without notifications on request, and is ready again after missed notifications', async () => {
  await insertHousehold(opened.database);
  expect(await readBoth()).toEqual(both({ households: 3, colors: ['#d1401d'] }));
  await insertHousehold(opened.database);
  const { reads, written: before } = work();
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(opened.database);
  // A read that fails because its connection breaks is repeated too.
  await expect.poll(() => work().written).toBe(before + 2);
  for (const [node, count] of work().reads.entries()) expect(count).toBeGreaterThan(reads[node] ?? 0);
  const ready = work();
  expect(await readBoth()).toEqual(both({ households: 4, colors: ['#d1401d'] }));
  expect(work()).toEqual(ready);
});

it('is ready again after a refresh that failed', async () => {
  const { written: before } = work();
  await insertHousehold(opened.database);
  broken.times = 2;
  const category = { uz: { name: 'A' }, ru: { name: 'А' }, color: '#1d5fd1' };
  expect((await there.chief.put('household-categories/1', category)).status).toBe(200);
  await expect.poll(() => work().written).toBe(before + 2);
  expect(broken.times).toBe(0);
  const ready = work();
  expect(await readBoth()).toEqual(both({ households: 5, colors: ['#1d5fd1'] }));
  expect(work()).toEqual(ready);
});

it('reads again only the neighbourhoods that changed, and has every pin where it is', async () => {
  await sql`
    insert into neighborhoods (name_uz, name_ru, coords, color)
    select 'Mahalla ' || i, 'Махалля ' || i, '[[41,60],[41,61],[42,61]]', '#0b7480' from generate_series(2, 4) as i`.execute(
    opened.database,
  );
  await insertPins(60);
  const changes = [
    sql`update households set neighborhood_id = 3 where id = (select min(id) from households where neighborhood_id = 2)`,
    sql`delete from households where neighborhood_id = 4`,
    sql`update households set latitude = null, longitude = null where id = (select max(id) from households where neighborhood_id = 3)`,
    sql`update households set latitude = latitude + 0.001 where neighborhood_id = 1`,
    sql`update households set able_to_work = able_to_work + 1`,
    sql`insert into household_categories (name_uz, name_ru, color) values ('B', 'Б', '#1d5fd2')`,
    sql`update households set household_category_id = (select max(id) from household_categories) where neighborhood_id = 2`,
    sql`update households set neighborhood_id = 4 where neighborhood_id = 2`,
    sql`truncate households cascade`,
  ];
  await pinsOf(here);
  const read: (readonly (readonly number[] | null)[])[] = [];
  for (const change of changes) {
    here.requested.length = 0;
    await change.execute(opened.database);
    expect(await pinsOf(here)).toEqual(await storedPins());
    read.push(here.requested.map((ids) => ids && ids.toSorted((one, other) => one - other)));
  }
  expect(read).toEqual([[[2, 3]], [[4]], [[3]], [[1]], [], [], [[2]], [[2, 4]], [null]]);
});

async function insertPins(count: number): Promise<void> {
  await sql`
    insert into households (neighborhood_id, street_id, household_category_id, house_type, house_number, latitude, longitude)
    select 1 + i % 4, 1, 1, 'apartment', 1, 41.5 + i / 1000.0, 60.6 from generate_series(1, ${count}::int) as i`.execute(
    opened.database,
  );
}

/** The pins of a node's map: id, neighbourhood, category and latitude of each. */
async function pinsOf({ server, chief }: Node): Promise<number[][]> {
  const { bytes } = await fetchBytes(`${server.url}/api/uz/stats/households-locations`, {
    authorization: chief.token ?? '',
    accept: arrowType,
  });
  const table = tableFromIPC(bytes);
  const columns = ['id', 'neighborhood', 'category', 'latitude'].map((name) => [
    ...((table.getChild(name)?.toArray() ?? []) as Iterable<number>),
  ]);
  return Array.from({ length: table.numRows }, (_, row) => columns.map((column) => column[row] ?? 0));
}

async function storedPins(): Promise<number[][]> {
  const { rows } = await sql<{ pin: number[] }>`
    select array[id, neighborhood_id, household_category_id, round(latitude * 1000000)]::bigint[] as pin
    from households where latitude is not null order by neighborhood_id, id`.execute(opened.database);
  return rows.map(({ pin }) => pin);
}

function both<Result>(result: Result): Result[] {
  return [result, result];
}
