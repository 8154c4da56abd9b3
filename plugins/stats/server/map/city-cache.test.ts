import { tableFromIPC } from '@uwdata/flechette';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CachedResponse, type Database, onHook } from '#kernel/plugin-api/server.ts';
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
}

/** How often something was written to be sent. */
let written = 0;
const { of: write } = CachedResponse;
CachedResponse.of = (...given) => {
  written++;
  return write.apply(CachedResponse, given);
};

/** How many of the next reads fail. */
const broken = { times: 0 };

let home: TestDatabase;
let opened: OpenDatabase;
let here: Node;
let there: Node;

beforeAll(async () => {
  home = await createTestDatabase();
  opened = openDatabase({ connectionString: home.url });
  await seed(opened.database);
  here = await startNode(null);
  there = await startNode(here.chief);
}, 60_000);
afterAll(async () => {
  await there?.server.close();
  await here?.server.close();
  await opened?.close();
  await home?.drop();
  // Other files of this process use it too.
  CachedResponse.of = write;
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

/** By hand: no node is told. */
async function insertHousehold(database: Database): Promise<void> {
  await sql`
    insert into households (neighborhood_id, street_id, household_category_id, house_type, house_number, latitude, longitude)
    values (1, 1, 1, 'apartment', 1, 41.5, 60.6)`.execute(database);
}

async function startNode(known: ApiClient | null): Promise<Node> {
  let reads = 0;
  const counting = onHook(householdColumnsQuery, async () => {
    reads++;
    if (broken.times > 0) {
      broken.times--;
      throw new Error('the connection is broken');
    }
  });
  const plugins = ['stats', pluginWith('counting', { hooks: [counting] })];
  const server = await testServer({ plugins, databaseUrl: home.url });
  const chief = known?.token
    ? server.api({ token: known.token })
    : await server.signIn({ role: 'super_admin', permissions: ['household_add'] });
  return { server, chief, reads: () => reads };
}

/** How often each node has read the city, and how often it was written. */
const work = () => ({ reads: [here.reads(), there.reads()], written });

async function eventually(expected: ReturnType<typeof work>): Promise<void> {
  await expect.poll(work).toEqual(expected);
}

/** The city as both nodes return it: the number of households, and the colours of their categories. */
async function askBoth(): Promise<{ households: number; colors: string[] }[]> {
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
  expect(await askBoth()).toEqual(both({ households: 1, colors: ['#1d5fd1'] }));

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
  expect(await askBoth()).toEqual(both({ households: 2, colors: ['#1d5fd1'] }));

  const category = { uz: { name: 'A' }, ru: { name: 'А' }, color: '#d1401d' };
  expect((await there.chief.put('household-categories/1', category)).status).toBe(200);
  await eventually({ reads: [3, 3], written: 6 });
  expect(await askBoth()).toEqual(both({ households: 2, colors: ['#d1401d'] }));
  expect(work()).toEqual({ reads: [3, 3], written: 6 });
});

it('shows changes without notifications on request, and is ready again after missed notifications', async () => {
  await insertHousehold(opened.database);
  expect(await askBoth()).toEqual(both({ households: 3, colors: ['#d1401d'] }));
  await insertHousehold(opened.database);
  const { reads, written: before } = work();
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(opened.database);
  // A read whose connection is broken too is made again.
  await expect.poll(() => work().written).toBe(before + 2);
  for (const [node, count] of work().reads.entries()) expect(count).toBeGreaterThan(reads[node] ?? 0);
  const ready = work();
  expect(await askBoth()).toEqual(both({ households: 4, colors: ['#d1401d'] }));
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
  expect(await askBoth()).toEqual(both({ households: 5, colors: ['#1d5fd1'] }));
  expect(work()).toEqual(ready);
});

function both<Told>(told: Told): Told[] {
  return [told, told];
}
