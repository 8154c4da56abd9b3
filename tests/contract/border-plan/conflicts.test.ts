import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import type { ErrorBody, RecordChange } from '#kernel/plugin-api/contract.ts';
import { listenAs, testServer } from '#kernel/plugin-api/testing.ts';
import type { BorderPlan } from '#plugins/neighborhoods/contract.ts';
import {
  agreed,
  bordersOf,
  box,
  jshshir,
  makeArea,
  movedWest,
  permissions,
  placeAt,
  planOf,
  saveBy,
  usePlanWorld,
  requestedOf,
  type RequestedBorders,
} from './city.ts';

const world = usePlanWorld();

describe('a plan that is out of date', () => {
  test('is rejected with a new one, and nothing is written', async () => {
    const { chief, city, west, east, street } = world.current;
    const borders = await movedWest(world.current);
    const plan = await agreed(chief, borders);
    const crossing = await city.household(west, street, placeAt(5, 9));
    const { status, body } = await saveBy<ErrorBody & { plan: BorderPlan }>(chief, borders, plan);
    expect([status, body.code]).toEqual([409, 'plan_changed']);
    expect(body.plan.parts[0]?.items).toMatchObject([{ id: crossing }]);
    expect((await bordersOf(chief)).get(east)?.coords).toEqual(box(0, 10, 10, 20));
    expect((await saveBy(chief, borders, body.plan)).status).toBe(200);
  });

  test('of an old version of the neighbourhood shows both versions', async () => {
    const { chief, east } = world.current;
    const borders = await movedWest(world.current);
    const version = (await bordersOf(chief)).get(east)?.updatedAt ?? '';
    const plan = await agreed(chief, borders);
    await chief.put(`neighborhoods/${east}`, {
      uz: { name: 'Boshqa' },
      ru: { name: 'Другая' },
      color: '#0b7480',
      coords: box(0, 10, 10, 20),
    });
    const { status, body } = await saveBy<ErrorBody & { current: object }>(chief, borders, plan, {
      headers: { 'if-match': `"${version}"` },
    });
    expect([status, body.code, body.current]).toEqual([
      409,
      'edit_conflict',
      expect.objectContaining({ id: east }),
    ]);
  });

  test('of an old version of a neighbour names it', async () => {
    const { chief, west, east } = world.current;
    const borders = await movedWest(world.current);
    const plan = await agreed(chief, borders);
    await chief.put(`neighborhoods/${west}`, {
      uz: { name: 'Gʻarb' },
      ru: { name: 'Запад' },
      color: '#0b7480',
      coords: box(0, 0, 10, 10),
    });
    for (const response of [await planOf(chief, borders), await saveBy(chief, borders, plan)]) {
      const body = response.body as unknown as ErrorBody;
      expect([response.status, body.code, body.err]).toEqual([
        409,
        'neighbor_changed',
        expect.stringContaining('Gʻarb MFY'),
      ]);
    }
    expect((await bordersOf(chief)).get(east)?.coords).toEqual(box(0, 10, 10, 20));
  });
});

test('rejects one of two concurrent saves, and the areas still tile', async () => {
  const { chief, city, west, east, street } = world.current;
  await city.household(west, street, placeAt(5, 9));
  const one = await movedWest(world.current);
  const other = await requestedOf(chief, [
    [west, box(0, 0, 10, 12)],
    [east, box(0, 12, 10, 20)],
  ]);
  const plans = await Promise.all([agreed(chief, one), agreed(chief, other)]);
  const responses = await Promise.all([saveBy(chief, one, plans[0]), saveBy(chief, other, plans[1])]);
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const stored = await bordersOf(chief);
  expect(stored.get(west)?.coords[1]?.[1]).toBe(stored.get(east)?.coords[0]?.[1]);
});

test('rejects a successor who is blocked while the plan is being saved', async () => {
  const { chief, city, server, west, east, street } = world.current;
  const former = await server.createAdmin({ permissions, neighborhoodIds: [west] });
  const next = await server.createAdmin({ permissions, neighborhoodIds: [east] });
  await city.household(west, street, placeAt(5, 9), jshshir);
  const id = await city.application(west, jshshir, { receiver: former.id });
  const borders = await movedWest(world.current);
  const { digest } = await agreed(chief, borders);
  const successors = [{ receiver_id: former.id, neighborhood_id: east, successor_id: next.id }];
  const saving = await server.database.transaction().execute(async (transaction) => {
    // Like a change of an admin: writes, then waits for the locks on their access.
    await sql`update admins set blocked = true where id = ${next.id}`.execute(transaction);
    await sql`select pg_advisory_xact_lock(4607011, ${next.id})`.execute(transaction);
    const response = saveBy<ErrorBody>(chief, borders, { digest, successors });
    const waiting = sql<{ count: number }>`
      select count(*)::int as count from pg_locks where locktype = 'advisory' and classid = 4607011 and not granted`;
    await expect.poll(async () => (await waiting.execute(server.database)).rows[0]?.count).toBe(1);
    return { response };
  });
  const { status, body } = await saving.response;
  expect([status, Object.keys(body.fields ?? {})]).toEqual([422, ['successors']]);
  const { body: left } = await chief.get<{ receiver: { id: number } }>(`applications/${id}`);
  expect(left.receiver.id).toBe(former.id);
});

test('requires super admins, and rejects an invalid plan', async () => {
  const { chief, server, west, east } = world.current;
  const borders = await movedWest(world.current);
  const plan = await agreed(chief, borders);
  const clerk = await server.signIn({ permissions, neighborhoodIds: [west, east] });
  for (const [as, status] of [
    [server.api(), 401],
    [clerk, 403],
  ] as const) {
    expect((await planOf(as, borders)).status).toBe(status);
    expect((await as.put(`neighborhoods/${east}/plan`, {})).status).toBe(status);
  }
  expect((await planOf(chief, { ...borders, id: 999_999 })).status).toBe(404);
  const [neighbor] = borders.neighbors;
  if (!neighbor) throw new Error('there is a neighbour');
  const wrong: object[] = [
    { neighbors: [{ ...neighbor, id: 999_999 }] },
    { neighbors: [neighbor, neighbor] },
    { neighbors: [{ ...neighbor, id: east }] },
    { neighbors: [{ ...neighbor, coords: [] }] },
    {
      neighbors: [
        {
          ...neighbor,
          coords: [
            [0, 0],
            [1, 1],
            [0, 1],
            [1, 0],
          ],
        },
      ],
    },
    { neighbors: [{ ...neighbor, updatedAt: 'kecha' }] },
    { neighbors: 'hammasi' },
    { neighbors: Array.from({ length: 51 }, () => neighbor) },
    { coords: null },
    { more: 1 },
  ];
  for (const change of wrong) {
    expect((await planOf(chief, { ...borders, ...change })).status, JSON.stringify(change).slice(0, 80)).toBe(
      422,
    );
    expect((await saveBy(chief, { ...borders, ...change } as RequestedBorders, plan)).status).toBe(422);
  }
  for (const digest of ['', 'x'.repeat(64), plan.digest.toUpperCase()]) {
    expect((await saveBy(chief, borders, { digest })).status).toBe(422);
  }
});

test('shows each change live to permitted users only', async () => {
  const { chief, city, server, west, east, street } = world.current;
  const crossing = await city.household(west, street, placeAt(5, 9), jshshir);
  const open = await city.application(west, jshshir);
  const third = await makeArea(chief, box(20, 20, 30, 30));
  const places = { west, east, third };
  const listenIn = async (place: keyof typeof places, event: string, rights = permissions) =>
    listenAs<{ id: number }>(
      server,
      await server.signIn({ permissions: rights, neighborhoodIds: [places[place]] }),
      event,
    );
  const events = [
    'neighborhood_change',
    'household_change',
    'application_change',
    'application_leave',
  ] as const;
  const listeners: Record<string, Awaited<ReturnType<typeof listenIn>>> = {};
  for (const place of ['west', 'east', 'third'] as const)
    for (const event of events) listeners[`${place} ${event}`] = await listenIn(place, event);
  const guest = await listenIn('east', 'application_change', ['street_add']);
  const borders = await movedWest(world.current);
  await saveBy(chief, borders, await agreed(chief, borders));
  const ids = (place: string, event: string) => listeners[`${place} ${event}`]?.received.map(({ id }) => id);
  await vi.waitFor(() => {
    expect(ids('west', 'neighborhood_change')).toEqual([west]);
    expect(ids('east', 'neighborhood_change')).toEqual([east]);
    expect([ids('west', 'household_change'), ids('east', 'household_change')]).toEqual([
      [crossing],
      [crossing],
    ]);
    expect(ids('west', 'application_leave')).toEqual([open]);
    expect(ids('east', 'application_change')).toEqual([open]);
  });
  expect([ids('west', 'application_change'), ids('east', 'application_leave')]).toEqual([[], []]);
  for (const event of events) expect(ids('third', event)).toEqual([]);
  expect(guest.received).toEqual([]);
  for (const listener of [...Object.values(listeners), guest]) listener.stop();
});

test.each([
  ['households alone', ['households']],
  ['cases alone', ['applications']],
  ['neither', ['neighborhoods']],
])('works with %s', async (_name, plugins) => {
  const node = await testServer({ plugins });
  try {
    const boss = await node.signIn({ role: 'super_admin', permissions });
    const left = await makeArea(boss, box(0, 0, 10, 10));
    const right = await makeArea(boss, box(0, 10, 10, 20));
    const borders = await requestedOf(boss, [
      [right, box(0, 8, 10, 20)],
      [left, box(0, 0, 10, 8)],
    ]);
    const { body: plan } = await planOf(boss, borders);
    const saved = await saveBy<RecordChange>(boss, borders, plan);
    expect(saved.status).toBe(200);
    expect((await bordersOf(boss)).get(left)?.coords).toEqual(box(0, 0, 10, 8));
  } finally {
    await node.close();
  }
});
