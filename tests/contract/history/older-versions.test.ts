/** Reads versions stored as arrays of two, before 009-named-sides.sql. */
import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { kernelMigrations } from '#kernel/app/server/boot/start-database.ts';
import type { HistoryPage, HistoryPreview, Restored } from '#kernel/records/contract/index.ts';
import { migrate, type MigrationSet } from '#kernel/server/database/migrations/migrate.ts';
import { openDatabase, type OpenDatabase } from '#kernel/server/database/pool/pool.ts';
import { installTriggers } from '#kernel/server/history/install-triggers.ts';
import { createTestDatabase, type TestDatabase } from '#kernel/testing/database.ts';
import { testServer, type ApiClient, type TestServer } from '#kernel/testing/server.ts';
import { history } from '#plugins/neighborhoods/server/history.ts';

let folder: string;
let testDatabase: TestDatabase;
let old: OpenDatabase;
let server: TestServer;
let chief: ApiClient;

const plugin = {
  plugin: 'neighborhoods',
  folder: new URL('../../../plugins/neighborhoods/server/migrations/', import.meta.url),
};

/**
 * A database from before the migration, with versions in it, and a transaction that is open while it is
 * migrated.
 */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'komak-older-'));
  testDatabase = await createTestDatabase({ empty: true });
  old = openDatabase({ connectionString: testDatabase.url });
  const earlier = await earlierMigrations();
  await migrate(old.pool, [...earlier, plugin]);
  await installTriggers(old.database, [history.tracked]);
  await old.pool.query(`
    insert into neighborhoods (name_uz, name_ru, fold_uz, fold_ru, coords, color)
    select name, name, lower(name), lower(name), '[[41,60],[41,61],[42,61]]', '#0b7480'
    from unnest('{Bogʻ,Oqtepa}'::text[]) as name`);
  await old.pool.query(`update neighborhoods set name_uz = 'Navroʻz', fold_uz = 'navroz' where id = 1`);
  await old.pool.query(`delete from neighborhoods where id = 2`);
  const open = await old.pool.connect();
  await open.query(`begin; update neighborhoods set name_uz = 'Tinchlik', color = '#111111' where id = 1`);
  expect(await migrate(old.pool, kernelMigrations)).toContain('kernel/009-named-sides.sql');
  await open.query(`update neighborhoods set name_ru = 'Тинчлик', color = '#222222' where id = 1; commit`);
  open.release();
  server = await testServer({ plugins: ['neighborhoods'], databaseUrl: testDatabase.url });
  chief = await server.signIn({ role: 'super_admin' });
});
afterAll(async () => {
  await server?.close();
  await old?.close();
  await testDatabase?.drop();
  await rm(folder, { recursive: true, force: true });
});

/** The kernel's migrations without the one that names the sides and later ones. */
async function earlierMigrations(): Promise<MigrationSet[]> {
  const [first, ...others] = kernelMigrations;
  if (!first) throw new Error('the kernel has migrations');
  for (const name of await readdir(first.folder)) {
    if (name < '009') await copyFile(new URL(name, first.folder), join(folder, name));
  }
  return [{ ...first, folder: pathToFileURL(`${folder}/`) }, ...others];
}

async function historyOf(id: number): Promise<HistoryPage> {
  const { status, body } = await chief.get<HistoryPage>(`neighborhoods/${id}/history`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

test('the versions before the migration are arrays, and stay as they are', async () => {
  const { rows } = await old.pool.query<{ kind: string; form: string }>(`
    select change || coalesce(' ' || field.name, '') as kind, jsonb_typeof(field.sides) as form
    from record_history left join jsonb_each(changes) as field (name, sides) on true
    where id <= 4 and field.name in ('name_uz') order by id`);
  expect(rows).toEqual([
    { kind: 'updated name_uz', form: 'array' },
    { kind: 'deleted name_uz', form: 'array' },
  ]);
});

test('are listed with both values, also that of a transaction that was open during the migration', async () => {
  const { items } = await historyOf(1);
  expect(items.map(({ change }) => change)).toEqual(['updated', 'updated', 'created']);
  expect(items[0]?.fields).toMatchObject([
    { name: 'name_uz', from: { text: 'Navroʻz' }, to: { text: 'Tinchlik' } },
    { name: 'name_ru', from: { text: 'Bogʻ' }, to: { text: 'Тинчлик' } },
    { name: 'color', from: { color: '#0b7480' }, to: { color: '#222222' } },
  ]);
  expect(items[1]?.fields).toMatchObject([
    { name: 'name_uz', from: { text: 'Bogʻ' }, to: { text: 'Navroʻz' } },
  ]);
});

test('are restored, and deleted records too', async () => {
  const { items } = await historyOf(1);
  const path = `neighborhoods/1/history/${items[1]?.id}`;
  const { body: preview } = await chief.get<HistoryPreview>(path);
  expect(preview.fields).toMatchObject([
    { name: 'name_uz', from: { text: 'Tinchlik' }, to: { text: 'Bogʻ' } },
    { name: 'name_ru', from: { text: 'Тинчлик' }, to: { text: 'Bogʻ' } },
    { name: 'color', to: { color: '#0b7480' } },
  ]);
  expect((await chief.post<Restored>(`${path}/restore`)).status).toBe(200);
  expect((await historyOf(1)).items[0]?.fields[0]).toMatchObject({
    from: { text: 'Tinchlik' },
    to: { text: 'Bogʻ' },
  });

  const { body: deleted } = await chief.get<HistoryPage>('neighborhoods/deleted');
  expect(deleted.items).toMatchObject([{ change: 'deleted', author: null }]);
  const [deletion] = deleted.items;
  expect(deletion?.fields[0]).toMatchObject({ name: 'name_uz', from: { text: 'Oqtepa' }, to: null });
  const back = await chief.post<{ id: number }>(`neighborhoods/deleted/${deletion?.id}/restore`);
  expect(back.status, JSON.stringify(back.body)).toBe(201);
  expect((await chief.get(`neighborhoods/${back.body.id}`)).body).toMatchObject({ uz: { name: 'Oqtepa' } });
});
