import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '#kernel/testing/database.ts';
import { codedDatabaseError } from './errors.ts';
import { openDatabase, type OpenDatabase } from './pool.ts';

let owned: Awaited<ReturnType<typeof createTestDatabase>>;
let opened: OpenDatabase;

beforeAll(async () => {
  owned = await createTestDatabase();
  opened = openDatabase({ connectionString: owned.url });
});
afterAll(async () => {
  await opened.close();
  await owned.drop();
});

test('a connection that breaks between two statements fails the second, and not the process', async () => {
  const { pool, database } = opened;
  const broken = database.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() pid`.execute(transaction);
    await pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    // Time for the end of the connection to arrive.
    await setTimeout(200);
    await sql`select 1`.execute(transaction);
  });
  const error = await broken.catch((reason: unknown) => reason);
  expect(codedDatabaseError(error)).toMatchObject({ code: 'unavailable' });
  expect((await pool.query('select 1')).rowCount).toBe(1);
});
