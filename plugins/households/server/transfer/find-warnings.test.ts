import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testServer, type TestServer } from '#kernel/plugin-api/testing.ts';
import type { Coordinates } from '#kernel/domain/geo/index.ts';
import { householdBodySchema } from '../../contract.ts';
import { buildSampleCity, sampleDraft, type SampleCity } from '../../demo/sample-city.ts';
import { findWarnings } from './find-warnings.ts';
import { indexNames, readReferences } from './references.ts';

let server: TestServer;
let city: SampleCity;

beforeAll(async () => {
  server = await testServer({ plugins: ['households'] });
  city = await buildSampleCity(server.database);
});
afterAll(() => server.close());

/** A closed square in GeoJSON, from its south-western corner. */
const ring = (south: number, west: number, size: number) =>
  [[0, 0], [0, size], [size, size], [size, 0], [0, 0]].map(([up = 0, right = 0]) => [west + right, south + up]); // prettier-ignore

/** The indices of the pins that get a warning. */
async function findOutside(pins: readonly Coordinates[]): Promise<number[]> {
  const names = indexNames(await readReferences(server.database, 'everywhere'));
  const rows = pins.map((coords, index) => {
    const body = householdBodySchema.parse(
      sampleDraft(city, { coords, house_number: 100 + index, citizens: [] }),
    );
    return { row: index, body, address: '', citizens: 0, errors: [] };
  });
  const found = await findWarnings(server.database, rows, names);
  return rows.flatMap(({ row }) => (found.get(row)?.some(({ code }) => code === 'pin_outside') ? [row] : []));
}

test('warns of a pin in a hole of the neighbourhood, and not of one in another part', async () => {
  const pins: Coordinates[] = [[41.5, 60.5], [48.5, 60.5], [47, 60.5], [41.51, 60.51]]; // prettier-ignore
  const [id] = city.neighborhoods;
  const coordinates = [[ring(41, 60, 1), ring(41.499, 60.499, 0.002)], [ring(48, 60, 1)]];
  const geometry = JSON.stringify({ type: 'MultiPolygon', coordinates });
  await sql`update neighborhoods set geometry = ${geometry}::jsonb where id = ${id}`.execute(server.database);
  expect(await findOutside(pins)).toEqual([0, 2]);
  await sql`update neighborhoods set geometry = null where id = ${id}`.execute(server.database);
  expect(await findOutside(pins)).toEqual([1, 2]);
});
