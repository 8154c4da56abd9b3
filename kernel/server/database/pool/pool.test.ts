import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import type { PoolClient } from 'pg';
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
  const acquired = once(pool, 'acquire') as Promise<[PoolClient]>;
  const failing = database.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() pid`.execute(transaction);
    const [client] = await acquired;
    const ended = new Promise<void>((done) => client.once('end', done));
    await pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    await ended;
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

test('a waiting caller gets a connection that was free in time, although the process was blocked', async () => {
  const { pool, database, close } = openDatabase({ connectionString: owned.url }, { max: 1 });
  await pool.query('select 1');
  // Set only now, since opening the connection may take longer on a busy machine.
  pool.options.connectionTimeoutMillis = 100;
  const holding = pool.query('select pg_sleep(0.02)');
  const waiting = [pool.query('select 2 as two'), sql`select 2 as two`.execute(database)];
  // Wait until the statement is sent; then block until both the response and the timeout are due.
  await setImmediate();
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 700);
  expect((await Promise.all([holding, ...waiting])).map(({ rows }) => rows.length)).toEqual([1, 1, 1]);
  await close();
});

test('reports to a waiting caller that no connection was released in time', async () => {
  const { pool, close } = openDatabase({ connectionString: owned.url }, { max: 1 });
  const client = await pool.connect();
  pool.options.connectionTimeoutMillis = 50;
  await expect(pool.query('select 1')).rejects.toThrow('timeout exceeded when trying to connect');
  await expect(pool.connect()).rejects.toThrow('timeout exceeded when trying to connect');
  client.release();
  expect((await pool.query('select 1')).rowCount).toBe(1);
  await close();
});
