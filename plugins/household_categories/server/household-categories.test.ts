import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ErrorBody } from '#kernel/plugin-api/contract.ts';
import { type ApiClient, testRecords, testServer, type TestServer } from '#kernel/plugin-api/testing.ts';
import type { HouseholdCategory, HouseholdCategoryOption } from '../contract.ts';

testRecords({
  plugin: 'household_categories',
  path: 'household-categories',
  subject: 'household_category',
  event: 'household_category_change',
  fields: () => ({ color: '#0b7480' }),
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
  server = await testServer({ plugins: ['household_categories'], demo: true });
  chief = await server.signIn({ role: 'super_admin' });
});
afterAll(() => server.close());

const names = { uz: { name: 'Toifa' }, ru: { name: 'Категория' } };

test('selects and maps get all categories with their colours', async () => {
  const guest = await server.signIn({});
  const { body } = await guest.get<HouseholdCategoryOption[]>('household-categories?pagination=false');
  expect(body).toHaveLength(6);
  for (const option of body) {
    expect(Object.keys(option).toSorted()).toEqual(['color', 'id', 'ru', 'uz']);
    expect(option.color).toMatch(/^#[0-9a-f]{6}$/);
  }
});

test.each([undefined, '', 'red', '#fff', '#12345g', '#1234567', 7, null, 'javascript:alert(1)'])(
  'rejects the colour %s',
  async (color) => {
    const { status, body } = await chief.post<ErrorBody>('household-categories', { ...names, color });
    expect([status, Object.keys(body.fields ?? {})]).toEqual([422, ['color']]);
  },
);

test('returns a category by its id to a super admin only, with its colour in lower case', async () => {
  const made = await chief.post<HouseholdCategory>('household-categories', { ...names, color: ' #0B74AA ' });
  expect(made.body.color).toBe('#0b74aa');
  const where = `household-categories/${made.body.id}`;
  expect((await chief.get(where)).body).toEqual(made.body);
  expect((await (await server.signIn({})).get(where)).status).toBe(403);
  expect((await server.api().get(where)).status).toBe(401);
  for (const id of ['999999', '0', 'x']) {
    expect((await chief.get(`household-categories/${id}`)).status).toBe(404);
  }
});
