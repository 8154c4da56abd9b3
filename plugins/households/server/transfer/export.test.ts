import { sql } from 'kysely';
import { parseCsv } from 'hucre/csv';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiClient, testServer, type TestServer } from '#kernel/plugin-api/testing.ts';
import { householdBodySchema, household, type HouseholdPage, type ImportPreview } from '../../contract.ts';
import { buildSampleCity, sampleDraft, type SampleCity } from '../../demo/sample-city.ts';
import { insertHouseholds } from '../store/write.ts';

let server: TestServer;
let city: SampleCity;
let chief: ApiClient;

const howMany = 1300;

beforeAll(async () => {
  server = await testServer({ plugins: ['households'] });
  city = await buildSampleCity(server.database);
  chief = await server.signIn({ permissions: ['household_add'], role: 'super_admin' });
  const rows = Array.from({ length: howMany }, (_, index) => {
    const street = city.streets[index % 13 < 2 ? 1 + (index % 13) : 0] ?? { id: 0, neighborhood_id: 0 };
    return householdBodySchema.parse(
      sampleDraft(city, {
        neighborhood_id: street.neighborhood_id,
        street_id: street.id,
        household_category_id: city.categories[index % 2],
        house_number: 1 + (index % 700),
        house_suffix: index % 5 === 0 ? 'A' : index % 7 === 0 ? '/2' : null,
        apartment_number: 1 + (index % 3),
        able_to_work: index % 5,
      }),
    );
  });
  await server.database.transaction().execute((database) => insertHouseholds(database, rows, null));
}, 60_000);
afterAll(() => server.close());

async function lines(query: string, as = chief): Promise<string[][]> {
  const { status, body, headers } = await as.get<string>(`households/export?format=csv&${query}`);
  expect(status, body).toBe(200);
  const [, ...rows] = parseCsv(body, { delimiter: ';' }) as string[][];
  expect(headers.get('x-total-count')).toBe(String(rows.length));
  return rows;
}

/** The fields of a household that export and list share. */
const key = (cells: readonly unknown[]) => cells.slice(0, 6).join('|');

async function listed(query: string): Promise<string[]> {
  const { body: first } = await chief.get<HouseholdPage>(`households?limit=100&${query}`);
  const items = [...first.items];
  for (let page = 2; page <= first.total_pages; page++) {
    items.push(...(await chief.get<HouseholdPage>(`households?limit=100&page=${page}&${query}`)).body.items);
  }
  return items.map((item) =>
    key([
      item.neighborhood.uz.name,
      item.street.uz.name,
      item.household_category.uz.name,
      "Ko'p qavatli uy",
      `${item.house_number}${item.house_suffix ?? ''}`,
      item.apartment_number,
    ]),
  );
}

test.each([...household.sorts])('contains the whole list, in its order by %s', async (sort) => {
  for (const order of ['asc', 'desc']) {
    const query = `sort_by=${sort}&sort_order=${order}`;
    expect((await lines(query)).map(key), query).toEqual(await listed(query));
  }
});

test.each([
  ['a neighbourhood', () => `neighborhood=${city.neighborhoods[0]}`],
  ['a category and a street', () => `household_category=${city.categories[1]}&street=${city.streets[2]?.id}`],
  ['nothing', () => 'house_type=apartment'],
  ['a text', () => 'search=tinchlik%20700'],
])('contains the rows of the filter: %s', async (_, query) => {
  expect((await lines(query())).map(key)).toEqual(await listed(query()));
});

test("is limited to the reader's area, and audits the number of rows", async () => {
  const registrar = await server.signIn({
    permissions: ['household_add'],
    neighborhoodIds: [city.neighborhoods[1] ?? 0],
  });
  const rows = await lines('', registrar);
  expect(new Set(rows.map(([neighborhood]) => neighborhood))).toEqual(new Set(['Bogʻishamol']));
  expect(rows.length).toBeGreaterThan(50);
  const { rows: log } = await sql<{ details: unknown }>`
    select details from audit_log where action = 'households.export' order by id desc limit 1`.execute(
    server.database,
  );
  expect(log[0]?.details).toMatchObject({ format: 'csv', total: rows.length });
});

test('contains the same as xlsx, its numbers masked, which an import rejects row by row', async () => {
  const path = `households/export?neighborhood=${city.neighborhoods[1]}`;
  const response = await fetch(`${server.url}/api/uz/${path}`, {
    headers: { authorization: chief.token ?? '' },
  });
  expect(response.headers.get('content-disposition')).toMatch(/xonadonlar-\d{4}-\d\d-\d\d\.xlsx/);
  const content = new Uint8Array(await response.arrayBuffer());
  const { sheets } = await readXlsx(content);
  const rows = (sheets[0]?.rows ?? []).slice(1);
  expect(rows).toHaveLength(Number(response.headers.get('x-total-count')));
  const citizens = (all: readonly (readonly unknown[])[]) => all.map((cells) => String(cells[6])).toSorted();
  expect(citizens(await lines(`neighborhood=${city.neighborhoods[1]}`))).toEqual(citizens(rows));
  for (const text of citizens(rows)) expect(text).toMatch(/^[^\d]+ •{10}\d{4}$/);
  const file = { name: 'a.xlsx', type: 'x/y', content };
  const { body } = await chief.upload<ImportPreview>('households/imports/preview', {}, [file]);
  expect(body).toMatchObject({ ready: 0, with_errors: rows.length });
  expect(body.rows[0]?.errors).toMatchObject([{ column: 'citizens', code: 'citizen_masked' }]);
});

test('escapes formulas in CSV', async () => {
  await sql`
    insert into household_citizens (household_id, position, full_name, personal_number)
    select min(id), 99, '=cmd|calc', ${city.freshJshshir()} from households`.execute(server.database);
  await sql`delete from household_citizens where position = 1 and household_id = (select min(id) from households)`.execute(
    server.database,
  );
  const rows = await lines('sort_by=createdAt&sort_order=asc');
  expect(rows[0]?.[6]).toMatch(/^'=cmd\|calc •{10}\d{4}$/);
});

test('stops when the reader leaves, and frees the slot', async () => {
  const start = () => {
    const reading = new AbortController();
    const response = fetch(`${server.url}/api/uz/households/export?format=csv`, {
      headers: { authorization: chief.token ?? '' },
      signal: reading.signal,
    });
    return { reading, response };
  };
  for (let round = 0; round < 3; round++) {
    const some = Array.from({ length: 2 }, start);
    for (const { response } of some) expect((await response).status).toBe(200);
    for (const { reading } of some) reading.abort();
    const small = () => chief.get('households/export?format=csv&house_type=apartment');
    await expect
      .poll(async () => (await Promise.all([small(), small()])).map(({ status }) => status))
      .toEqual([200, 200]);
  }
});
