import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiClient, testServer, type TestServer } from '#kernel/plugin-api/testing.ts';
import type { Household, HouseholdPage, ImportPreview, ImportReport } from '../contract.ts';
import { buildSampleCity, sampleDraft, type SampleCity } from '../demo/sample-city.ts';

let server: TestServer;
let city: SampleCity;
let registrar: ApiClient;

beforeAll(async () => {
  server = await testServer({ plugins: ['households'] });
  city = await buildSampleCity(server.database);
  registrar = await server.signIn({
    permissions: ['household_add'],
    neighborhoodIds: city.neighborhoods.slice(0, 2),
  });
});
afterAll(() => server.close());

const draft = () => sampleDraft(city);

test('stores the suffix of a house number, and finds by it', async () => {
  const street = city.streets[1] ?? city.streets[0];
  const made = (house_number: number, house_suffix: string | null) =>
    registrar.post<Household>('households', {
      ...draft(),
      neighborhood_id: street?.neighborhood_id,
      street_id: street?.id,
      house_type: 'apartment',
      apartment_number: null,
      house_number,
      house_suffix,
    });
  for (const [number, suffix] of [
    [413, null],
    [412, ' a '],
    [412, '/3'],
    [412, null],
    [412, 'В/2'],
  ] as const) {
    expect((await made(number, suffix)).status).toBe(201);
  }
  const housesOf = async (query: string) => {
    const { body } = await registrar.get<HouseholdPage>(`households?${query}`);
    return body.items.map(({ house_number, house_suffix }) => `${house_number}${house_suffix ?? ''}`);
  };
  expect(await housesOf(`search=412&sort_by=address&sort_order=asc&street=${street?.id}`)).toEqual([
    '412',
    '412/3',
    '412A',
    '412B/2',
  ]);
  expect(await housesOf('search=412A')).toEqual(['412A']);
  expect(await housesOf('search=412/3-uy')).toEqual(['412/3']);
  const { body: list } = await registrar.get<HouseholdPage>('households?search=412A');
  const { house_suffix: _, ...unknowing } = {
    ...draft(),
    house_number: 412,
    house_type: 'apartment',
    apartment_number: null,
  };
  await registrar.put(`households/${list.items[0]?.id}`, unknowing);
  expect(await housesOf('search=412A'), 'a client that does not know it changes nothing').toEqual(['412A']);
  // The letter matches the Cyrillic one that looks the same, and the one that sounds the same.
  for (const text of ['412В', '412в', '412B', '412b', '412v']) {
    expect(await housesOf(`search=${encodeURIComponent(text)}`), text).toEqual(['412B/2']);
  }
  for (const suffix of ['А', 'а', 'a']) {
    expect((await made(414, suffix)).body, suffix).toMatchObject({ house_suffix: 'A' });
  }
  expect(await housesOf('search=414A')).toEqual(['414A', '414A', '414A']);
});

test('reads the suffix from the column of the number, and writes it there', async () => {
  const { body: header } = await registrar.get<string>('households/template?format=csv');
  const columns = (header.split('\n')[0] ?? '').replace('\uFEFF', '').trim();
  const houses = ['512A', '512 / 3', '512-b', '512', '512Bu', '512/'];
  const lines = houses.map((house) => `Navroʻz;Navoiy;Yolgʻiz keksalar;Xonadon;${house};;;1;0;0;;;`);
  const file = { name: 'a.csv', type: 'text/csv', content: [columns, ...lines].join('\n') };
  const { body: preview } = await registrar.upload<ImportPreview>('households/imports/preview', {}, [file]);
  const { body } = await registrar.upload<ImportReport>(
    'households/imports',
    { digest: preview.digest, warnings: 'accept' },
    [file],
  );
  expect(body.skipped.map(({ row }) => row)).toEqual([6, 7]);
  const { body: exported } = await registrar.get<string>(
    'households/export?format=csv&search=512&sort_by=address&sort_order=asc',
  );
  const written = exported.trim().split('\n').slice(1);
  expect(written.map((line) => line.split(';')[4])).toEqual(['512', '512/3', '512A', '512B']);
});
