import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '#kernel/testing/database.ts';
import { codedDatabaseError } from './errors.ts';
import { openDatabase, type OpenDatabase } from './pool.ts';

let owned: Awaited<ReturnType<typeof createTestDatabase>>;
let opened: OpenDatabase;
/** Unhandled rejections and errors. */
const broken: Error[] = [];

beforeAll(async () => {
  owned = await createTestDatabase();
  opened = openDatabase({ connectionString: owned.url }, { onBreak: (error) => broken.push(error) });
});
afterAll(async () => {
  await opened.close();
  await owned.drop();
});

test('a connection that breaks between two statements fails the second, and not the process', async () => {
  const { pool, database } = opened;
  const failing = database.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() pid`.execute(transaction);
    await pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    // Time for the end of the connection to arrive.
    await setTimeout(200);
    await sql`select 1`.execute(transaction);
  });
  const error = await failing.catch((reason: unknown) => reason);
  expect(codedDatabaseError(error)).toMatchObject({ code: 'unavailable' });
  expect((await pool.query('select 1')).rowCount).toBe(1);
});

// tests/faults/database-away.test.ts tests a database that stops responding.
test('does not take a long statement for a silent connection', async () => {
  broken.length = 0;
  expect((await opened.pool.query('select pg_sleep(5.5)')).rowCount).toBe(1);
  expect(broken).toEqual([]);
});
