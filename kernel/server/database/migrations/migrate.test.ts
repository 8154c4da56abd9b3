import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#kernel/testing/database.ts';
import { migrate, type MigrationSet } from './migrate.ts';
import { openDatabase, type OpenDatabase } from '../pool/pool.ts';

let folder: string;
let testDatabase: TestDatabase;
let opened: OpenDatabase;
let set: MigrationSet;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'komak-migrations-'));
  set = { plugin: 'sample', folder: pathToFileURL(`${folder}/`) };
  testDatabase = await createTestDatabase({ empty: true });
  opened = openDatabase({ connectionString: testDatabase.url });
  await write('001-first.sql', 'create table first (id int)');
});

afterEach(async () => {
  await opened.close();
  await testDatabase.drop();
  await rm(folder, { recursive: true });
});

const write = (name: string, text: string) => writeFile(join(folder, name), text);

test('applies each file once, in the order of the names', async () => {
  await write('002-second.sql', 'alter table first add column name text');
  expect(await migrate(opened.pool, [set])).toEqual(['sample/001-first.sql', 'sample/002-second.sql']);
  expect(await migrate(opened.pool, [set])).toEqual([]);
});

test('keeps the migrations of two plugins apart', async () => {
  await migrate(opened.pool, [set]);
  await write('001-first.sql', 'create table other (id int)');
  expect(await migrate(opened.pool, [{ ...set, plugin: 'other' }])).toEqual(['other/001-first.sql']);
});

test('two nodes that start at once apply a file once', async () => {
  const second = openDatabase({ connectionString: testDatabase.url });
  const applied = await Promise.all([migrate(opened.pool, [set]), migrate(second.pool, [set])]);
  await second.close();
  expect(applied.flat()).toEqual(['sample/001-first.sql']);
});

test('rejects a file that was changed later, except for line ends', async () => {
  await write('001-first.sql', 'create table first (\n id int)');
  await migrate(opened.pool, [set]);
  await write('001-first.sql', 'create table first (\r\n id int)');
  await migrate(opened.pool, [set]);
  await write('001-first.sql', 'create table first (id bigint)');
  await expect(migrate(opened.pool, [set])).rejects.toThrow(/sample\/001-first.sql was changed after/);
});

test('a role may have any name', async () => {
  const role = `komak "${randomUUID()}"`;
  const identifier = `"${role.replaceAll('"', '""')}"`;
  await opened.pool.query(`create role ${identifier}; grant create on schema public to ${identifier}`);
  try {
    await migrate(opened.pool, [{ ...set, role }]);
    const { rows } = await opened.pool.query(`select tableowner from pg_tables where tablename = 'first'`);
    expect(rows).toEqual([{ tableowner: role }]);
  } finally {
    await opened.pool.query(`drop owned by ${identifier}; drop role ${identifier}`);
  }
});

test('a failing file is rolled back as a whole, and earlier files stay applied', async () => {
  await write('002-broken.sql', 'create table second (id int); select nonsense');
  await expect(migrate(opened.pool, [set])).rejects.toThrow(/sample\/002-broken.sql failed/);
  const { rows } = await opened.pool.query(
    `select to_regclass('first') is not null first, to_regclass('second') as second`,
  );
  expect(rows).toEqual([{ first: true, second: null }]);
});

test('retries a file that a running node blocks', async () => {
  await write('002-second.sql', 'create table second (id int)');
  await migrate(opened.pool, [set]);
  // Locks the tables in one order, and pauses between the two until the test continues it.
  await write(
    '003-both.sql',
    `alter table first add column name text;
     select pg_advisory_xact_lock(1);
     alter table second add column name text`,
  );
  const [node, gate] = await Promise.all([opened.pool.connect(), opened.pool.connect()]);
  const waiting = async (kind: string) => {
    const { rows } = await gate.query(
      'select from pg_locks where not granted and locktype = $1 and database = (select oid from pg_database where datname = current_database())',
      [kind],
    );
    return rows.length;
  };
  await gate.query('select pg_advisory_lock(1)');
  // PostgreSQL ends the side that has waited for `deadlock_timeout`: here the migration, not the node.
  await node.query(`set deadlock_timeout = '1min'; begin; lock table second in access share mode`);
  const migrated = migrate(opened.pool, [set]);
  await expect.poll(() => waiting('advisory')).toBe(1);
  const read = node.query('select from first');
  await expect.poll(() => waiting('relation')).toBe(1);
  await gate.query('select pg_advisory_unlock(1)');
  await read;
  await node.query('commit');
  expect(await migrated).toEqual(['sample/003-both.sql']);
  expect((await opened.pool.query('select name from second')).fields).toHaveLength(1);
  for (const client of [node, gate]) client.release(true);
});

test('rejects an invalid name', async () => {
  await write('2-second.sql', '');
  await expect(migrate(opened.pool, [set])).rejects.toThrow(
    /sample\/2-second.sql must be named NNN-name.sql/,
  );
});

test('returns values in the wire format', async () => {
  const { rows } = await opened.pool.query<Record<string, unknown>>(`
    select 9007199254740991::bigint id, '{1,2}'::bigint[] ids, '2026-11-21'::date as day,
      '2026-11-21 13:15:30.12+05'::timestamptz as moment, '2026-11-21 08:15:30+00'::timestamptz as second`);
  expect(rows).toEqual([
    {
      id: 9007199254740991,
      ids: [1, 2],
      day: '2026-11-21',
      moment: '2026-11-21T08:15:30.120Z',
      second: '2026-11-21T08:15:30.000Z',
    },
  ]);
});
