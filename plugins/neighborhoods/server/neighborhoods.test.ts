import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Option } from '#kernel/plugin-api/contract.ts';
import { type ApiClient, testRecords, testServer, type TestServer } from '#kernel/plugin-api/testing.ts';
import type { Neighborhood, NeighborhoodBorder, NeighborhoodDetail } from '../contract.ts';

testRecords({
  plugin: 'neighborhoods',
  path: 'neighborhoods',
  subject: 'neighborhood',
  event: 'neighborhood_change',
  fields: () => ({
    coords: [
      [41.5, 60.6],
      [41.5, 60.61],
      [41.51, 60.61],
    ],
    color: '#0b7480',
  }),
  editor: { role: 'super_admin' },
  unauthorized: {
    'an admin': { role: 'admin' },
    'an admin with every permission': {
      role: 'admin',
      permissions: ['household_add', 'street_add', 'application_receiver'],
    },
  },
  sorts: ['name', 'author', 'createdAt', 'updatedAt'],
  extraFields: ['overlaps'],
});

let server: TestServer;
let chief: ApiClient;
let clerk: ApiClient;
let ids: number[];

beforeAll(async () => {
  server = await testServer({ plugins: ['neighborhoods'], demo: true });
  const { rows } = await sql<{ id: number }>`select id from neighborhoods order by id`.execute(
    server.database,
  );
  ids = rows.map(({ id }) => id);
  chief = await server.signIn({
    role: 'super_admin',
    lastName: 'Boshliq',
    permissions: ['application_receiver'],
  });
  clerk = await server.signIn({
    lastName: 'Xodim',
    permissions: ['application_receiver'],
    neighborhoodIds: ids.slice(0, 3),
  });
});
afterAll(() => server.close());

const at = (index: number): number => ids[index] ?? 0;

describe('GET neighborhoods/borders', () => {
  test('returns the borders of one’s neighbourhoods and of adjacent ones, and all to a super admin', async () => {
    const all = await chief.get<{ borders: NeighborhoodBorder[] }>('neighborhoods/borders');
    expect(all.body.borders).toHaveLength(40);
    const one = await chief.get<Neighborhood>(`neighborhoods/${at(0)}`);
    expect(all.body.borders[0]).toEqual({
      id: one.body.id,
      uz: one.body.uz,
      ru: one.body.ru,
      color: one.body.color,
      coords: one.body.coords,
      geometry: one.body.geometry,
      updatedAt: one.body.updatedAt,
    });
    const own = await clerk.get<{ borders: NeighborhoodBorder[] }>('neighborhoods/borders');
    const near = own.body.borders.map(({ id }) => Number(id));
    // Every one that shares a corner with the admin's own, and few others.
    const isOwn = ({ id }: NeighborhoodBorder) => ids.slice(0, 3).includes(Number(id));
    const corners = new Set(all.body.borders.filter(isOwn).flatMap(({ coords }) => coords.map(String)));
    const beside = all.body.borders.filter(({ coords }) =>
      coords.some((corner) => corners.has(String(corner))),
    );
    expect(beside.length).toBeGreaterThan(3);
    expect(near).toEqual(expect.arrayContaining(beside.map(({ id }) => Number(id))));
    expect(near.length).toBeLessThan(25);
    // Only their borders are returned.
    const foreign = near.find((id) => !ids.slice(0, 3).includes(id)) ?? 0;
    expect((await clerk.get(`neighborhoods/${foreign}`)).status).toBe(404);
    const nowhere = await server.signIn({});
    expect((await nowhere.get('neighborhoods/borders')).body).toEqual({ borders: [] });
    expect((await server.api().get('neighborhoods/borders')).status).toBe(401);
  });
});

describe('GET neighborhoods?pagination=false', () => {
  test('returns all to a super admin, in the order of the language', async () => {
    const { status, body } = await chief.get<Option[]>('neighborhoods?pagination=false');
    expect(status).toBe(200);
    expect(body).toHaveLength(40);
    expect(Object.keys(body[0] ?? {}).toSorted()).toEqual(['id', 'ru', 'uz']);
    const names = body.map(({ uz }) => uz.name.toLowerCase());
    expect(names).toEqual(names.toSorted());
  });

  test('returns assigned ones to an admin, and rejects callers without a session', async () => {
    const { body } = await clerk.get<Option[]>('neighborhoods?pagination=false');
    expect(body.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(ids.slice(0, 3));
    const nowhere = await server.signIn({});
    expect((await nowhere.get('neighborhoods?pagination=false')).body).toEqual([]);
    expect((await server.api().get('neighborhoods?pagination=false')).status).toBe(401);
  });
});

describe('GET neighborhoods', () => {
  interface Result {
    items: Neighborhood[];
    length: number;
    total_pages: number;
  }

  test('returns a page to super admins only', async () => {
    const { body } = await chief.get<Result>(
      'neighborhoods?limit=15&page=3&sort_by=createdAt&sort_order=desc',
    );
    expect(body).toMatchObject({ page: 3, limit: 15, length: 40, total_pages: 3 });
    expect(body.items).toHaveLength(10);
    expect(body.items[0]).toMatchObject({
      coords: expect.any(Array),
      author: null,
      createdAt: expect.any(String),
    });
    expect((await clerk.get('neighborhoods')).status).toBe(403);
  });

  test('finds names in any spelling', async () => {
    for (const search of ['qaldirgoch', "Qaldirg'och", 'қалдирғоч', 'Калдыргоч']) {
      const { body } = await chief.get<Result>(`neighborhoods?search=${encodeURIComponent(search)}`);
      expect(body.items.map(({ uz }) => uz.name)).toEqual(['Qaldirgʻoch']);
    }
  });

  test.each(['sort_by=color', 'limit=1000', 'page=0', 'unknown=1', 'pagination=no'])(
    'rejects %s',
    async (query) => {
      expect((await chief.get(`neighborhoods?${query}`)).status).toBe(422);
    },
  );
});

describe('GET neighborhoods/:id', () => {
  test('returns one of the area, and does not find another', async () => {
    const { status, body } = await clerk.get<NeighborhoodDetail>(`neighborhoods/${at(0)}`);
    expect(status).toBe(200);
    expect(body).not.toHaveProperty('users');
    expect(body.coords.length).toBeGreaterThan(4);
    for (const id of [at(3), 999_999, 0, -1, 'x']) {
      expect((await clerk.get(`neighborhoods/${id}`)).status).toBe(404);
    }
    expect((await chief.get(`neighborhoods/${at(3)}`)).status).toBe(200);
  });

  test('with include=users names those who may receive its applications', async () => {
    const blocked = await server.createAdmin({
      permissions: ['application_receiver'],
      neighborhoodIds: [at(0)],
    });
    await sql`update admins set blocked = true where id = ${blocked.id}`.execute(server.database);
    await server.createAdmin({ lastName: 'Huquqsiz', neighborhoodIds: [at(0)] });
    await server.createAdmin({ role: 'super_admin', lastName: 'Huquqsiz' });
    const namesAt = async (index: number) => {
      const { body } = await chief.get<NeighborhoodDetail>(`neighborhoods/${at(index)}?include=users`);
      return body.users?.map(({ last_name }) => last_name);
    };
    expect(await namesAt(0)).toEqual(['Boshliq', 'Xodim']);
    expect(await namesAt(3)).toEqual(['Boshliq']);
    const { body } = await chief.get<NeighborhoodDetail>(`neighborhoods/${at(0)}?include=users`);
    expect(Object.keys(body.users?.[0] ?? {}).toSorted()).toEqual([
      'father_name',
      'first_name',
      'id',
      'last_name',
      'role',
    ]);
    expect((await chief.get(`neighborhoods/${at(0)}?include=secrets`)).status).toBe(422);
  });
});
