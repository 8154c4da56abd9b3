/** An export that loses its database connection midway continues: no entry is duplicated or missing. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase, type OpenDatabase } from '#kernel/server/database/pool/pool.ts';
import { type ApiClient, testServer, type TestServer } from '#kernel/testing/server.ts';

/**
 * More than the sockets between server and reader buffer, so that the server has not read everything before
 * it is stopped.
 */
const entries = 12_000;
const bytesOfEntry = 3000;

let server: TestServer;
let reader: ApiClient;
let opened: OpenDatabase;

beforeAll(async () => {
  server = await testServer();
  reader = await server.signIn({ permissions: ['audit_read'] });
  opened = openDatabase({ connectionString: server.databaseUrl, max: 2 });
  await sql`
    insert into audit_log (action, subject_type, subject_id, details)
    select 'streets.update', 'street', id, jsonb_build_object('fields', jsonb_build_array(repeat('x', ${bytesOfEntry})))
    from generate_series(1, ${entries}) as id`.execute(opened.database);
});
afterAll(async () => {
  await opened?.close();
  await server?.close();
});

/** Terminates the export's connection while a statement of it waits; returns whether there was one. */
async function endWaiting(): Promise<boolean> {
  const { rows } = await sql<{ ended: boolean }>`
    select pg_terminate_backend(pid) as ended from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%as portion%'
      and query not like '%pg_terminate_backend%'`.execute(opened.database);
  return rows.some(({ ended }) => ended);
}

test('an export of the log survives a lost database connection', async () => {
  const response = await fetch(`${server.url}/api/uz/audit/export?format=csv&action=streets.update`, {
    headers: { authorization: reader.token ?? '' },
  });
  expect(response.status).toBe(200);
  const [file] = await opened.database.transaction().execute(async (database) => {
    await sql`lock table audit_log in access exclusive mode`.execute(database);
    const whole = response.text();
    await expect.poll(endWaiting).toBe(true);
    return [whole];
  });
  const [, ...lines] = (await file).trimEnd().split('\n');
  const ids = lines.map((line) => line.split(';')[0]);
  expect(ids).toHaveLength(entries);
  expect(new Set(ids).size).toBe(entries);
});
