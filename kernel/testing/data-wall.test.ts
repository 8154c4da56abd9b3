import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { hook, signedIn } from '#kernel/contract/index.ts';
import {
  onHook,
  route,
  type Database,
  type DatabaseTransaction,
  type ServerContext,
} from '#kernel/server/api/index.ts';
import { writeAudit } from '#kernel/server/audit/write-audit.ts';
import { prepared } from '#kernel/server/database/pool/client.ts';
import { queryOf } from '#kernel/server/database/pool/data-wall.ts';
import { withCommit } from '#kernel/server/database/pool/driver.ts';
import { createTestDatabase } from './database.ts';
import { pluginWith, type TestPlugin } from './sample-plugin.ts';
import { testServer, type TestServer } from './server.ts';

const questionHook = hook<{ statement: string; rows: unknown[] }>('curious.question');
const nobody = { adminId: null, sessionId: null, address: null };
const entry = { action: 'curious.read', subjectType: 'thing', subjectId: null };

async function run(database: Database | DatabaseTransaction, statement: string): Promise<unknown[]> {
  return (await sql.raw(statement).execute(database)).rows;
}

let server: TestServer;
let context: ServerContext;
let folder: string;

/** A plugin that requires streets but not neighborhoods; one of its routes runs any statement. */
const curious = (): TestPlugin => ({
  ...pluginWith(
    'curious',
    {
      routes: [
        route({
          method: 'POST',
          path: 'curious',
          summary: 'Runs a statement',
          access: signedIn,
          body: z.strictObject({ statement: z.string() }),
          response: z.array(z.unknown()),
          async handle({ database, body, audit }) {
            await audit(entry);
            return run(database, body.statement);
          },
        }),
      ],
      start: (given) => void (context = given),
    },
    { requires: ['streets'] },
  ),
  migrations: pathToFileURL(`${folder}/`),
});

const listener = pluginWith('listener', {
  hooks: [
    onHook(questionHook, async ({ statement, rows }, { database }) => {
      rows.push(...(await run(database, statement)));
    }),
  ],
});

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'komak-wall-'));
  await writeFile(
    join(folder, '001-things.sql'),
    'create table curious_things (id bigint primary key, street_id bigint references streets (id));',
  );
  server = await testServer({ plugins: [curious(), listener] });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const whoAmI = 'select current_user::text as role';
const asCurious = [{ role: 'komak_plugin_curious' }];

/** All ways in which a plugin can run a statement. */
const ways: Readonly<Record<string, (statement: string) => Promise<unknown[]>>> = {
  'outside of a transaction': (statement) => run(context.database, statement),
  'in a transaction': (statement) => context.transaction(({ database }) => run(database, statement)),
  'in a transaction of its own': (statement) =>
    context.database.transaction().execute((database) => run(database, statement)),
  prepared: (statement) => run(context.database, prepared(statement)),
  'as text': async (statement) =>
    (await context.database.executeQuery(queryOf(context.database, statement, []))).rows,
  'behind the kernel’s': (statement) =>
    context.transaction(async ({ database, audit }) => {
      await audit(entry);
      await writeAudit(database, nobody, entry);
      return run(database, statement);
    }),
  'with the commit': (statement) =>
    context
      .transaction(async ({ database }) => {
        const { query, landing } = withCommit(queryOf(database, statement, []));
        await database.executeQuery(query);
        await writeAudit(database, nobody, entry);
        return landing;
      })
      .then(({ rows }) => [...rows]),
};

test.each(Object.keys(ways))('a statement %s runs under the role of its plugin', async (way) => {
  const send = ways[way]!;
  expect(await send(whoAmI)).toEqual(asCurious);
  await expect(send('select * from neighborhoods')).rejects.toThrow(
    'The plugin "curious" may not access the table neighborhoods: permission denied.',
  );
  expect(server.takeRejections()).toHaveLength(1);
  // The connections have the kernel's role again.
  const isKernel = 'select current_user = session_user as kernel';
  const seen = await Promise.all(Array.from({ length: 16 }, () => server.services.pool.query(isKernel)));
  expect(seen.map(({ rows }) => rows as unknown[])).toEqual(seen.map(() => [{ kernel: true }]));
});

test('a hook runs under the role of the listening plugin, and the caller continues under its own', async () => {
  const rows: unknown[] = [];
  const after = await context.transaction(async ({ database, hooks }) => {
    await hooks.call(questionHook, { statement: whoAmI, rows });
    return run(database, whoAmI);
  });
  expect([rows, after]).toEqual([[{ role: 'komak_plugin_listener' }], asCurious]);
});

test.each([
  ['select id from streets', 'table streets'],
  ['select password_hash from admins', 'table admins'],
  ['select token_hash from sessions', 'table sessions'],
  ['select details from audit_log', 'table audit_log'],
  ['insert into streets (neighborhood_id, name_uz, name_ru) values (1, $$a$$, $$b$$)', 'table streets'],
  ['delete from streets_v1_streets', 'view streets_v1_streets'],
  ['update streets_v1_streets set name_uz = $$x$$', 'view streets_v1_streets'],
  ['select id from neighborhoods_v1_neighborhoods', 'view neighborhoods_v1_neighborhoods'],
])('rejects %s', async (statement, named) => {
  await expect(run(context.database, statement)).rejects.toThrow(
    `The plugin "curious" may not access the ${named}: permission denied.`,
  );
  expect(server.takeRejections()).toHaveLength(1);
});

test.each([
  'insert into curious_things values (1) on conflict do nothing',
  'vacuum curious_things',
  'select id from streets_v1_streets',
  'select id from streets_v1_streets where id = 1 for key share',
  'select login from kernel_v1_admins',
])('allows %s', async (statement) => {
  await run(context.database, statement);
  expect(server.takeRejections()).toEqual([]);
});

test('a call that breaks the wall fails; one that does not is audited and kept for repetitions', async () => {
  const api = await server.signIn();
  const idempotencyKey = 'wall';
  expect((await api.post('curious', { statement: 'select * from streets' })).status).toBe(500);
  const [rejection] = server.takeRejections();
  expect(rejection).toContain('The plugin "curious" may not access the table streets');
  const statement = whoAmI;
  expect(await api.post('curious', { statement }, { idempotencyKey })).toMatchObject({ body: asCurious });
  const { headers } = await api.post('curious', { statement }, { idempotencyKey });
  expect(headers.get('idempotent-replay')).toBe('true');
});

test('without a wall, as in production, a plugin has the pool itself', async () => {
  const { url, drop } = await createTestDatabase({ empty: true });
  let given: ServerContext | undefined;
  const plain = pluginWith('plain', { start: (own) => void (given = own) });
  const other = await testServer({ plugins: [plain], databaseUrl: url });
  try {
    expect(given?.database).toBe(other.services.database);
    expect(given?.database.getExecutor().plugins).toEqual([]);
  } finally {
    await other.close();
    await drop();
  }
});

test.each([
  ['read', 'create view curious_v1_all as select * from neighborhoods;\nselect * from curious_v1_all;'],
  ['write', 'delete from neighborhoods;'],
  ['change', 'alter table neighborhoods add column curious text;'],
  ['refer to', 'create table curious_places (id bigint references neighborhoods (id));'],
])('a migration cannot %s the table of a plugin that is not required', async (_, text) => {
  await writeFile(join(folder, '002-greed.sql'), text);
  const other = await testServer({ plugins: [curious()] });
  try {
    expect(other.services.plugins.problems['curious']).toMatch(/neighborhoods/);
    expect(other.services.plugins.problems['curious']).toMatch(/permission denied|must be owner/);
  } finally {
    await other.close();
    await rm(join(folder, '002-greed.sql'));
  }
});

test('an external plugin gets the tables that the kernel made for it', async () => {
  const { wall, database, pool } = server.services;
  await pool.query('create table outsider_things (id bigint generated always as identity primary key)');
  await wall?.adoptTables(database, { id: 'outsider', requires: ['streets'] });
  const outsider = wall?.handleFor(database, 'outsider') ?? database;
  expect(await run(outsider, 'insert into outsider_things default values returning id')).toEqual([{ id: 1 }]);
  await run(outsider, 'select id from streets_v1_streets');
  await expect(run(outsider, 'select id from curious_things')).rejects.toThrow('permission denied');
  expect(server.takeRejections()).toHaveLength(1);
});

test('closing a server fails if a statement of a plugin was rejected', async () => {
  const other = await testServer({ plugins: [curious()] });
  await run(context.database, 'select * from streets').catch(() => {});
  await expect(other.close()).rejects.toThrow('The plugin "curious" may not access the table streets');
});
