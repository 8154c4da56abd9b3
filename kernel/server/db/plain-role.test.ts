import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#kernel/testing/database.ts';
import { onDatabase } from '#kernel/testing/postgres.ts';
import { testServer } from '#kernel/testing/server.ts';

const role = `plain_${randomBytes(4).toString('hex')}`;
let owned: TestDatabase;
/** The same database for a role that owns a schema in it and nothing else. */
let databaseUrl: string;

beforeAll(async () => {
  owned = await createTestDatabase({ empty: true });
  await run(`create role ${role} login password 'plain' nosuperuser nocreatedb nocreaterole`);
  await run(`create schema komak authorization ${role}`);
  await run(`alter role ${role} set search_path = komak, public`);
  databaseUrl = owned.url.replace(/\/\/[^@]*@/, `//${role}:plain@`);
});
afterAll(async () => {
  const { url } = owned;
  await owned.drop();
  await onDatabase(url.replace(/\/komak_test_\w+/, '/postgres'), (client) =>
    client.query(`drop role ${role}`),
  );
});

function run(statement: string) {
  return onDatabase(owned.url, (client) => client.query(statement));
}

test('a role without further rights is told which extension to ask for, and needs nothing else', async () => {
  const first = await testServer({ plugins: ['applications'], databaseUrl });
  try {
    expect(first.registry.explain('applications')).toMatchObject({
      state: 'quarantined',
      problem: expect.stringMatching(
        /an administrator of the database run once.*: create extension pg_trgm;$/,
      ),
    });
  } finally {
    await first.close();
  }
  await run('create extension pg_trgm');
  const server = await testServer({ databaseUrl });
  try {
    expect(server.registry.installed.filter(({ id }) => !server.registry.isEnabled(id))).toEqual([]);
    expect((await server.api().get('/health/ready')).status).toBe(200);
    const chief = await server.signIn({ role: 'super_admin', permissions: ['application_receiver'] });
    expect((await chief.get('applications')).status).toBe(200);
  } finally {
    await server.close();
  }
}, 180_000);
