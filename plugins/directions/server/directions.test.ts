import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Option, Page } from '#kernel/plugin-api/contract.ts';
import { type ApiClient, testRecords, testServer, type TestServer } from '#kernel/plugin-api/testing.ts';
import type { Direction } from '../contract.ts';

testRecords({
  plugin: 'directions',
  path: 'directions',
  subject: 'direction',
  event: 'direction_change',
  fields: () => ({}),
  editor: { role: 'super_admin' },
  unauthorized: {
    'an admin': { role: 'admin' },
    'an admin of households': { role: 'admin', permissions: ['household_add', 'street_add'] },
  },
  sorts: ['name', 'author', 'createdAt', 'updatedAt'],
});

let server: TestServer;
let chief: ApiClient;

beforeAll(async () => {
  server = await testServer({ plugins: ['directions'], demo: true });
  chief = await server.signIn({ role: 'super_admin' });
});
afterAll(() => server.close());

test('a select gets all directions, in the order of the language', async () => {
  const guest = await server.signIn({}, 'ru');
  const { body } = await guest.get<Option[]>('directions?pagination=false');
  expect(body).toHaveLength(8);
  expect(Object.keys(body[0] ?? {}).toSorted()).toEqual(['id', 'ru', 'uz']);
  const names = body.map(({ ru }) => ru.name.toLowerCase());
  expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'ru')));
});

test('the top bar finds a direction by its name', async () => {
  const { body } = await chief.get<{ groups: unknown[] }>('search?q=ASALARI');
  expect(body.groups).toEqual([
    {
      plugin: 'directions',
      key: 'directions',
      items: [
        {
          id: expect.any(Number),
          title: 'Asalarichilik',
          subtitle: '',
          path: '/directions?search=Asalarichilik',
        },
      ],
    },
  ]);
});

test('omits an author who was removed', async () => {
  const { body } = await chief.get<Page<Direction>>('directions');
  expect(body.items[0]).toMatchObject({ author: null, author_id: null });
});

test('normalizes older names at the start, also equal ones', async () => {
  await sql`
    insert into directions (name_uz, name_ru) values ('Xumdon', 'Печь'), ('Humdon', 'Печи')`.execute(
    server.database,
  );
  const node = await testServer({ plugins: ['directions'], databaseUrl: server.databaseUrl });
  await node.close();
  const { body } = await chief.get<Page<Direction>>('directions?search=humdon');
  expect(body.items.map(({ uz }) => uz.name).toSorted()).toEqual(['Humdon', 'Xumdon']);
  const twin = { uz: { name: 'humdon' }, ru: { name: 'Иное' } };
  expect(await chief.post('directions', twin)).toMatchObject({ status: 409, body: { code: 'name_taken' } });
});
