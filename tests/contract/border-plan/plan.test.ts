import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { ErrorBody } from '#kernel/plugin-api/contract.ts';
import { planCapability } from '#plugins/neighborhoods/manifest.ts';
import {
  agreed,
  bordersOf,
  box,
  jshshir,
  movedWest,
  permissions,
  placeAt,
  planOf,
  saveBy,
  usePlanWorld,
  requestedOf,
} from './city.ts';

const world = usePlanWorld();

async function setAway(adminId: number, substituteId: number): Promise<void> {
  await sql`
    insert into application_absences (admin_id, from_day, until_day, substitute_id)
    values (${adminId}, now()::date - 1, now()::date + 1, ${substituteId})`.execute(
    world.current.server.database,
  );
}

async function noticesOf(adminId: number) {
  const { rows } = await sql<{ type: string; payload: object }>`
    select type, payload from notifications where admin_id = ${adminId} order by id`.execute(
    world.current.server.database,
  );
  return rows;
}

describe('a plan', () => {
  test('is announced as a capability', async () => {
    const { chief } = world.current;
    const { body } = await chief.get<{ plugins: { id: string; capabilities: string[] }[] }>('plugins');
    expect(body.plugins.find(({ id }) => id === 'neighborhoods')?.capabilities).toContain(planCapability);
  });

  test('names the households and applications that move, both borders, and the admins whose area changes', async () => {
    const { chief, city, server, west, east, street } = world.current;
    const crossing = await city.household(west, street, placeAt(5, 9), jshshir);
    await city.household(west, street, placeAt(5, 5));
    await city.household(west, street, null);
    const open = await city.application(west, jshshir);
    await city.application(west, jshshir, { status: 'completed' });
    await city.application(west, null);
    const clerk = await server.createAdmin({ permissions, neighborhoodIds: [west] });
    const both = await server.createAdmin({ permissions, neighborhoodIds: [west, east] });
    const plan = await agreed(chief, await movedWest(world.current));
    expect(plan.areas.map(({ id, before, after }) => [id, before.coords, after.coords])).toEqual([
      [west, box(0, 0, 10, 10), box(0, 0, 10, 8)],
      [east, box(0, 10, 10, 20), box(0, 8, 10, 20)],
    ]);
    expect(plan.parts).toEqual([
      {
        plugin: 'households',
        moves: [{ from: west, to: east, count: 1 }],
        items: [
          {
            id: crossing,
            from: west,
            to: east,
            title: expect.stringContaining('Navoiy'),
            path: `/households/${crossing}`,
          },
        ],
      },
      {
        plugin: 'applications',
        moves: [{ from: west, to: east, count: 1 }],
        items: [
          {
            id: open,
            from: west,
            to: east,
            title: expect.stringMatching(/^Ariza № \d{6}$/),
            path: `/applications/${open}`,
          },
        ],
      },
    ]);
    const lost = ['households', 'applications'].map((plugin) => ({ plugin, gained: 0, lost: 1 }));
    const changes = new Map(plan.admins.map((one) => [one.id, [one.changes, one.borders]]));
    expect(changes).toEqual(
      new Map([
        [clerk.id, [lost, [west]]],
        [both.id, [[], [west, east]]],
      ]),
    );
    // It has changed nothing.
    expect((await bordersOf(chief)).get(west)?.coords).toEqual(box(0, 0, 10, 10));
    expect((await city.placesOf('households')).get(crossing)).toBe(west);
  });

  test('only counts records that the reader may not see', async () => {
    const { city, server, west, street } = world.current;
    await city.household(west, street, placeAt(5, 9), jshshir);
    await city.application(west, jshshir);
    const bare = await server.signIn({ role: 'super_admin' });
    const { body } = await planOf(bare, await movedWest(world.current));
    expect(body.parts.map(({ items, moves }) => [items, moves[0]?.count])).toEqual([
      [null, 1],
      [null, 1],
    ]);
    expect(JSON.stringify(body)).not.toContain('Navoiy');
  });

  test('names households that would be in no area, and they stay registered', async () => {
    const { chief, city, west, street } = world.current;
    const left = await city.household(west, street, placeAt(5, 9));
    const borders = await requestedOf(chief, [[west, box(0, 0, 10, 8)]]);
    const plan = await agreed(chief, borders);
    expect(plan.parts[0]?.moves).toEqual([{ from: west, to: null, count: 1 }]);
    expect(plan.parts[0]?.items).toMatchObject([{ id: left, to: null }]);
    expect((await saveBy(chief, borders, plan)).status).toBe(200);
    expect((await city.placesOf('households')).get(left)).toBe(west);
  });

  test('is empty if the border does not change', async () => {
    const { chief, west } = world.current;
    const plan = await agreed(chief, await requestedOf(chief, [[west, box(0, 0, 10, 10)]]));
    expect(plan).toMatchObject({ areas: [], parts: [], handovers: [], admins: [] });
  });
});

describe('saving', () => {
  test('moves both borders, households with their street, and open applications, with a step in the timeline', async () => {
    const { chief, city, server, west, east, street } = world.current;
    const crossing = await city.household(west, street, placeAt(5, 9), jshshir);
    const open = await city.application(west, jshshir);
    const done = await city.application(west, jshshir, { status: 'completed' });
    const borders = await movedWest(world.current);
    const saved = await saveBy(chief, borders, await agreed(chief, borders));
    expect([saved.status, saved.body.coords, saved.body.overlaps]).toEqual([200, box(0, 8, 10, 20), []]);
    const stored = await bordersOf(chief);
    expect(stored.get(west)?.coords).toEqual(box(0, 0, 10, 8));
    expect(stored.get(east)?.coords).toEqual(box(0, 8, 10, 20));
    const { rows: households } = await sql`
      select household.neighborhood_id, street.neighborhood_id as street_neighborhood, street.name_uz from households as household
      join streets as street on street.id = household.street_id where household.id = ${crossing}`.execute(
      server.database,
    );
    expect(households).toEqual([{ neighborhood_id: east, street_neighborhood: east, name_uz: 'Navoiy' }]);
    expect([...(await city.placesOf('applications'))]).toEqual([
      [open, east],
      [done, west],
    ]);
    const { body } = await chief.get<{ actions: { action_type: string }[] }>(`applications/${open}`);
    expect(body.actions).toMatchObject([
      { action_type: 'message', message: { message: expect.stringContaining('chegara') } },
    ]);
    const { rows: audited } = await sql<{ action: string }>`
      select distinct action from audit_log where action like '%border%' order by action`.execute(
      server.database,
    );
    expect(audited.map(({ action }) => action)).toEqual([
      'applications.border.move',
      'households.border.move',
      'neighborhoods.border.move',
    ]);
  });

  test('uses an existing street of the same name', async () => {
    const { chief, city, server, west, east, street } = world.current;
    const there = await city.streetOf(east, 'NAVOIY');
    const crossing = await city.household(west, street, placeAt(5, 9));
    const borders = await movedWest(world.current);
    await saveBy(chief, borders, await agreed(chief, borders));
    const { rows } = await sql`select street_id from households where id = ${crossing}`.execute(
      server.database,
    );
    expect(rows).toEqual([{ street_id: there }]);
  });

  test('does not move an application whose citizen also lives outside of the moved area', async () => {
    const { chief, city, west, street } = world.current;
    await city.household(west, street, placeAt(5, 9), jshshir);
    await city.household(west, street, placeAt(5, 2), jshshir);
    await city.application(west, jshshir);
    expect((await agreed(chief, await movedWest(world.current))).parts.map(({ plugin }) => plugin)).toEqual([
      'households',
    ]);
  });

  test('runs once for one key, and repeats the response', async () => {
    const { chief, city, server, west, street } = world.current;
    await city.household(west, street, placeAt(5, 9), jshshir);
    await city.application(west, jshshir);
    const borders = await movedWest(world.current);
    const plan = await agreed(chief, borders);
    const first = await saveBy(chief, borders, plan, { idempotencyKey: 'plan-1' });
    const again = await saveBy(chief, borders, plan, { idempotencyKey: 'plan-1' });
    expect([first.status, again.status, again.body]).toEqual([200, 200, first.body]);
    const { rows } = await sql`select from application_actions`.execute(server.database);
    expect(rows).toHaveLength(1);
  });

  test('keeps all counters exact', async () => {
    const { chief, city, server, west, east, street } = world.current;
    for (let x = 0; x < 20; x++) {
      const number = `3121063204${String(x).padStart(4, '0')}`;
      await city.household(west, street, placeAt(5, x / 2 + 0.1), number);
      await city.application(west, number, { status: x % 2 ? 'created' : 'accepted' });
    }
    const borders = await movedWest(world.current);
    await saveBy(chief, borders, await agreed(chief, borders));
    for (const [id, count] of [
      [west, 16],
      [east, 4],
    ] as const) {
      const own = await server.signIn({ permissions, neighborhoodIds: [id] });
      const households = await own.get<{ length: number; items: object[] }>('households?limit=50');
      const cases = await own.get<{ length: number; counts: Record<string, number> }>(
        'applications?limit=50',
      );
      expect([households.body.length, households.body.items.length]).toEqual([count, count]);
      expect([cases.body.length, cases.body.counts['all'], cases.body.counts['created']]).toEqual([
        count,
        count,
        count / 2,
      ]);
    }
  });
});

/** An application that crosses the border; its receiver has no access to the other side. */
async function handed() {
  const { city, server, west, street } = world.current;
  const former = await server.createAdmin({ permissions, neighborhoodIds: [west], lastName: 'Sobiq' });
  await city.household(west, street, placeAt(5, 9), jshshir);
  const id = await city.application(west, jshshir, { receiver: former.id });
  return { former, id };
}

describe('receivers who could no longer open an application', () => {
  test('hand it over to the chosen successor; both are notified, and the timeline shows it', async () => {
    const { chief, server, west, east } = world.current;
    const { former, id } = await handed();
    const next = await server.createAdmin({ permissions, neighborhoodIds: [east], lastName: 'Yangi' });
    const borders = await movedWest(world.current);
    const plan = await agreed(chief, borders);
    expect(plan.handovers).toMatchObject([
      { receiver: { id: former.id, last_name: 'Sobiq' }, neighborhood_id: east, count: 1 },
    ]);
    const candidates = plan.handovers[0]?.candidates.map((one) => one.id) ?? [];
    expect(candidates).toContain(next.id);
    expect(candidates).not.toContain(former.id);
    const choice = { receiver_id: former.id, neighborhood_id: east };
    for (const successors of [
      [],
      [{ ...choice, successor_id: former.id }],
      [{ ...choice, neighborhood_id: west, successor_id: next.id }],
    ]) {
      const rejected = await saveBy<ErrorBody>(chief, borders, { ...plan, successors });
      expect([rejected.status, Object.keys(rejected.body.fields ?? {})]).toEqual([422, ['successors']]);
    }
    const successors = [{ ...choice, successor_id: next.id }];
    expect((await saveBy(chief, borders, { ...plan, successors })).status).toBe(200);
    const { body } = await chief.get<{ receiver: { id: number }; actions: object[] }>(`applications/${id}`);
    expect(body.receiver.id).toBe(next.id);
    expect(body.actions).toMatchObject([{ action_type: 'forward', forward: { receiver: { id: next.id } } }]);
    expect(await noticesOf(former.id)).toEqual([
      { type: 'households_moved', payload: { gained: 0, lost: 1 } },
      { type: 'applications_moved', payload: { gained: 0, lost: 1 } },
    ]);
    expect((await noticesOf(next.id)).map(({ type }) => type).toSorted()).toEqual([
      'applications_moved',
      'forward',
      'households_moved',
    ]);
  });

  test('hand it over to the substitute of a successor who is away, whom the plan names', async () => {
    const { chief, server, east } = world.current;
    const { former, id } = await handed();
    const away = await server.createAdmin({ permissions, neighborhoodIds: [east], lastName: 'Taʼtilda' });
    const present = await server.createAdmin({ permissions, neighborhoodIds: [east], lastName: 'Oʻrnida' });
    const borders = await movedWest(world.current);
    const before = await agreed(chief, borders);
    await setAway(away.id, present.id);
    const successors = [{ receiver_id: former.id, neighborhood_id: east, successor_id: away.id }];
    const outdated = await saveBy<ErrorBody>(chief, borders, { ...before, successors });
    expect([outdated.status, outdated.body.code]).toEqual([409, 'plan_changed']);
    const plan = await agreed(chief, borders);
    const substitutes = plan.handovers[0]?.candidates.map((one) => [one.id, one.substitute?.id ?? null]);
    expect(substitutes).toContainEqual([away.id, present.id]);
    expect(substitutes).toContainEqual([present.id, null]);
    expect((await saveBy(chief, borders, { ...plan, successors })).status).toBe(200);
    const { body } = await chief.get<{ receiver: { id: number }; actions: object[] }>(`applications/${id}`);
    expect(body.receiver.id).toBe(present.id);
    expect(body.actions).toMatchObject([{ forward: { receiver: { id: present.id } } }]);
    expect((await noticesOf(away.id)).map(({ type }) => type)).not.toContain('forward');
    expect((await noticesOf(present.id)).map(({ type }) => type)).toContain('forward');
  });

  test('a task that goes to the receiver with the border is notified to them, once', async () => {
    const { chief, server, city, west, east, street } = world.current;
    const both = await server.createAdmin({ permissions, neighborhoodIds: [west, east] });
    const left = await server.createAdmin({ permissions, neighborhoodIds: [west] });
    await city.household(west, street, placeAt(5, 9), jshshir);
    const id = await city.application(west, jshshir, { receiver: both.id });
    for (let count = 0; count < 2; count++) await city.task(id, left.id);
    const borders = await movedWest(world.current);
    expect((await saveBy(chief, borders, await agreed(chief, borders))).status).toBe(200);
    const { rows } = await sql<{ admin_id: number }>`
      select admin_id from application_tasks where application_id = ${id} and state = 'open'`.execute(
      server.database,
    );
    expect(rows.map(({ admin_id }) => admin_id)).toEqual([both.id, both.id]);
    expect(await noticesOf(both.id)).toEqual([
      { type: 'handed_over', payload: { application_id: id, count: 2 } },
      { type: 'border_changed', payload: expect.anything() },
    ]);
  });

  test.each([
    ['to the substitute of a receiver who is away', true],
    ['to a receiver who is away, if the substitute cannot open it', false],
  ])('a task goes with the border %s', async (_, canStandIn) => {
    const { chief, server, city, west, east, street } = world.current;
    const away = await server.createAdmin({ permissions, neighborhoodIds: [west, east] });
    const substitute = await server.createAdmin({ permissions, neighborhoodIds: [canStandIn ? east : west] });
    const left = await server.createAdmin({ permissions, neighborhoodIds: [west] });
    await setAway(away.id, substitute.id);
    await city.household(west, street, placeAt(5, 9), jshshir);
    const id = await city.application(west, jshshir, { receiver: away.id });
    await city.task(id, left.id);
    const borders = await movedWest(world.current);
    expect((await saveBy(chief, borders, await agreed(chief, borders))).status).toBe(200);
    const [taken, other] = canStandIn ? [substitute.id, away.id] : [away.id, substitute.id];
    const { rows } = await sql`
      select admin_id, instead_of, state from application_tasks where application_id = ${id}`.execute(
      server.database,
    );
    expect(rows).toEqual([{ admin_id: taken, instead_of: canStandIn ? away.id : null, state: 'open' }]);
    const handedOver = async (adminId: number) =>
      (await noticesOf(adminId)).filter(({ type }) => type === 'handed_over').map(({ payload }) => payload);
    expect(await handedOver(taken)).toEqual([{ application_id: id, count: 1 }]);
    expect(await handedOver(other)).toEqual([]);
  });

  test('block the plan when no successor exists', async () => {
    const { server, west, east } = world.current;
    await handed();
    await sql`update admins set blocked = true where id <> ${(await server.createAdmin({ neighborhoodIds: [east] })).id}
      and role_id in (select id from admin_roles where role = 'super_admin' and 'application_receiver' = any(permissions))`.execute(
      server.database,
    );
    try {
      const bare = await server.signIn({ role: 'super_admin' });
      const borders = await requestedOf(bare, [
        [east, box(0, 8, 10, 20)],
        [west, box(0, 0, 10, 8)],
      ]);
      const { body: plan } = await planOf(bare, borders);
      expect(plan.handovers).toMatchObject([{ neighborhood_id: east, candidates: [] }]);
      const rejected = await saveBy<ErrorBody>(bare, borders, plan);
      expect([rejected.status, rejected.body.code]).toEqual([409, 'successor_absent']);
      expect((await bordersOf(bare)).get(west)?.coords).toEqual(box(0, 0, 10, 10));
    } finally {
      await sql`update admins set blocked = false`.execute(server.database);
    }
  });
});
