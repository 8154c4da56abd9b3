import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SearchGroup } from '#kernel/plugin-api/contract.ts';
import { type ApiClient, testServer, type TestServer } from '#kernel/plugin-api/testing.ts';
import type { Application, ApplicationPage } from '../contract.ts';

let server: TestServer;
let operator: ApiClient;

beforeAll(async () => {
  server = await testServer({ plugins: ['applications'] });
  await sql`
    insert into neighborhoods (name_uz, name_ru, coords, color)
    values ('Mahalla', 'Махалля', '[[41,60],[41,61],[42,61]]', '#0b7480')`.execute(server.database);
  operator = await server.signIn({ permissions: ['application_receiver'], neighborhoodIds: [1] });
}, 60_000);

afterAll(() => server?.close());

async function made(): Promise<number> {
  const response = await operator.upload<Application>('applications', {
    neighborhood_id: 1,
    employment_status: 'unemployed',
    planned_assistance: 'Tomni taʼmirlash',
    first_name: 'Anvar',
    last_name: 'Oʻrinboyev',
    father_name: 'Karim oʻgʻli',
    phone: '+998 (90) 123-45-67',
    passport_series: 'ас',
    passport_number: '1234567',
    personal_number: '31210632040244',
  });
  expect(response.status, JSON.stringify(response.body)).toBe(201);
  return response.body.id;
}

describe('search', () => {
  it.each([
    'Oʻrinboyev',
    "O'rinboyev",
    'Ўринбоев',
    'rinboy',
    'anvar orinboyev',
    '90 123-45-67',
    'AC1234567',
    '31210632040244',
  ])('finds by %s', async (text) => {
    const id = await made();
    const { body } = await operator.get<ApplicationPage>(`applications?search=${encodeURIComponent(text)}`);
    expect(body.items[0]?.id).toBe(id);
    expect(body.length).toBeGreaterThan(0);
  });

  it('finds by number, padded or not, and offers it in the top bar', async () => {
    const id = await made();
    for (const text of [String(id), String(id).padStart(6, '0')]) {
      const { body } = await operator.get<ApplicationPage>(`applications?search=${text}`);
      expect(body.items.map((item) => item.id)).toContain(id);
    }
    const { body } = await operator.get<{ groups: SearchGroup[] }>(
      `search?q=${encodeURIComponent('Ўринбоев')}`,
    );
    const group = body.groups.find(({ plugin }) => plugin === 'applications');
    expect(group?.items[0]).toMatchObject({
      title: 'Oʻrinboyev Anvar Karim oʻgʻli',
      path: expect.stringMatching(/^\/applications\/\d+$/),
    });
  });
});

it('rejects an unknown query', async () => {
  for (const query of [
    'status=open',
    'sort_by=salary',
    'foo=1',
    'page=0',
    'limit=101',
    'neighborhood=x',
    'sort_order=up',
  ]) {
    expect((await operator.get(`applications?${query}`)).status, query).toBe(422);
  }
  for (const id of ['0', '-1', 'x', '99999999999999999999', '1.5', '%00']) {
    expect([404, 400], id).toContain((await operator.get(`applications/${id}`)).status);
  }
});
