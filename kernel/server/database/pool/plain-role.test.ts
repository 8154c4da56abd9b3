import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withLocalhost, runKomak } from '#kernel/testing/command.ts';
import { createTestDatabase, type TestDatabase } from '#kernel/testing/database.ts';
import { onDatabase } from '#kernel/testing/postgres.ts';
import { testServer, type TestServer } from '#kernel/testing/server.ts';
import { listenAs } from '#kernel/testing/sockets.ts';

const role = `plain_${randomBytes(4).toString('hex')}`;
let owned: TestDatabase;
/** The same database for a role that owns only one schema in it. */
let databaseUrl: string;
/** The role owns two databases. */
let testDatabase: TestDatabase;
let other: TestDatabase;

beforeAll(async () => {
  owned = await createTestDatabase({ empty: true });
  testDatabase = await createTestDatabase({ empty: true });
  other = await createTestDatabase({ empty: true });
  await run(`create role ${role} login password 'plain' nosuperuser nocreatedb nocreaterole`);
  await run(`create schema komak authorization ${role}`);
  await run(`alter role ${role} set search_path = komak, public`);
  for (const { url } of [testDatabase, other]) await run(`alter database ${nameOf(url)} owner to ${role}`);
  databaseUrl = asRole(owned.url);
});
afterAll(async () => {
  const { url } = owned;
  for (const one of [owned, testDatabase, other]) await one.drop();
  await onDatabase(url.replace(/\/komak_test_\w+/, '/postgres'), (client) =>
    client.query(`drop role ${role}`),
  );
});

const nameOf = (url: string) => /komak_test_\w+/.exec(url)?.[0] ?? '';
const asRole = (url: string) => url.replace(/\/\/[^@]*@/, `//${role}:plain@`);

/** Creates an application, and waits until another user's browser is notified of it. */
async function takeIn(server: TestServer): Promise<void> {
  await run(
    `insert into neighborhoods (name_uz, name_ru, coords, color) values ('Bogʻ', 'Сад', '[[41,60],[41,61],[42,61]]', '#0b7480')`,
    server.databaseUrl,
  );
  const chief = await server.signIn({ role: 'super_admin', permissions: ['application_receiver'] });
  const screen = await listenAs<{ id: number }>(server, chief, 'application_receive');
  const form = {
    neighborhood_id: 1,
    employment_status: 'unemployed',
    salary: 'Tikuvchilik',
    planned_assistance: 'Tomni taʼmirlash',
  };
  const made = await chief.upload<{ id: number }>('applications', form);
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  await expect.poll(() => screen.received.map(({ id }) => id)).toEqual([made.body.id]);
  screen.stop();
}

function run(statement: string, url = owned.url) {
  return onDatabase(url, (client) => client.query(statement));
}

test('names the missing extension to a role without further rights, which needs nothing else', async () => {
  const first = await testServer({ plugins: ['users'], databaseUrl });
  try {
    expect(first.registry.explain('users')).toMatchObject({
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
    await takeIn(server);
  } finally {
    await server.close();
  }
}, 180_000);

test('a role that owns its database needs no superuser, also to restore a backup', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'komak-plain-'));
  const server = await testServer({ plugins: ['applications'], databaseUrl: asRole(testDatabase.url) });
  try {
    expect(server.registry.isEnabled('applications')).toBe(true);
    await takeIn(server);
    const command = (args: string[], url: string, data: string) =>
      runKomak(args, { DATABASE_URL: withLocalhost(asRole(url)), KOMAK_DATA: data });
    const file = join(folder, 'plain.backup');
    const saved = await command(['backup', file], testDatabase.url, server.data);
    expect(saved.code, saved.out).toBe(0);
    const restored = await command(['restore', file], other.url, join(folder, 'data'));
    expect(restored.code, restored.out).toBe(0);
    const found = await run('select planned_assistance from applications', asRole(other.url));
    expect(found.rows).toEqual([{ planned_assistance: 'Tomni taʼmirlash' }]);
  } finally {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  }
}, 180_000);
