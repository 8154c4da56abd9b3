import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  definePlugin,
  type ErrorBody,
  type Page,
  type RecordChange,
  removalHook,
  type SearchGroup,
} from '#kernel/plugin-api/contract.ts';
import { defineServer, onHook } from '#kernel/plugin-api/server.ts';
import {
  type ApiClient,
  listenAs,
  testRecords,
  testServer,
  type TestServer,
} from '#kernel/plugin-api/testing.ts';
import type { Street, StreetOption } from '../contract.ts';

const permissions = ['street_add'];

/** Neighbourhoods 1, 2 and 3. */
async function fillNeighborhoods({ database }: TestServer): Promise<void> {
  await sql`
    insert into neighborhoods (name_uz, name_ru, fold_uz, fold_ru, coords, color)
    select 'Mahalla ' || i, 'Махалля ' || i, 'mahalla ' || i, 'mahallya ' || i, '[[41,60],[41,61],[42,61]]', '#0b7480'
    from generate_series(1, 3) as i`.execute(database);
}

testRecords({
  plugin: 'streets',
  path: 'streets',
  subject: 'street',
  event: 'street_change',
  prepare: fillNeighborhoods,
  fields: () => ({ neighborhood_id: 1 }),
  editor: { permissions, neighborhoodIds: [1] },
  unauthorized: {
    'a super admin without the permission': { role: 'super_admin' },
    'an admin of households': { permissions: ['household_add'], neighborhoodIds: [1] },
  },
  sorts: ['name', 'neighborhood', 'author', 'createdAt', 'updatedAt'],
});

let server: TestServer;
/** Has access to 1 and 2. */
let keeper: ApiClient;
/** Has access to 3. */
let neighbor: ApiClient;
let chief: ApiClient;
let inhabited = 0;

/** A test plugin with references to streets. */
const census = defineServer(definePlugin({ id: 'census', version: '1.0.0' }), {
  hooks: [
    onHook(removalHook, async ({ subject, id, uses }) => {
      if (subject === 'streets.street' && id === inhabited) uses('streets', 2);
    }),
  ],
});

beforeAll(async () => {
  server = await testServer({ plugins: ['streets', census] });
  await fillNeighborhoods(server);
  keeper = await server.signIn({ permissions, neighborhoodIds: [1, 2] });
  neighbor = await server.signIn({ permissions, neighborhoodIds: [3] });
  chief = await server.signIn({ role: 'super_admin', permissions });
});
afterAll(() => server.close());

const bodyOf = (neighborhood_id: unknown, name: string) => ({
  neighborhood_id,
  uz: { name },
  ru: { name: `${name} ru` },
});

async function made(neighborhood: number, name: string, by = chief): Promise<Street> {
  const response = await by.post<Street>('streets', bodyOf(neighborhood, name));
  expect(response.status, JSON.stringify(response.body)).toBe(201);
  return response.body;
}

describe('areas', () => {
  test("a list, a select and the top bar show the streets of one's own neighbourhoods", async () => {
    for (const id of [1, 2, 3]) await made(id, `Hudud ${id}`);
    const search = 'search=hudud';
    const idsFor = async (api: ApiClient, query: string) =>
      (await api.get<Page<Street>>(`streets?${search}&${query}`)).body.items.map(
        ({ neighborhood_id }) => neighborhood_id,
      );
    expect(await idsFor(keeper, '')).toEqual([1, 2]);
    expect(await idsFor(neighbor, '')).toEqual([3]);
    expect(await idsFor(chief, '')).toEqual([1, 2, 3]);
    expect(await idsFor(keeper, 'neighborhood=2')).toEqual([2]);
    expect(await idsFor(keeper, 'neighborhood=3')).toEqual([]);
    const guest = await server.signIn({ neighborhoodIds: [2] });
    const options = async (query = '') =>
      (await guest.get<StreetOption[]>(`streets?pagination=false${query}`)).body;
    expect((await options()).every(({ neighborhood_id }) => neighborhood_id === 2)).toBe(true);
    expect(await options('&neighborhood=1')).toEqual([]);
    expect((await options('&neighborhood=2')).length).toBeGreaterThan(0);
    const found = await neighbor.get<{ groups: SearchGroup[] }>('search?q=hudud');
    const titles = found.body.groups.find(({ plugin }) => plugin === 'streets')?.items;
    expect(titles).toEqual([
      {
        id: expect.any(Number),
        title: "Hudud 3 ko'chasi",
        subtitle: 'Mahalla 3 MFY',
        path: '/streets?search=Hudud+3&neighborhood=3',
      },
    ]);
  });

  test('streets outside of the area are not found, and cannot be added', async () => {
    const { id } = await made(3, 'Begona');
    expect((await keeper.put(`streets/${id}`, bodyOf(1, 'Begona'))).status).toBe(404);
    const own = await made(1, 'Oʻzimniki', keeper);
    for (const response of [
      await keeper.post<ErrorBody>('streets', bodyOf(3, 'Yangi')),
      await keeper.put<ErrorBody>(`streets/${own.id}`, bodyOf(3, 'Oʻzimniki')),
      await chief.post<ErrorBody>('streets', bodyOf(99, 'Yangi')),
    ]) {
      expect(response).toMatchObject({
        status: 422,
        body: { fields: { neighborhood_id: 'Bu mahalla sizga biriktirilmagan.' } },
      });
    }
  });

  test.each([undefined, null, 'x', 0, -1, 1.5, [1], '9'.repeat(20)])(
    '%j is not a neighbourhood',
    async (id) => {
      const { status, body } = await chief.post<ErrorBody>('streets', bodyOf(id, 'Nomsiz'));
      expect([status, Object.keys(body.fields ?? {})]).toEqual([422, ['neighborhood_id']]);
    },
  );
});

test('a name is unique within a neighbourhood only', async () => {
  const { id } = await made(1, 'Navbahor');
  await made(2, 'Navbahor');
  expect(await chief.post('streets', bodyOf(1, 'NAVBAHOR'))).toMatchObject({ status: 409 });
  expect(await chief.put(`streets/${id}`, bodyOf(2, 'Navbahor'))).toMatchObject({
    status: 409,
    body: { code: 'name_taken' },
  });
});

test('finds a street by its neighbourhood too', async () => {
  await made(2, 'Qorovulbozor');
  const { body } = await chief.get<Page<Street>>(`streets?search=${encodeURIComponent('қоровул mahalla 2')}`);
  expect(body.items.map(({ uz }) => uz.name)).toEqual(['Qorovulbozor']);
});

test('a street in use keeps its neighbourhood, and can be renamed', async () => {
  const { id } = await made(1, 'Turarjoy');
  inhabited = id;
  expect(await chief.put(`streets/${id}`, bodyOf(2, 'Turarjoy'))).toMatchObject({
    status: 409,
    body: { code: 'in_use', uses: { streets: 2 } },
  });
  expect((await chief.put(`streets/${id}`, bodyOf(1, 'Turarjoy yangi'))).status).toBe(200);
  inhabited = 0;
  const moved = await chief.put<Street>(`streets/${id}`, bodyOf(2, 'Turarjoy'));
  expect(moved.body).toMatchObject({ neighborhood_id: 2, neighborhood: { uz: { name: 'Mahalla 2' } } });
});

test('a move is announced in both neighbourhoods, a renaming in one, and neither elsewhere', async () => {
  const { id } = await made(1, 'Koʻchma');
  const only = (neighborhood: number) => server.signIn({ permissions, neighborhoodIds: [neighborhood] });
  const [first, second, third] = await Promise.all(
    [1, 2, 3].map(async (neighborhood) =>
      listenAs<RecordChange>(server, await only(neighborhood), 'street_change'),
    ),
  );
  await chief.put(`streets/${id}`, bodyOf(1, 'Koʻchma yangi'));
  await chief.put(`streets/${id}`, bodyOf(2, 'Koʻchma yangi'));
  const change = { id, change: 'updated' };
  await vi.waitFor(() => expect([first?.received, second?.received]).toEqual([[change, change], [change]]));
  expect(third?.received).toEqual([]);
  for (const listener of [first, second, third]) listener?.stop();
});
