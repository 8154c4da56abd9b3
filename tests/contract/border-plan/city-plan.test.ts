import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { ErrorBody } from '#kernel/plugin-api/contract.ts';
import type { Coordinates } from '#kernel/domain/geo/index.ts';
import type {
  BorderPlan,
  HouseholdPins,
  NeighborhoodBorder,
  SavedNeighborhood,
} from '#plugins/neighborhoods/contract.ts';
import { cityPlanCapability } from '#plugins/neighborhoods/manifest.ts';
import {
  bordersOf,
  box,
  jshshir,
  makeArea,
  permissions,
  placeAt,
  usePlanWorld,
  requestedOf,
} from './city.ts';

const world = usePlanWorld();

/** Borders as sent by the city's page. */
async function changesOf(...borders: readonly (readonly [number, Coordinates[]])[]) {
  const { chief, west } = world.current;
  const { neighbors } = await requestedOf(chief, [[west, []], ...borders]);
  return neighbors;
}
const plan = (borders: unknown, as = world.current.chief) =>
  as.post<BorderPlan & ErrorBody>('neighborhoods/plan', { borders });
const save = (body: object, as = world.current.chief) =>
  as.put<{ borders: NeighborhoodBorder[] } & ErrorBody & { plan: BorderPlan }>('neighborhoods/plan', body);
const coordsOf = async (id: number) => (await bordersOf(world.current.chief)).get(id)?.coords;

test('saves the borders of a city with all moved records, by the shown plan', async () => {
  const { chief, city, server, west, east, street } = world.current;
  const { body } = await chief.get<{ plugins: { id: string; capabilities: string[] }[] }>('plugins');
  expect(body.plugins.find(({ id }) => id === 'neighborhoods')?.capabilities).toContain(cityPlanCapability);
  const north = await makeArea(chief, box(10, 0, 20, 20));
  const former = await server.createAdmin({ permissions, neighborhoodIds: [west] });
  const next = await server.createAdmin({ permissions, neighborhoodIds: [east] });
  const crossing = await city.household(west, street, placeAt(5, 9), jshshir);
  const up = await city.household(west, street, placeAt(9.5, 3));
  const open = await city.application(west, jshshir, { receiver: former.id });
  const borders = await changesOf(
    [west, box(0, 0, 9, 8)],
    [east, box(0, 8, 9, 20)],
    [north, box(9, 0, 20, 20)],
  );
  const { status, body: made } = await plan(borders);
  expect(status, JSON.stringify(made)).toBe(200);
  expect(made.areas.map(({ id }) => id)).toEqual([west, east, north]);
  expect(made.parts[0]?.moves).toEqual([
    { from: west, to: east, count: 1 },
    { from: west, to: north, count: 1 },
  ]);
  expect(made.handovers).toMatchObject([{ receiver: { id: former.id }, neighborhood_id: east }]);
  expect(await coordsOf(west)).toEqual(box(0, 0, 10, 10));

  expect((await save({ borders, digest: made.digest })).status).toBe(422);
  const successors = [{ receiver_id: former.id, neighborhood_id: east, successor_id: next.id }];
  const saved = await save({ borders, digest: made.digest, successors });
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
  expect(saved.body.borders.map(({ id, coords }) => [id, coords])).toEqual([
    [west, box(0, 0, 9, 8)],
    [east, box(0, 8, 9, 20)],
    [north, box(9, 0, 20, 20)],
  ]);
  const households = await city.placesOf('households');
  expect([households.get(crossing), households.get(up)]).toEqual([east, north]);
  expect((await city.placesOf('applications')).get(open)).toBe(east);
  const { body: moved } = await chief.get<{ receiver: { id: number } }>(`applications/${open}`);
  expect(moved.receiver.id).toBe(next.id);
});

test('writes no border of a city when one is rejected', async () => {
  const { chief, city, west, east, street } = world.current;
  const borders = await changesOf([west, box(0, 0, 10, 8)], [east, box(0, 8, 10, 20)]);
  const { body: made } = await plan(borders);
  const crossing = await city.household(west, street, placeAt(5, 9));
  const stale = await save({ borders, digest: made.digest });
  expect([stale.status, stale.body.code]).toEqual([409, 'plan_changed']);
  expect(stale.body.plan.parts[0]?.items).toMatchObject([{ id: crossing }]);

  const name = { uz: { name: 'Sharq' }, ru: { name: 'Восток' } };
  await chief.put(`neighborhoods/${east}`, { ...name, color: '#0b7480', coords: box(0, 10, 10, 20) });
  for (const response of [await plan(borders), await save({ borders, digest: stale.body.plan.digest })])
    expect([response.status, response.body.code]).toEqual([409, 'border_changed']);
  const crossed = [placeAt(0, 0), placeAt(5, 5), placeAt(0, 5), placeAt(5, 0)];
  for (const wrong of [[], 'hammasi', [{ ...borders[0], coords: crossed }], [borders[0], borders[0]]])
    expect((await plan(wrong)).status, JSON.stringify(wrong).slice(0, 60)).toBe(422);
  expect((await plan([{ ...borders[0], id: 999_999 }])).status).toBe(404);
  expect([await coordsOf(west), await coordsOf(east)]).toEqual([box(0, 0, 10, 10), box(0, 10, 10, 20)]);
  expect((await city.placesOf('households')).get(crossing)).toBe(west);
});

async function storeArea(coords: readonly Coordinates[]): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into neighborhoods (name_uz, name_ru, fold_uz, fold_ru, color, coords)
    values (${`M${coords[0]}`}, ${`М${coords[0]}`}, ${`m${coords[0]}`}, ${`m${coords[0]}`}, '#0b7480', ${JSON.stringify(coords)})
    returning id`.execute(world.current.server.database);
  return rows[0]?.id ?? 0;
}

test('accepts the borders of a city of forty neighbourhoods with two thousand corners each', async () => {
  /** A strip from south to north with wavy sides. */
  const strip = (row: number, width: number) => {
    const side = (at: number) =>
      Array.from({ length: 1000 }, (_, y) => placeAt(y / 50, at + (y % 2) * 0.1 + (at > 20 ? width : 0)));
    return [...side(20 + row), ...side(21 + row).toReversed()];
  };
  const rows = Array.from({ length: 40 }, (_, row) => row);
  const ids: number[] = [];
  // Inserted directly, since the calls check for overlaps.
  for (const row of rows) ids.push(await storeArea(strip(row, 0)));
  const borders = await changesOf(...rows.map((row) => [ids[row] ?? 0, strip(row, 0.01)] as const));
  const { status, body: made } = await plan(borders);
  expect(status, made.err).toBe(200);
  const saved = await save({ borders, digest: made.digest });
  expect(saved.status, saved.body.err).toBe(200);
  expect(saved.body.borders).toHaveLength(40);
}, 120_000);

describe('a new neighbourhood', () => {
  const bodyOf = (name: string) => ({ uz: { name }, ru: { name: `${name} ru` }, color: '#c2410c' });
  const drawn = box(0, 8, 10, 12);
  const around = () =>
    changesOf([world.current.west, box(0, 0, 10, 8)], [world.current.east, box(0, 12, 10, 20)]);
  const planNew = (body: object) =>
    world.current.chief.post<BorderPlan & ErrorBody>('neighborhoods/new/plan', body);
  const saveNew = (body: object) =>
    world.current.chief.post<SavedNeighborhood & ErrorBody & { plan: BorderPlan }>('neighborhoods/new', body);

  test('drawn over others is saved with their borders, and the households and applications in it', async () => {
    const { chief, city, server, west, east, street } = world.current;
    const boss = await server.createAdmin({ role: 'super_admin', permissions });
    const former = await server.createAdmin({ permissions, neighborhoodIds: [west] });
    const inside = await city.household(west, street, placeAt(5, 9), jshshir);
    const stays = await city.household(west, street, placeAt(5, 3));
    const open = await city.application(west, jshshir, { receiver: former.id });
    const body = { ...bodyOf('Yangi'), coords: drawn, neighbors: await around() };
    const { status, body: made } = await planNew(body);
    expect(status, JSON.stringify(made)).toBe(200);
    expect(made.areas.map(({ id, before }) => [id, before.coords.length])).toEqual([
      [west, 4],
      [east, 4],
      [0, 0],
    ]);
    expect(made.areas[2]).toMatchObject({ uz: { name: 'Yangi' }, after: { coords: drawn } });
    expect(made.parts.map(({ moves }) => moves)).toEqual([
      [{ from: west, to: 0, count: 1 }],
      [{ from: west, to: 0, count: 1 }],
    ]);
    expect(made.handovers).toMatchObject([{ receiver: { id: former.id }, neighborhood_id: 0, count: 1 }]);
    // Nobody works in it yet except admins with access to everything.
    expect(made.handovers[0]?.candidates.map(({ id }) => id)).toContain(boss.id);
    expect(await coordsOf(west)).toEqual(box(0, 0, 10, 10));
    expect((await bordersOf(chief)).size).toBe(2);

    expect((await saveNew({ ...body, digest: made.digest })).status).toBe(422);
    const successors = [{ receiver_id: former.id, neighborhood_id: 0, successor_id: boss.id }];
    const saved = await saveNew({ ...body, digest: made.digest, successors });
    expect(saved.status, JSON.stringify(saved.body)).toBe(201);
    expect(saved.body).toMatchObject({ coords: drawn, overlaps: [] });
    expect([await coordsOf(west), await coordsOf(east)]).toEqual([box(0, 0, 10, 8), box(0, 12, 10, 20)]);
    const households = await city.placesOf('households');
    expect([households.get(inside), households.get(stays)]).toEqual([saved.body.id, west]);
    expect((await city.placesOf('applications')).get(open)).toBe(saved.body.id);
    const { body: moved } = await chief.get<{ receiver: { id: number } }>(`applications/${open}`);
    expect(moved.receiver.id).toBe(boss.id);
  });

  test('is not created if its plan or a neighbour has changed', async () => {
    const { chief, city, west, street } = world.current;
    const body = { ...bodyOf('Eski'), coords: drawn, neighbors: await around() };
    const { body: made } = await planNew(body);
    const inside = await city.household(west, street, placeAt(5, 9));
    const rejected = await saveNew({ ...body, digest: made.digest });
    expect([rejected.status, rejected.body.code]).toEqual([409, 'plan_changed']);
    expect(rejected.body.plan.parts[0]?.items).toMatchObject([{ id: inside }]);
    expect((await bordersOf(chief)).size).toBe(2);
    expect(await coordsOf(west)).toEqual(box(0, 0, 10, 10));
    const crossed = [placeAt(0, 0), placeAt(5, 5), placeAt(0, 5), placeAt(5, 0)];
    expect((await planNew({ ...body, coords: crossed })).status).toBe(422);
    const taken = (await bordersOf(chief)).get(west)?.uz ?? { name: '' };
    expect((await planNew({ ...body, uz: taken })).body.fields).toHaveProperty('uz.name');
    const late = { ...body, neighbors: [{ ...body.neighbors[0], updatedAt: '2000-01-01T00:00:00.000Z' }] };
    expect((await planNew(late)).body.code).toBe('neighbor_changed');
  });
});

test('returns the locations of households to super admins only', async () => {
  const { chief, city, server, west, street } = world.current;
  const household = await city.household(west, street, placeAt(5, 9), jshshir);
  await city.household(west, street, null);
  const { body } = await chief.get<HouseholdPins>('neighborhoods/households');
  expect(body).toEqual({ ids: [household], latitudes: [41_505_000], longitudes: [60_609_000] });
  const clerk = await server.signIn({ permissions, neighborhoodIds: [west] });
  for (const [as, status] of [
    [clerk, 403],
    [server.api(), 401],
  ] as const) {
    expect((await as.get('neighborhoods/households')).status).toBe(status);
    expect((await plan([], as)).status).toBe(status);
    expect((await save({}, as)).status).toBe(status);
    for (const path of ['neighborhoods/new/plan', 'neighborhoods/new'])
      expect((await as.post(path, {})).status).toBe(status);
  }
});
