import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase, type OpenDatabase } from '#kernel/server/database/pool/pool.ts';
import { createTestDatabase, type TestDatabase } from '#kernel/testing/database.ts';
import type { TrackedTable } from '../api/index.ts';
import { installTriggers } from './install-triggers.ts';

let testDatabase: TestDatabase;
let opened: OpenDatabase;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  opened = openDatabase({ connectionString: testDatabase.url });
});
afterAll(async () => {
  await opened?.close();
  await testDatabase?.drop();
});

/** The versions of all rows of a table that is tracked with these options, after an insert, a change and a delete. */
async function versionsOf(kind: string, options: Partial<TrackedTable>) {
  const { database } = opened;
  const table = sql.table(kind);
  await sql`create table ${table} (id int primary key, hour int, minute int)`.execute(database);
  await installTriggers(database, [{ kind, table: kind, columns: [['hour', 'minute']], ...options }]);
  await sql`insert into ${table} values (1, 8, 30)`.execute(database);
  await sql`update ${table} set hour = 9`.execute(database);
  await sql`delete from ${table}`.execute(database);
  const { rows } = await sql<{ change: string; changes: object | null }>`
    select change, changes from record_history where kind = ${kind} order by id`.execute(database);
  return rows;
}

const change = (before: number | null, after: number | null) => ({ before, after });
const deleted = { change: 'deleted', changes: { hour: change(9, null), minute: change(30, null) } };
const moved = { change: 'updated', changes: { hour: change(8, 9), minute: change(30, 30) } };

test('the history of a record is deleted with it', async () => {
  expect(await versionsOf('plain', {})).toEqual([]);
});

test('the history of a record that can be restored stays, with its last state', async () => {
  expect(await versionsOf('kept', { keepsDeleted: true })).toEqual([
    { change: 'created', changes: {} },
    moved,
    deleted,
  ]);
});

test('the history of a decision begins with a change, and stays too where deleted ones are kept', async () => {
  const decided = { change: 'updated', changes: { hour: change(null, 8), minute: change(null, 30) } };
  expect(await versionsOf('decided', { isDecision: true, keepsDeleted: true })).toEqual([
    decided,
    moved,
    deleted,
  ]);
});
