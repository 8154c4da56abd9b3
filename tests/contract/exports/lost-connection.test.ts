/**
 * Downloads that lose their database connection while they are read continue: no row is duplicated or
 * missing.
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase, type OpenDatabase } from '#kernel/server/database/pool/pool.ts';
import { testServer, type TestServer } from '#kernel/testing/server.ts';
import { streamHouseholds } from '#plugins/households/server/store/stream-list.ts';
import { streamLetters } from '#plugins/letters/server/store/list.ts';
import { buildWorld } from '../leaks/world.ts';

let server: TestServer;
let lock: OpenDatabase;
let reader: OpenDatabase;

beforeAll(async () => {
  server = await testServer();
  await buildWorld(server);
  lock = openDatabase({ connectionString: server.databaseUrl, max: 2 });
  reader = openDatabase({ connectionString: server.databaseUrl, max: 1 });
}, 180_000);
afterAll(async () => {
  await reader?.close();
  await lock?.close();
  await server?.close();
});

const order = { sortBy: 'createdAt', direction: 'asc', language: 'uz' } as const;
const streams = {
  async households() {
    const ids: number[] = [];
    const batches = streamHouseholds(reader.database, { scope: 'everywhere' }, order, null);
    for await (const batch of batches) ids.push(...batch.map(({ id }) => id));
    return ids;
  },
  async letters() {
    const ids: number[] = [];
    for await (const { id } of streamLetters(reader.database, {}, 'everywhere')) ids.push(id);
    return ids;
  },
};

/** Terminates the connection of a waiting reader; returns whether it did. */
async function end(pid: number): Promise<boolean> {
  const { rows } = await sql`
    select pg_terminate_backend(pid) from pg_stat_activity where pid = ${pid} and wait_event_type = 'Lock'`.execute(
    lock.database,
  );
  return rows.length > 0;
}

test.each([
  ['households', 'households'],
  ['households', 'household_counts'],
  ['letters', 'letters'],
] as const)('the file of %s, while it reads %s', async (name, table) => {
  const before = await streams[name]();
  expect(before.length).toBeGreaterThan(1);
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(reader.database);
  const [reading] = await lock.database.transaction().execute(async (database) => {
    await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(database);
    const ids = streams[name]();
    ids.catch(() => undefined);
    await expect.poll(() => end(rows[0]?.pid ?? 0)).toBe(true);
    return [ids];
  });
  expect(await reading).toEqual(before);
});
