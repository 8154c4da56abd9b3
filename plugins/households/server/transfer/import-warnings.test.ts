import { sql } from 'kysely';
import { writeXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ErrorBody } from '#kernel/plugin-api/contract.ts';
import { testServer, type TestServer } from '#kernel/plugin-api/testing.ts';
import type { ImportPreview, ImportReport } from '../../contract.ts';
import { buildSampleCity, sampleDraft, type SampleCity } from '../../demo/sample-city.ts';

let server: TestServer;
let city: SampleCity;

beforeAll(async () => {
  server = await testServer({ plugins: ['households'] });
  city = await buildSampleCity(server.database);
});
afterAll(() => server?.close());

const header = ['Mahalla', 'Koʻcha', 'Toifa', 'Uy turi', 'Uy raqami', 'Xonadon raqami', 'Fuqarolar'];
const row = (house: number, number: string) => [
  'Navroʻz',
  'Navoiy',
  'Yolgʻiz keksalar',
  "Ko'p qavatli uy",
  house,
  5,
  `Karimova Lola ${number}`,
];

test('imports no row whose warning was not in the preview', async () => {
  const neighborhoodIds = city.neighborhoods.slice(0, 2);
  const registrar = await server.signIn({ permissions: ['household_add'], neighborhoodIds });
  const rows = [header, row(12, city.oldJshshir()), row(13, city.freshJshshir())];
  const content = await writeXlsx({ sheets: [{ name: 'a', rows }] });
  const files = [{ name: 'a.xlsx', type: 'application/octet-stream', content }];
  const { body: preview } = await registrar.upload<ImportPreview>('households/imports/preview', {}, files);
  expect(preview).toMatchObject({ ready: 1, with_warnings: 1 });
  const { digest, warnings_digest } = preview;
  const accept = () =>
    registrar.upload<ImportReport & ErrorBody>(
      'households/imports',
      { digest, warnings: 'accept', warnings_digest },
      files,
    );
  // Another registrar takes the address of the second row.
  const taken = sampleDraft(city, { house_number: 13, house_suffix: null });
  const other = await registrar.post<{ id: number }>('households', taken);
  expect(other.status).toBe(201);
  expect(await accept()).toMatchObject({ status: 409, body: { code: 'import_outdated' } });
  const { rows: stored } = await sql`select from households`.execute(server.database);
  expect(stored).toHaveLength(1);
  await sql`delete from households where id = ${other.body.id}`.execute(server.database);
  expect(await accept()).toMatchObject({ status: 201, body: { created: 2, skipped: [] } });
});
