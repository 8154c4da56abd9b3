import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ErrorBody } from '#kernel/plugin-api/contract.ts';
import { type ApiClient, testServer, type TestServer } from '#kernel/plugin-api/testing.ts';
import type { Household, HouseholdDraft, HouseholdPage } from '../contract.ts';
import { sampleDraft, type SampleCity } from '../demo/sample-city.ts';
import { rights, startRegistrars } from '../../../tests/support/registrars.ts';

let server: TestServer;
let city: SampleCity;
let registrar: ApiClient;
let other: ApiClient;
let chief: ApiClient;

beforeAll(async () => {
  ({ server, city, registrar, other, chief } = await startRegistrars());
});
afterAll(() => server.close());
beforeEach(async () => {
  await sql`delete from households`.execute(server.database);
});

const draft = (change: Partial<HouseholdDraft> = {}) => sampleDraft(city, change);

async function made(change: Partial<HouseholdDraft> = {}, as = registrar): Promise<Household> {
  const { status, body } = await as.post<Household>('households', draft(change));
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}

describe('rights', () => {
  const calls: [string, (as: ApiClient, id: number) => Promise<{ status: number }>][] = [
    ['GET households', (as) => as.get('households')],
    ['GET households/{id}', (as, id) => as.get(`households/${id}`)],
    ['GET households/citizens', (as) => as.get('households/citizens?personal_number=31210632040244')],
    ['GET households/template', (as) => as.get('households/template')],
    ['GET households/export', (as) => as.get('households/export?format=csv')],
    ['POST households', (as) => as.post('households', draft())],
    ['PUT households/{id}', (as, id) => as.put(`households/${id}`, draft())],
    ['DELETE households/{id}', (as, id) => as.del(`households/${id}`)],
    ['POST households/imports/preview', (as) => as.upload('households/imports/preview', {})],
    ['POST households/imports', (as) => as.upload('households/imports', {})],
  ];

  test.each(calls)('%s requires a registrar', async (_, call) => {
    const { id } = await made();
    expect((await call(server.api(), id)).status).toBe(401);
    const area = city.neighborhoods;
    const strangers = [
      { permissions: ['street_add', 'application_receiver'], neighborhoodIds: area },
      { role: 'super_admin' },
    ] as const;
    for (const stranger of strangers)
      expect((await call(await server.signIn(stranger), id)).status).toBe(403);
    expect((await call(registrar, id)).status).not.toBe(403);
  });

  test('households outside of the area are not found', async () => {
    const { id } = await made();
    for (const call of [
      other.get(`households/${id}`),
      other.put(`households/${id}`, draft()),
      other.del(`households/${id}`),
    ]) {
      expect((await call).status).toBe(404);
    }
    expect((await other.get<HouseholdPage>('households')).body).toMatchObject({ items: [], length: 0 });
    const aside = await other.get<HouseholdPage>(`households?neighborhood=${city.neighborhoods[0]}`);
    expect(aside.body).toMatchObject({ items: [], length: 0 });
    expect(await other.post('households', draft())).toMatchObject({
      status: 422,
      body: { fields: { neighborhood_id: expect.any(String) } },
    });
    expect((await other.get('search?q=Karimova')).body).toEqual({ groups: [] });
    expect((await chief.get<HouseholdPage>('households')).body.length).toBe(1);
    expect((await registrar.get('households/abc')).status).toBe(404);
    expect((await registrar.get('households/99999999')).status).toBe(404);
  });

  test('rejects moving a household out of the area', async () => {
    const { id } = await made();
    const street = city.streets.find(({ neighborhood_id }) => neighborhood_id === city.neighborhoods[2]);
    const moved = draft({ neighborhood_id: city.neighborhoods[2], street_id: street?.id });
    expect((await registrar.put(`households/${id}`, moved)).status).toBe(422);
  });
});

describe('the list', () => {
  test.each([
    'sort_by=citizens',
    'sort_order=up',
    'house_type=tent',
    'neighborhood=x',
    'limit=101',
    'page=0',
    'a=b',
  ])('rejects %s', async (query) => {
    expect((await registrar.get(`households?${query}`)).status).toBe(422);
  });

  test('pages, sorts, filters and searches', async () => {
    for (const house_number of [3, 1, 2]) await made({ house_number });
    const numbers = async (query: string) => {
      const { body } = await registrar.get<HouseholdPage>(`households?${query}`);
      return { numbers: body.items.map((item) => item.house_number), length: body.length };
    };
    expect(await numbers('')).toEqual({ numbers: [2, 1, 3], length: 3 });
    expect(await numbers('sort_by=address&sort_order=asc&limit=2')).toEqual({ numbers: [1, 2], length: 3 });
    expect(await numbers('sort_by=address&limit=2&page=2')).toEqual({ numbers: [3], length: 3 });
    expect(await numbers('search=Navoiy%203-uy')).toEqual({ numbers: [3], length: 1 });
    expect(await numbers('house_type=apartment')).toEqual({ numbers: [], length: 0 });
    expect(await numbers(`street=${city.streets[0]?.id}&household_category=${city.categories[0]}`)).toEqual({
      numbers: [2, 1, 3],
      length: 3,
    });
    expect(await numbers('page=50')).toEqual({ numbers: [], length: 3 });
  });

  test('the top bar finds an address, with its residents', async () => {
    const { id } = await made();
    const { body } = await registrar.get<{ groups: unknown[] }>('search?q=karimova');
    expect(body.groups).toEqual([
      {
        plugin: 'households',
        key: 'households',
        items: [
          {
            id,
            title: "Navroʻz MFY, Navoiy ko'chasi, 12-uy, 5-xonadon",
            subtitle: 'Karimova Lola Anvar qizi',
            path: `/households/${id}`,
          },
        ],
      },
    ]);
  });
});

test('audits a read of unmasked numbers', async () => {
  const { id } = await made();
  await registrar.get(`households/${id}`);
  const { rows } = await sql<{ action: string }>`
    select action from audit_log where subject_type = 'household' and subject_id = ${id} order by id`.execute(
    server.database,
  );
  expect(rows.map(({ action }) => action)).toEqual(['households.create', 'households.read']);
});

test('records that households refer to cannot be removed', async () => {
  await made();
  await made({ house_number: 13 });
  const { status, body } = await chief.del<ErrorBody & { uses: Record<string, number> }>(
    `neighborhoods/${city.neighborhoods[0]}`,
  );
  expect(status).toBe(409);
  expect(body).toMatchObject({ code: 'in_use', uses: { households: 2, streets: 2 } });
  expect(body.err).toContain('2 ta xonadon');
});

test('the demonstration has households that search finds', async () => {
  const demo = await testServer({ plugins: ['households'], demo: true });
  try {
    const everywhere = await demo.signIn({ ...rights, role: 'super_admin' });
    const { body } = await everywhere.get<HouseholdPage>('households?limit=5');
    expect(body.length).toBe(600);
    const [name = ''] = body.items[0]?.citizens.map(({ full_name }) => full_name) ?? [];
    const found = await everywhere.get<HouseholdPage>(`households?search=${encodeURIComponent(name)}`);
    expect(found.body.items.map(({ id }) => id)).toContain(body.items[0]?.id);
  } finally {
    await demo.close();
  }
});
