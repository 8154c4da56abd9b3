import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { definePlugin, noticeHook } from '#kernel/plugin-api/contract.ts';
import { random } from '#kernel/plugin-api/demo.ts';
import { defineServer, onHook } from '#kernel/plugin-api/server.ts';
import { testServer } from '#kernel/plugin-api/testing.ts';
import { isInBoundary } from '#kernel/domain/geo/boundary.ts';
import type { BorderPlan } from '#plugins/neighborhoods/contract.ts';
import {
  agreed,
  bordersOf,
  box,
  jshshir,
  makeArea,
  makeCity,
  permissions,
  placeAt,
  planOf,
  saveBy,
  usePlanWorld,
  requestedOf,
} from './city.ts';

const world = usePlanWorld();

test('after random borders each household is in the area of its pin, and every receiver can open their applications', async () => {
  const { chief, city, server, west, east, street } = world.current;
  const next = random(2707);
  const clerks = [];
  for (const id of [west, east])
    clerks.push(await server.createAdmin({ permissions, neighborhoodIds: [id] }));
  for (let count = 0; count < 60; count++) {
    const x = next() * 20;
    const number = `312106320${String(count).padStart(5, '0')}`;
    const [place, clerk] = x < 10 ? [west, clerks[0]] : [east, clerks[1]];
    await city.household(place, street, placeAt(next() * 10, x), number);
    if (count % 2 === 0) await city.application(place, number, { receiver: clerk?.id ?? null });
  }
  let moved = 0;
  for (let round = 0; round < 8; round++) {
    const at = 2 + next() * 16;
    const planned = await requestedOf(chief, [
      [west, box(0, 0, 10, at)],
      [east, box(0, at, 10, 20)],
    ]);
    const plan = await agreed(chief, planned);
    moved += plan.parts.reduce((sum, { moves }) => sum + moves.length, 0);
    const successors = plan.handovers.map(({ receiver, neighborhood_id, candidates }) => ({
      receiver_id: receiver.id,
      neighborhood_id,
      successor_id: candidates[0]?.id ?? 0,
    }));
    expect((await saveBy(chief, planned, { ...plan, successors })).status).toBe(200);
    const borders = [...(await bordersOf(chief)).values()];
    const { rows: households } = await sql<{ neighborhood_id: number; latitude: number; longitude: number }>`
      select neighborhood_id, latitude, longitude from households`.execute(server.database);
    for (const { neighborhood_id, latitude, longitude } of households) {
      const around = borders.filter((border) => isInBoundary(border, [latitude, longitude]));
      if (around.length === 1) expect(neighborhood_id).toBe(around[0]?.id);
    }
    const { rows: closed } = await sql`
      select a.id from applications a join admins on admins.id = a.receiver_id join admin_roles r on r.id = admins.role_id
      where r.role <> 'super_admin' and not exists (select from admin_neighborhoods n
        where n.admin_id = a.receiver_id and n.neighborhood_id = a.neighborhood_id)`.execute(server.database);
    expect(closed).toEqual([]);
  }
  expect(moved).toBeGreaterThan(8);
});

test('a failure in the last step leaves no changes of one border, of a city, and of a new neighbourhood', async () => {
  const breaker = defineServer(definePlugin({ id: 'breaker', version: '1.0.0' }), {
    hooks: [
      onHook(noticeHook, async ({ type }) => {
        if (type === 'applications_moved') throw new Error('the last step');
      }),
    ],
  });
  const server = await testServer({
    plugins: ['households', 'applications', breaker],
    logTo: { write: () => undefined },
  });
  try {
    const chief = await server.signIn({ role: 'super_admin', permissions });
    const city = await makeCity(server);
    const west = await makeArea(chief, box(0, 0, 10, 10));
    const east = await makeArea(chief, box(0, 10, 10, 20));
    const household = await city.household(west, await city.streetOf(west), placeAt(5, 9), jshshir);
    const application = await city.application(west, jshshir);
    await server.createAdmin({ permissions, neighborhoodIds: [west] });
    const borders = [
      [east, box(0, 8, 10, 20)],
      [west, box(0, 0, 10, 8)],
    ] as const;
    const planned = await requestedOf(chief, borders);
    const { body: plan } = await planOf(chief, planned);
    expect((await saveBy(chief, planned, plan)).status).toBe(500);
    const all = { borders: (await requestedOf(chief, [[0, []], ...borders])).neighbors };
    const { body: whole } = await chief.post<BorderPlan>('neighborhoods/plan', all);
    expect((await chief.put('neighborhoods/plan', { ...all, digest: whole.digest })).status).toBe(500);
    const { neighbors } = await requestedOf(chief, [
      [0, []],
      [west, box(0, 0, 10, 8)],
    ]);
    const added = {
      uz: { name: 'Yangi' },
      ru: { name: 'Новая' },
      color: '#0b7480',
      coords: box(0, 8, 10, 10),
      neighbors,
    };
    const { body: fresh } = await chief.post<BorderPlan>('neighborhoods/new/plan', added);
    expect((await chief.post('neighborhoods/new', { ...added, digest: fresh.digest })).status).toBe(500);
    const stored = await bordersOf(chief);
    expect(stored.size).toBe(2);
    expect([stored.get(west)?.coords, stored.get(east)?.coords]).toEqual([
      box(0, 0, 10, 10),
      box(0, 10, 10, 20),
    ]);
    expect((await city.placesOf('households')).get(household)).toBe(west);
    expect((await city.placesOf('applications')).get(application)).toBe(west);
    const { rows } = await sql`
      select id from application_actions union all select id from streets where neighborhood_id = ${east}
      union all select id from audit_log where action like '%border%'`.execute(server.database);
    expect(rows).toEqual([]);
  } finally {
    await server.close();
  }
});
