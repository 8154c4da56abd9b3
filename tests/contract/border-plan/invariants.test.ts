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

/** The holders of open applications and of open tasks, by `case <id>` or `task <id>`, each with the neighbourhood. */
async function holdersOf() {
  const { rows } = await sql<{ key: string; holder: number; place: number }>`
    select 'case ' || id as key, receiver_id as holder, neighborhood_id as place from applications
    where receiver_id is not null
    union all
    select 'task ' || t.id, t.admin_id, a.neighborhood_id
    from application_tasks t join applications a on a.id = t.application_id where t.state = 'open'`.execute(
    world.current.server.database,
  );
  return new Map(rows.map(({ key, ...holding }) => [key, holding]));
}

test('after random borders and absences nothing went to an absent admin whose substitute can open it', async () => {
  const { chief, city, server, west, east, street } = world.current;
  const next = random(4601);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(next() * items.length)] as Item;
  const areas = new Map<number, readonly number[]>();
  for (const own of [[west], [west], [east], [east], [west, east], [west, east]])
    areas.set((await server.createAdmin({ permissions, neighborhoodIds: own })).id, own);
  const clerks = [...areas.keys()];
  const canOpen = (id: number, place: number) => areas.get(id)?.includes(place) ?? false;
  for (let count = 0; count < 40; count++) {
    const x = next() * 20;
    const place = x < 10 ? west : east;
    const number = `312106320${String(count).padStart(5, '0')}`;
    await city.household(place, street, placeAt(next() * 10, x), number);
    const local = clerks.filter((id) => canOpen(id, place));
    await city.task(await city.application(place, number, { receiver: pick(local) }), pick(local));
  }
  const seen = { present: 0, waiting: 0 };
  for (let round = 0; round < 12; round++) {
    await sql`delete from application_absences`.execute(server.database);
    // The order excludes circles: each substitute stands later in it.
    const order = clerks.toSorted(() => next() - 0.5);
    const substitutes = new Map<number, number>();
    for (const [index, id] of order.entries()) {
      const later = order.slice(index + 1);
      if (later.length === 0 || next() < 0.4) continue;
      substitutes.set(id, pick(later));
      await sql`
        insert into application_absences (admin_id, from_day, until_day, substitute_id)
        values (${id}, now()::date - 1, now()::date + 1, ${substitutes.get(id)})`.execute(server.database);
    }
    // In each round, since otherwise all would soon be with those who work in both areas, and stay there.
    for (const [key, { place }] of await holdersOf()) {
      const [kind, id] = key.split(' ');
      const [table, column] =
        kind === 'case' ? ['applications', 'receiver_id'] : ['application_tasks', 'admin_id'];
      const local = clerks.filter((one) => canOpen(one, place));
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${pick(local)} where id = ${Number(id)}`.execute(server.database); // prettier-ignore
    }
    const at = 2 + next() * 16;
    const planned = await requestedOf(chief, [
      [west, box(0, 0, 10, at)],
      [east, box(0, at, 10, 20)],
    ]);
    const plan = await agreed(chief, planned);
    const successors = plan.handovers.map(({ receiver, neighborhood_id, candidates }) => ({
      receiver_id: receiver.id,
      neighborhood_id,
      successor_id: pick(candidates.filter(({ id }) => areas.has(id))).id,
    }));
    const before = await holdersOf();
    expect((await saveBy(chief, planned, { ...plan, successors })).status).toBe(200);
    for (const [key, { holder, place }] of await holdersOf()) {
      expect(canOpen(holder, place), `${key} of ${holder}`).toBe(true);
      if (before.get(key)?.holder === holder) continue;
      const present = [];
      for (let one = substitutes.get(holder); one !== undefined; one = substitutes.get(one))
        if (!substitutes.has(one) && canOpen(one, place)) present.push(one);
      expect(present, `${key} went to ${holder}, who is away, round ${round}`).toEqual([]);
      seen[substitutes.has(holder) ? 'waiting' : 'present']++;
    }
  }
  // Otherwise the random world would prove nothing.
  expect(seen.present).toBeGreaterThan(8);
  expect(seen.waiting).toBeGreaterThan(0);
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
