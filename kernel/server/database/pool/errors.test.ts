import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fail } from '#kernel/contract/index.ts';
import { createTestDatabase, type TestDatabase } from '#kernel/testing/database.ts';
import { isUnavailable } from './errors.ts';
import { openDatabase, type OpenDatabase } from './pool.ts';

let owned: TestDatabase;
let opened: OpenDatabase;
beforeAll(async () => {
  owned = await createTestDatabase();
  opened = openDatabase({ connectionString: owned.url });
});
afterAll(async () => {
  await opened?.close();
  await owned?.drop();
});

/** The error that the driver throws for a database error with this code. */
function errorOf(code: string): Promise<unknown> {
  const raise = sql.raw(`do $$ begin raise exception 'refused' using errcode = '${code}'; end $$`);
  return raise.execute(opened.database).catch((error: unknown) => error);
}

test.each([
  ['a broken connection', '08006', true],
  ['a deadlock', '40P01', true],
  ['a full disk', '53100', true],
  ['too little memory', '53200', true],
  ['too many connections', '53300', true],
  ['a lock that is held for too long', '55P03', true],
  ['a statement that takes too long', '57014', true],
  ['a database that is shut down', '57P01', true],
  ['a constraint', '23514', false],
  ['a name that is taken', '23505', false],
  ['a number out of range', '22003', false],
  ['a column that is not there', '42703', false],
])('%s is transient, or is not', async (_what, code, expected) => {
  expect(isUnavailable(await errorOf(code))).toBe(expected);
});

test('an error of the catalogue is transient when it says so, and other values are not', async () => {
  expect(isUnavailable(fail('unavailable', { retryAfter: 2 }))).toBe(true);
  expect(isUnavailable(fail('not_found'))).toBe(false);
  for (const other of [new Error('a bug'), 'text', null, undefined]) expect(isUnavailable(other)).toBe(false);
});

test.each([
  ['does not listen', '127.0.0.1:9'],
  ['has no address, as a container that is being restarted', 'database.invalid'],
])('a database whose host %s is away', async (_what, host) => {
  const gone = openDatabase({ connectionString: `postgres://nobody@${host}/none` });
  const away: unknown = await gone.pool.query('select 1').catch((error: unknown) => error);
  await gone.close();
  expect(isUnavailable(away)).toBe(true);
});

test.each(['EHOSTUNREACH', 'ENETUNREACH', 'ECONNABORTED'])(
  'a connection that breaks with %s is away',
  (code) => {
    expect(isUnavailable(Object.assign(new Error(`read ${code}`), { code, syscall: 'read' }))).toBe(true);
  },
);
