import { sql } from 'kysely';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '#kernel/testing/database.ts';
import { onDatabase } from '#kernel/testing/postgres.ts';
import { pluginWith, samplePlugin } from '#kernel/testing/sample-plugin.ts';
import { testServer, type TestServer, type TestServerOptions } from '#kernel/testing/server.ts';
import { readSeedState } from './installation.ts';

async function emptyDatabase(): Promise<string> {
  const { url, drop } = await createTestDatabase({ empty: true });
  onTestFinished(drop);
  return url;
}

/** Starts two nodes at the same time; they are closed before their database is dropped. */
async function startTwo(options: TestServerOptions): Promise<readonly [TestServer, TestServer]> {
  const [one, two] = await Promise.all([testServer(options), testServer(options)]);
  onTestFinished(async () => {
    await Promise.all([one.close(), two.close()]);
  });
  return [one, two];
}

/** The number of nodes that wait until another has seeded the database. */
function waiting(databaseUrl: string): Promise<number> {
  return onDatabase(databaseUrl, async (client) => {
    const { rows } = await client.query<{ count: number }>(`
      select count(*)::int as count from pg_locks join pg_database d on d.oid = database
      where locktype = 'advisory' and not granted and datname = current_database()`);
    return rows[0]?.count ?? 0;
  });
}

/** A demonstration that is half seeded when the other node starts. */
function slowDemo(databaseUrl: string) {
  const fills = { count: 0 };
  const plugin = pluginWith('slow', {
    seed: async ({ database }) => {
      fills.count++;
      await sql`create table half_made (id int)`.execute(database);
      await sql`insert into half_made values (1)`.execute(database);
      await expect.poll(() => waiting(databaseUrl), { timeout: 60_000 }).toBe(1);
      await sql`insert into half_made values (2)`.execute(database);
    },
  });
  return { plugin, fills };
}

const rowsOf = (node: TestServer, table: string) =>
  sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)}`
    .execute(node.database)
    .then(({ rows }) => rows[0]?.count);

test('of two concurrent nodes with demo data one seeds the database, and the other waits', async () => {
  const databaseUrl = await emptyDatabase();
  const { plugin, fills } = slowDemo(databaseUrl);
  const nodes = await startTwo({ plugins: [plugin, 'admins'], demo: true, databaseUrl });
  expect(fills.count).toBe(1);
  expect(nodes.map(({ seedResult }) => seedResult.demo).toSorted()).toEqual([false, true]);
  expect(await rowsOf(nodes[0], 'half_made')).toBe(2);
  for (const node of nodes) {
    const entry = { login: 'operator', password: 'komak-demo-2026' };
    expect((await node.api().post('admins/login', entry)).status).toBe(200);
  }
}, 60_000);

test('one of two nodes repeats a seed that a killed node began, completely', async () => {
  const databaseUrl = await emptyDatabase();
  await onDatabase(databaseUrl, async (client) => {
    await client.query('create table installation (key text primary key, value text not null)');
    await client.query(`insert into installation values ('fill', 'filling')`);
    await client.query('create table left_behind (id int)');
  });
  const { plugin, fills } = slowDemo(databaseUrl);
  const nodes = await startTwo({ plugins: [plugin, samplePlugin], demo: true, databaseUrl });
  expect(fills.count).toBe(1);
  expect(await rowsOf(nodes[1], 'half_made')).toBe(2);
  await expect(rowsOf(nodes[0], 'left_behind')).rejects.toThrow(/does not exist/);
}, 60_000);

test('a database whose tables are dropped during the check counts as empty', async () => {
  const pool = new pg.Pool({ connectionString: await emptyDatabase() });
  await pool.query('create table installation (key text primary key, value text not null)');
  const query = pool.query.bind(pool) as (text: string) => Promise<pg.QueryResult>;
  // The other node drops it between two reads of this one.
  const dropping = Object.assign(Object.create(pool) as pg.Pool, {
    async query(text: string) {
      const result = await query(text);
      await query('drop table if exists installation');
      return result;
    },
  });
  expect(await readSeedState(dropping)).toBe('empty');
  await pool.end();
});

test('without demo data two nodes that start at once create one first admin, with one password', async () => {
  const databaseUrl = await emptyDatabase();
  const nodes = await startTwo({ plugins: [samplePlugin], databaseUrl });
  expect(nodes.filter(({ seedResult }) => seedResult.firstAdmin !== null)).toHaveLength(1);
  expect(await rowsOf(nodes[0], 'admins')).toBe(1);
}, 60_000);
