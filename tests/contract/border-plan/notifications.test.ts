import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { listenAs } from '#kernel/plugin-api/testing.ts';
import type { Names } from '#kernel/plugin-api/contract.ts';
import { normalizeForSearch } from '#kernel/domain/text/index.ts';
import type { BorderPlan, Successor } from '#plugins/neighborhoods/contract.ts';
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

const events = [
  'notification_receive',
  'neighborhood_change',
  'household_change',
  'application_change',
  'application_leave',
] as const;
type Event = (typeof events)[number];

/** Admins by the names that a test gives them: their permissions, and their area. */
type Staff = Readonly<
  Record<string, { readonly areas: readonly number[]; readonly may?: readonly string[] }>
>;

/** Signs admins in, each with a socket for every event. */
async function listenTo(staff: Staff) {
  const { server } = world.current;
  const people = [];
  for (const [name, { areas, may = permissions }] of Object.entries(staff)) {
    const { id, login } = await server.createAdmin({ permissions: [...may], neighborhoodIds: [...areas] });
    const api = await server.signIn(login);
    const heard = new Map<Event, Awaited<ReturnType<typeof listenAs<{ id: number; type?: string }>>>>();
    for (const event of events) heard.set(event, await listenAs(server, api, event));
    people.push({ name, id, heard });
  }
  return people;
}
type People = Awaited<ReturnType<typeof listenTo>>;
const idOf = (people: People, name: string) => people.find((one) => one.name === name)?.id ?? 0;

/** The stored notices, by the names of their recipients; nobody else has any. */
async function noticesOf(people: People) {
  const { rows } = await sql<{ admin_id: number; type: string; payload: { gained?: number; lost?: number } }>`
    select admin_id, type, payload from notifications order by id`.execute(world.current.server.database);
  const names = new Map(people.map(({ id, name }) => [id, name]));
  const notices = rows.map(({ admin_id, type, payload }) => {
    const { gained = 0, lost = 0 } = payload;
    return [
      names.get(admin_id) ?? `admin ${admin_id}`,
      type.endsWith('_moved') ? `${type} +${gained} -${lost}` : type,
    ] as const;
  });
  return Object.fromEntries(
    [...Map.groupBy(notices, ([name]) => name)].map(([name, all]) => [
      name,
      all.map(([, text]) => text).toSorted(),
    ]),
  );
}

/** The ids that each admin has received through an event; without those who received nothing. */
function heardOf(people: People, event: Event) {
  const heard = people.map(
    ({ name, heard: by }) =>
      [
        name,
        [...new Set(by.get(event)?.received.map(({ id }) => id))].toSorted((one, other) => one - other),
      ] as const,
  );
  return Object.fromEntries(heard.filter(([, ids]) => ids.length > 0));
}

/** The admins to whom a notice was sent immediately: as many as are stored. */
const shownTo = (people: People) =>
  Object.fromEntries(
    people.flatMap(({ name, heard }) => {
      const { length } = heard.get('notification_receive')?.received ?? [];
      return length > 0 ? [[name, length] as const] : [];
    }),
  );

test('a plan of a whole city notifies the staff of both sides, and updates their screens', async () => {
  const { chief, city, west, east, street } = world.current;
  const north = await makeArea(chief, box(10, 0, 20, 20));
  const far = await makeArea(chief, box(40, 0, 50, 20));
  const people = await listenTo({
    former: { areas: [west] },
    next: { areas: [east] },
    above: { areas: [north] },
    both: { areas: [west, east] },
    registrar: { areas: [west], may: ['household_add'] },
    powerless: { areas: [west], may: ['street_add'] },
    distant: { areas: [far] },
  });
  const [former, next] = [idOf(people, 'former'), idOf(people, 'next')];
  const crossing = await city.household(west, street, placeAt(5, 9), jshshir);
  await city.household(west, street, placeAt(5, 3));
  const open = await city.application(west, jshshir, { receiver: former });
  const { neighbors: borders } = await requestedOf(chief, [
    [west, []],
    [west, box(0, 0, 9, 8)],
    [east, box(0, 8, 9, 20)],
    [north, box(9, 0, 20, 20)],
  ]);
  const { body: plan } = await chief.post<BorderPlan>('neighborhoods/plan', { borders });
  expect(new Map(plan.admins.map(({ id, borders: own }) => [id, own]))).toEqual(
    new Map([
      [former, [west]],
      [next, [east]],
      [idOf(people, 'above'), [north]],
      [idOf(people, 'both'), [west, east]],
      [idOf(people, 'registrar'), [west]],
      [idOf(people, 'powerless'), [west]],
    ]),
  );
  const successors: Successor[] = [{ receiver_id: former, neighborhood_id: east, successor_id: next }];
  expect((await chief.put('neighborhoods/plan', { borders, digest: plan.digest, successors })).status).toBe(
    200,
  );

  expect(await noticesOf(people)).toEqual({
    former: ['applications_moved +0 -1', 'households_moved +0 -1'],
    next: ['applications_moved +1 -0', 'forward', 'households_moved +1 -0'],
    registrar: ['households_moved +0 -1'],
    above: ['border_changed'],
    both: ['border_changed'],
    powerless: ['border_changed'],
  });
  await vi.waitFor(
    () => {
      expect(shownTo(people)).toEqual({
        former: 2,
        next: 3,
        registrar: 1,
        above: 1,
        both: 1,
        powerless: 1,
      });
      // The border of each neighbourhood is sent to everyone who works in it.
      expect(heardOf(people, 'neighborhood_change')).toEqual({
        former: [west],
        next: [east],
        above: [north],
        both: [west, east],
        registrar: [west],
        powerless: [west],
      });
      const households = [crossing];
      expect(heardOf(people, 'household_change')).toEqual({
        former: households,
        next: households,
        both: households,
        registrar: households,
      });
      expect(heardOf(people, 'application_leave')).toEqual({ former: [open], both: [open] });
      expect(heardOf(people, 'application_change')).toEqual({ next: [open], both: [open] });
    },
    { timeout: 30_000 },
  );
});

test('a new area over others notifies the staff who lose records to it, and removes them from their screens', async () => {
  const { chief, city, server, west, east, street } = world.current;
  const boss = await server.createAdmin({ role: 'super_admin', permissions });
  const people = await listenTo({
    former: { areas: [west] },
    other: { areas: [east] },
    both: { areas: [west, east] },
    powerless: { areas: [west], may: ['street_add'] },
  });
  const former = idOf(people, 'former');
  const inside = await city.household(west, street, placeAt(5, 9), jshshir);
  const open = await city.application(west, jshshir, { receiver: former });
  const { neighbors } = await requestedOf(chief, [
    [west, []],
    [west, box(0, 0, 10, 8)],
    [east, box(0, 12, 10, 20)],
  ]);
  const names = { uz: { name: 'Yangi' }, ru: { name: 'Новая' } };
  const body = { ...names, color: '#c2410c', coords: box(0, 8, 10, 12), neighbors };
  const { body: plan } = await chief.post<BorderPlan>('neighborhoods/new/plan', body);
  const successors: Successor[] = [{ receiver_id: former, neighborhood_id: 0, successor_id: boss.id }];
  const saved = await chief.post('neighborhoods/new', { ...body, digest: plan.digest, successors });
  expect(saved.status, JSON.stringify(saved.body)).toBe(201);

  expect(await noticesOf(people)).toEqual({
    former: ['applications_moved +0 -1', 'households_moved +0 -1'],
    both: ['applications_moved +0 -1', 'households_moved +0 -1'],
    other: ['border_changed'],
    powerless: ['border_changed'],
    [`admin ${boss.id}`]: ['forward'],
  });
  await vi.waitFor(
    () => {
      expect(shownTo(people)).toEqual({ former: 2, both: 2, other: 1, powerless: 1 });
      expect(heardOf(people, 'neighborhood_change')).toEqual({
        former: [west],
        other: [east],
        both: [west, east],
        powerless: [west],
      });
      expect(heardOf(people, 'household_change')).toEqual({ former: [inside], both: [inside] });
      expect(heardOf(people, 'application_leave')).toEqual({ former: [open], both: [open] });
      // None of them has access to it at its new place.
      expect(heardOf(people, 'application_change')).toEqual({});
    },
    { timeout: 30_000 },
  );
});

test('names the changed neighbourhoods in both languages, and five at most', async () => {
  const { chief } = world.current;
  const at = Array.from({ length: 6 }, (_, index) => [60, index * 10] as const);
  const areas: number[] = [];
  for (const [south, west] of at) areas.push(await makeArea(chief, box(south, west, south + 5, west + 5)));
  const people = await listenTo({ one: { areas: areas.slice(0, 1) }, all: { areas, may: [] } });
  const moved = at.map(
    ([south, west], index) => [areas[index] ?? 0, box(south, west, south + 6, west + 5)] as const,
  );
  const { neighbors: borders } = await requestedOf(chief, [[areas[0] ?? 0, []], ...moved]);
  const { body: plan } = await chief.post<BorderPlan>('neighborhoods/plan', { borders });
  const saved = await chief.put('neighborhoods/plan', { borders, digest: plan.digest, successors: [] });
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);

  const { rows } = await sql<{ admin_id: number; payload: { names: Names }; search_key: string }>`
    select admin_id, payload, search_key from notifications`.execute(world.current.server.database);
  const stored = await bordersOf(chief);
  const namesIn = (language: 'uz' | 'ru', ids: readonly number[]) =>
    ids.map((id) => stored.get(id)?.[language].name).join(', ');
  const namesOf = (name: string) =>
    rows.find(({ admin_id }) => admin_id === idOf(people, name))?.payload.names;
  const first = areas.slice(0, 1);
  expect(namesOf('one')).toEqual({ uz: { name: namesIn('uz', first) }, ru: { name: namesIn('ru', first) } });
  const five = areas.slice(0, 5);
  expect(namesOf('all')).toEqual({
    uz: { name: `${namesIn('uz', five)} +1` },
    ru: { name: `${namesIn('ru', five)} +1` },
  });
  // Both languages are searched.
  for (const language of ['uz', 'ru'] as const)
    expect(rows[0]?.search_key).toContain(normalizeForSearch(namesIn(language, first)));
});
