import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ErrorBody } from '#kernel/plugin-api/contract.ts';
import { type ApiClient, testServer, type TestServer } from '#kernel/plugin-api/testing.ts';
import type { Coordinates, MultiPolygon } from '#kernel/domain/geo/index.ts';
import { geometryCapability } from '../manifest.ts';
import type { Neighborhood, NeighborhoodDetail, Overlap, SavedNeighborhood } from '../contract.ts';

let server: TestServer;
let chief: ApiClient;
let count = 0;

beforeAll(async () => {
  server = await testServer({ plugins: ['neighborhoods'] });
  chief = await server.signIn({ role: 'super_admin' });
});
afterAll(() => server.close());
beforeEach(async () => {
  await sql`delete from neighborhoods`.execute(server.database);
});

/** A square, in thousandths of a degree north and east of a place near Urganch. */
function square(north: number, east: number, size: number): Coordinates[] {
  const at = (up: number, right: number): Coordinates => [
    Math.round(41_550 + north + up) / 1000,
    Math.round(60_600 + east + right) / 1000,
  ];
  return [at(0, 0), at(0, size), at(size, size), at(size, 0)];
}

const town = square(0, 0, 10);
const lake = square(2, 2, 4);
const village = square(0, 20, 5);

/** A geometry of parts, each an outer ring and its holes. */
function geometryOf(...parts: Coordinates[][][]): MultiPolygon {
  const close = (ring: Coordinates[]) =>
    [...ring, ...ring.slice(0, 1)].map(([lat, lng]) => [lng, lat] as const);
  return { type: 'MultiPolygon', coordinates: parts.map((rings) => rings.map(close)) };
}

const whole = geometryOf([town, lake], [village]);

function bodyOf(border: object) {
  const name = `Mahalla ${++count}`;
  return { uz: { name }, ru: { name: `${name} ru` }, color: '#0b7480', ...border };
}

async function create(border: object): Promise<SavedNeighborhood> {
  const { status, body } = await chief.post<SavedNeighborhood>('neighborhoods', bodyOf(border));
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}

const change = (id: number, border: object, as = chief) =>
  as.put<SavedNeighborhood & ErrorBody>(`neighborhoods/${id}`, bodyOf(border));
const read = async (id: number) => (await chief.get<NeighborhoodDetail>(`neighborhoods/${id}`)).body;

describe('an area with a hole and another part', () => {
  test('is saved and read back, in the list too', async () => {
    const saved = await create({ coords: town, geometry: whole });
    expect(saved).toMatchObject({ coords: town, geometry: whole });
    expect(await read(saved.id)).toMatchObject({ coords: town, geometry: whole });
    const { body } = await chief.get<{ items: Neighborhood[] }>('neighborhoods');
    expect(body.items).toMatchObject([{ coords: town, geometry: whole }]);
  });

  test('is normalized: its largest part comes first', async () => {
    const open = {
      ...whole,
      coordinates: [[whole.coordinates[1]?.[0]?.slice(0, -1) ?? []], ...whole.coordinates.slice(0, 1)],
    };
    expect(await create({ coords: village, geometry: open })).toMatchObject({
      coords: town,
      geometry: whole,
    });
  });

  test('with a single ring is stored as coords, without a geometry', async () => {
    expect(await create({ coords: village, geometry: geometryOf([town]) })).toMatchObject({
      coords: town,
      geometry: null,
    });
    expect(await create({ coords: village })).toMatchObject({ coords: village, geometry: null });
  });

  test('is announced as a capability', async () => {
    const { body } = await chief.get<{ plugins: { id: string; capabilities: string[] }[] }>('plugins');
    const announced = body.plugins.find(({ id }) => id === 'neighborhoods');
    expect(announced?.capabilities).toContain(geometryCapability);
  });

  test('has bounds around all parts', async () => {
    const { id } = await create({ coords: town, geometry: whole });
    const { rows } = await sql`select south, north, west, east from neighborhoods where id = ${id}`.execute(
      server.database,
    );
    expect(rows).toEqual([{ south: 41.55, north: 41.56, west: 60.6, east: 60.625 }]);
    await change(id, { coords: town, geometry: null });
    const after = await sql`select east from neighborhoods where id = ${id}`.execute(server.database);
    expect(after.rows).toEqual([{ east: 60.61 }]);
  });
});

describe('a change by a page that knows one ring', () => {
  test('keeps the hole and the part', async () => {
    const { id } = await create({ coords: town, geometry: whole });
    const same = await change(id, { coords: town });
    expect([same.status, same.body.geometry]).toEqual([200, whole]);
    const larger = square(-1, -1, 12);
    expect((await change(id, { coords: larger })).body).toMatchObject({
      coords: larger,
      geometry: geometryOf([larger, lake], [village]),
    });
    expect(await read(id)).toMatchObject({ coords: larger, geometry: geometryOf([larger, lake], [village]) });
  });

  test('with null deletes them', async () => {
    const { id } = await create({ coords: town, geometry: whole });
    expect((await change(id, { coords: town, geometry: null })).body).toMatchObject({
      coords: town,
      geometry: null,
    });
    expect(await read(id)).toMatchObject({ coords: town, geometry: null });
  });

  test.each([
    ['crosses the hole', square(3, 3, 10)],
    ['leaves out the hole', square(20, 0, 10)],
    ['takes in the other part', square(-1, -1, 40)],
  ])('is rejected if the ring %s, and nothing is written', async (_name, coords) => {
    const { id } = await create({ coords: town, geometry: whole });
    const { status, body } = await change(id, { coords });
    expect([status, body.code]).toEqual([422, 'invalid']);
    expect(body.fields?.['coords']).toMatch(/^Bu mahallaning boshqa qismlari/);
    const russian = await server.signIn({ role: 'super_admin' }, 'ru');
    expect((await change(id, { coords }, russian)).body.fields?.['coords']).toMatch(/^У этой махалли есть/);
    expect(await read(id)).toMatchObject({ coords: town, geometry: whole });
  });

  test('at the same time as another keeps them too', async () => {
    const { id } = await create({ coords: town, geometry: whole });
    const rings = Array.from({ length: 8 }, (_, index) => square(-1 - index, -1 - index, 12 + index));
    const responses = await Promise.all(rings.map((coords) => change(id, { coords })));
    expect(responses.map(({ status }) => status)).toEqual(rings.map(() => 200));
    const { coords, geometry } = await read(id);
    expect(rings).toContainEqual(coords);
    expect(geometry).toEqual(geometryOf([coords, lake], [village]));
  });
});

describe('rejected rings', () => {
  test.each<[string, unknown, RegExp, RegExp]>([
    ['crossing', geometryOf([town, square(5, 5, 10)]), /^Chegaraning halqalari/, /^Контуры границы/],
    [
      'with a common side',
      geometryOf([town], [square(0, 10, 5)]),
      /^Chegaraning halqalari/,
      /^Контуры границы/,
    ],
    [
      'with one that crosses itself',
      geometryOf([
        town,
        [
          [41.552, 60.602],
          [41.556, 60.606],
          [41.552, 60.606],
          [41.556, 60.602],
        ],
      ]),
      /oʻzini kesib/,
      /саму себя/,
    ],
    [
      'the wrong way round',
      geometryOf([town.map(([lat, lng]): Coordinates => [lng, lat])]),
      /GeoJSON’da avval uzunlik/,
      /GeoJSON сначала/,
    ],
  ])('%s, in the language of the reader', async (_name, geometry, uzbek, russianText) => {
    const { status, body } = await chief.post<ErrorBody>('neighborhoods', bodyOf({ coords: town, geometry }));
    expect([status, body.code]).toEqual([422, 'invalid']);
    expect(body.fields?.['coords']).toMatch(uzbek);
    const russian = await server.signIn({ role: 'super_admin' }, 'ru');
    const response = await russian.post<ErrorBody>('neighborhoods', bodyOf({ coords: town, geometry }));
    expect(response.body.fields?.['coords']).toMatch(russianText);
    const query = await chief.post<ErrorBody>('neighborhoods/overlaps', { coords: town, geometry });
    expect(query.status).toBe(422);
  });

  test.each<[string, unknown]>([
    ['of another type', { type: 'Polygon', coordinates: whole.coordinates[0] }],
    ['with more than GeoJSON has', { ...whole, crs: 'EPSG:4326' }],
    ['without parts', { type: 'MultiPolygon', coordinates: [] }],
    ['with a part without rings', { type: 'MultiPolygon', coordinates: [[]] }],
    ['with an empty ring', { type: 'MultiPolygon', coordinates: [[[]]] }],
    [
      'with a height',
      {
        type: 'MultiPolygon',
        coordinates: [
          [
            [
              [60, 41, 5],
              [61, 41],
              [61, 42],
            ],
          ],
        ],
      },
    ],
    ['with null for a place', { type: 'MultiPolygon', coordinates: [[[null, [61, 41], [61, 42]]]] }],
    ['a text', '[[[]]]'],
    ['a list', []],
    [
      'off the earth',
      geometryOf([
        [
          [91, 0],
          [89, 1],
          [89, 2],
        ],
      ]),
    ],
    [
      'of too many rings',
      geometryOf(...Array.from({ length: 3000 }, (_, index) => [square((index % 50) * 20, index * 2, 1)])),
    ],
  ])('%s', async (_name, geometry) => {
    const { status, body } = await chief.post<ErrorBody>('neighborhoods', bodyOf({ coords: town, geometry }));
    expect([status, body.code]).toEqual([422, 'invalid']);
    const { rows } = await sql`select 1 from neighborhoods`.execute(server.database);
    expect(rows).toEqual([]);
  });
});

describe('overlaps', () => {
  const overlapsOf = async (body: object) =>
    (await chief.post<{ overlaps: Overlap[] }>('neighborhoods/overlaps', body)).body.overlaps;

  test('exclude a hole, and include another part', async () => {
    const { id } = await create({ coords: town, geometry: whole });
    expect((await create({ coords: lake })).overlaps).toEqual([]);
    const [found] = (await create({ coords: square(1, 21, 1) })).overlaps;
    expect(found?.id).toBe(id);
    expect(await overlapsOf({ coords: square(3, 3, 1) })).toHaveLength(1);
  });

  test('of an area with a hole exclude the area that fills the hole', async () => {
    const inside = await create({ coords: lake });
    expect((await create({ coords: town, geometry: geometryOf([town, lake]) })).overlaps).toEqual([]);
    const found = await overlapsOf({ coords: town, geometry: null });
    expect(found.map(({ id }) => id)).toContain(inside.id);
  });

  test('of a drawn ring keep the other rings of its area', async () => {
    await create({ coords: lake });
    const { id } = await create({ coords: town, geometry: geometryOf([town, lake]) });
    expect(await overlapsOf({ coords: town, id })).toEqual([]);
    expect(await overlapsOf({ coords: town, geometry: null, id })).toHaveLength(1);
    // The hole does not belong to the new outline.
    expect(await overlapsOf({ coords: square(3, 3, 10), id })).toHaveLength(1);
  });
});
