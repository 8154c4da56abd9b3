import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { definePlugin, type ErrorBody, type RecordChange, removalHook } from '#kernel/plugin-api/contract.ts';
import { defineServer, onHook } from '#kernel/plugin-api/server.ts';
import { type ApiClient, listenAs, testServer, type TestServer } from '#kernel/plugin-api/testing.ts';
import type { Coordinates } from '#kernel/domain/geo/index.ts';
import type { NeighborhoodDetail, Overlap, SavedNeighborhood } from '../contract.ts';

let server: TestServer;
let chief: ApiClient;
let count = 0;
const referring: Record<number, number> = {};

/** A test plugin with references to neighbourhoods. */
const census = defineServer(definePlugin({ id: 'census', version: '1.0.0' }), {
  hooks: [
    onHook(removalHook, async ({ subject, id, uses }) => {
      if (subject === 'neighborhoods.neighborhood') uses('applications', referring[id] ?? 0);
    }),
  ],
});

beforeAll(async () => {
  server = await testServer({ plugins: ['neighborhoods', 'streets', census] });
  chief = await server.signIn({ role: 'super_admin' });
});
afterAll(() => server.close());
beforeEach(async () => {
  // Not truncated: with the tables that refer to them, that would wait for the running server's locks in
  // every order.
  for (const table of ['streets', 'neighborhoods'])
    await sql`delete from ${sql.table(table)}`.execute(server.database);
});

/** A square of 0.01° each way, at a number of its sizes north and east of Urganch. */
function square(north: number, east: number): Coordinates[] {
  const [south, west] = [41.55 + north / 100, 60.6 + east / 100];
  const shape: Coordinates[] = [
    [south, west],
    [south, west + 0.01],
    [south + 0.01, west + 0.01],
    [south + 0.01, west],
  ];
  return shape.map(([latitude, longitude]) => [round(latitude), round(longitude)]);
}

const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6;

const bodyOf = (coords: unknown, name = `Mahalla ${++count}`) => ({
  uz: { name },
  ru: { name: `${name} ru` },
  coords,
  color: '#0b7480',
});

async function made(coords: Coordinates[], name?: string): Promise<SavedNeighborhood> {
  const response = await chief.post<SavedNeighborhood>('neighborhoods', bodyOf(coords, name));
  expect(response.status, JSON.stringify(response.body)).toBe(201);
  return response.body;
}

const swapped = square(0, 0).map(([latitude, longitude]) => [longitude, latitude]);
const [a, b, c, d] = square(0, 0);
const edge = (degrees: number) => [
  [41, 60],
  [41, degrees],
  [42, 61],
];

describe('a polygon', () => {
  test.each<[string, unknown, string | RegExp]>([
    ['missing', undefined, 'Toʻldirilishi shart.'],
    ['empty', [], 'Chegara kamida 3 ta nuqtadan iborat boʻlishi kerak.'],
    ['of two points', [a, b], 'Chegara kamida 3 ta nuqtadan iborat boʻlishi kerak.'],
    ['of one point thrice', [a, a, a], 'Chegara kamida 3 ta nuqtadan iborat boʻlishi kerak.'],
    ['crossing itself', [a, c, b, d], 'Chegara oʻzini kesib oʻtmasligi kerak.'],
    ['off the earth', edge(181), /−180…180/],
    ['the wrong way round', swapped, /Kenglik bilan uzunlik oʻrni almashib qolgan/],
    ['a text', '41,60', 'Qiymat turi notoʻgʻri.'],
  ])('%s is rejected, and the field shows the reason', async (_name, coords, text) => {
    const { status, body } = await chief.post<ErrorBody>('neighborhoods', bodyOf(coords));
    expect([status, body.code]).toEqual([422, 'invalid']);
    expect(body.fields?.['coords']).toMatch(text);
    const question = await chief.post<ErrorBody>('neighborhoods/overlaps', { coords });
    expect(question).toMatchObject({ status: 422, body: { fields: { coords: expect.any(String) } } });
  });

  test.each([
    ['with a corner that is no number', [[41, 'x'], b, c]],
    ['with a corner that is null', [null, b, c]],
    ['with a height', [[41, 60, 5], b, c]],
  ])('%s is rejected', async (_name, coords) => {
    expect((await chief.post('neighborhoods', bodyOf(coords))).status).toBe(422);
  });

  test('beyond the range of JSON numbers is rejected', async () => {
    const text = JSON.stringify(bodyOf([a, b, 'big'])).replace('"big"', '[1e999,60]');
    const response = await fetch(`${server.url}/api/uz/neighborhoods`, {
      method: 'POST',
      headers: { authorization: chief.token ?? '', 'content-type': 'application/json' },
      body: text,
    });
    expect(response.status).toBe(422);
  });

  test('that is closed, with doubled vertices, is stored open without them', async () => {
    const { coords } = await made([...square(0, 0), a, a] as Coordinates[]);
    expect(coords).toEqual(square(0, 0));
  });
});

describe('overlaps', () => {
  test('are returned with the polygon, by area, and are not an error', async () => {
    const north = await made(square(1, 0), 'Shimol');
    const east = await made(square(0, 1), 'Sharq');
    await made(square(5, 5), 'Uzoq');
    expect([north.overlaps, east.overlaps]).toEqual([[], []]);
    const over = await made(
      [
        [41.555, 60.602],
        [41.555, 60.611],
        [41.565, 60.611],
        [41.565, 60.602],
      ],
      'Ustida',
    );
    expect(over.overlaps.map(({ id, uz }) => [id, uz.name])).toEqual([
      [north.id, 'Shimol'],
      [east.id, 'Sharq'],
    ]);
    // 0.005° by 0.008°, at this latitude.
    const metres = 0.005 * 111_195 * (0.008 * 111_195 * Math.cos((41.5625 * Math.PI) / 180));
    expect(over.overlaps[0]?.area).toBeGreaterThan(metres * 0.99);
    expect(over.overlaps[0]?.area).toBeLessThan(metres * 1.01);
  });

  test('are empty for neighbours that share a border', async () => {
    await made(square(0, 0));
    expect((await made(square(0, 1))).overlaps).toEqual([]);
    expect((await made(square(1, 1))).overlaps).toEqual([]);
  });

  test('are returned for a polygon while it is drawn, except with itself, and nothing is written', async () => {
    const own = await made(square(0, 0));
    const request = async (more: object) =>
      (await chief.post<{ overlaps: Overlap[] }>('neighborhoods/overlaps', { coords: square(0, 0), ...more }))
        .body.overlaps;
    expect(await request({})).toEqual([
      { id: own.id, uz: own.uz, ru: own.ru, area: expect.closeTo(926_000, -4) },
    ]);
    expect(await request({ id: own.id })).toEqual([]);
    expect((await chief.get<{ length: number }>('neighborhoods')).body.length).toBe(1);
    expect((await chief.post('neighborhoods/overlaps', { coords: square(0, 0), x: 1 })).status).toBe(422);
    const clerk = await server.signIn({ neighborhoodIds: [own.id] });
    expect((await clerk.post('neighborhoods/overlaps', { coords: square(0, 0) })).status).toBe(403);
  });

  test('follow a polygon that moves', async () => {
    const one = await made(square(0, 0));
    const other = await made(square(3, 3));
    const moved = await chief.put<SavedNeighborhood>(`neighborhoods/${other.id}`, bodyOf(square(0, 0)));
    expect(moved.body.overlaps.map(({ id }) => id)).toEqual([one.id]);
  });
});

describe('removing', () => {
  test('removes the assignments of admins too, and is audited', async () => {
    const { id } = await made(square(0, 0));
    const clerk = await server.createAdmin({ neighborhoodIds: [id] });
    expect(await chief.del(`neighborhoods/${id}`)).toMatchObject({ status: 200, body: { id } });
    expect((await chief.get(`neighborhoods/${id}`)).status).toBe(404);
    const assigned = await sql`select 1 from admin_neighborhoods where admin_id = ${clerk.id}`.execute(
      server.database,
    );
    expect(assigned.rows).toEqual([]);
    const { rows } = await sql<{ action: string }>`
      select action from audit_log where subject_type = 'neighborhood' and subject_id = ${id} order by id`.execute(
      server.database,
    );
    expect(rows.map(({ action }) => action)).toEqual(['neighborhoods.create', 'neighborhoods.delete']);
    expect((await chief.del(`neighborhoods/${id}`)).status).toBe(404);
  });

  test('runs once for one key, and repeats the response', async () => {
    const { id } = await made(square(0, 0));
    const options = { idempotencyKey: 'delete-1' };
    const first = await chief.del(`neighborhoods/${id}`, options);
    const again = await chief.del(`neighborhoods/${id}`, options);
    expect([again.status, again.body]).toEqual([200, first.body]);
  });

  test('with an old version is rejected', async () => {
    const { id, updatedAt } = await made(square(0, 0));
    const options = { headers: { 'if-match': `"${updatedAt}"` } };
    await chief.put(`neighborhoods/${id}`, bodyOf(square(0, 0)));
    const { status, body } = await chief.del<ErrorBody>(`neighborhoods/${id}`, options);
    expect([status, body.code]).toEqual([409, 'edit_conflict']);
  });

  test('of a referenced neighbourhood is rejected, with the number of references by plugin in the requested language', async () => {
    const { id } = await made(square(0, 0));
    const { id: empty } = await made(square(2, 2));
    referring[id] = 3;
    await sql`
      insert into streets (neighborhood_id, name_uz, name_ru)
      select ${id}, 'Koʻcha ' || i, 'Улица ' || i from generate_series(1, 5) as i`.execute(server.database);
    const { status, body } = await chief.del<ErrorBody & { uses: object }>(`neighborhoods/${id}`);
    expect([status, body.code]).toEqual([409, 'in_use']);
    expect(body.uses).toEqual({ applications: 3, streets: 5 });
    expect(body.err).toContain('5 ta koʻcha');
    const russian = await server.signIn({ role: 'super_admin' }, 'ru');
    expect((await russian.del<ErrorBody>(`neighborhoods/${id}`)).body.err).toContain('5 улиц');
    expect((await chief.get<NeighborhoodDetail>(`neighborhoods/${id}`)).status).toBe(200);
    expect((await chief.del(`neighborhoods/${empty}`)).status).toBe(200);
  });

  test('of a neighbourhood that a disabled plugin refers to is rejected by the database', async () => {
    const node = await testServer({ plugins: ['neighborhoods'], databaseUrl: server.databaseUrl });
    const { id } = await made(square(0, 0));
    await sql`insert into streets (neighborhood_id, name_uz, name_ru) values (${id}, 'A', 'Б')`.execute(
      server.database,
    );
    const boss = await node.signIn({ role: 'super_admin' });
    const { status, body } = await boss.del<ErrorBody>(`neighborhoods/${id}`);
    expect([status, body.code, body.err]).toEqual([
      409,
      'in_use',
      'Bundan foydalanilmoqda: boshqa maʼlumotlar. Avval shularni oʻzgartiring.',
    ]);
    await node.close();
  });

  test('requires a super admin', async () => {
    const { id } = await made(square(0, 0));
    expect((await server.api().del(`neighborhoods/${id}`)).status).toBe(401);
    const clerk = await server.signIn({
      permissions: ['street_add', 'household_add'],
      neighborhoodIds: [id],
    });
    expect((await clerk.del(`neighborhoods/${id}`)).status).toBe(403);
    for (const absent of ['999999', '0', 'x']) {
      expect((await chief.del(`neighborhoods/${absent}`)).status).toBe(404);
    }
  });
});

test('a change reaches only admins of the neighbourhood, regardless of their permissions', async () => {
  const { id } = await made(square(0, 0));
  const { id: elsewhere } = await made(square(3, 3));
  const drafts = [
    { neighborhoodIds: [id] },
    { neighborhoodIds: [elsewhere], permissions: ['street_add'] },
  ] as const;
  const [own, foreign] = await Promise.all(
    drafts.map(async (draft) =>
      listenAs<RecordChange>(server, await server.signIn(draft), 'neighborhood_change'),
    ),
  );
  await chief.put(`neighborhoods/${id}`, bodyOf(square(0, 0)));
  await chief.del(`neighborhoods/${id}`);
  await vi.waitFor(() =>
    expect(own?.received).toEqual([
      { id, change: 'updated' },
      { id, change: 'deleted' },
    ]),
  );
  expect(foreign?.received).toEqual([]);
  for (const listener of [own, foreign]) listener?.stop();
});
