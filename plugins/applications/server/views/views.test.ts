import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ErrorBody } from '#kernel/plugin-api/contract.ts';
import { type ApiClient, testServer, type TestServer } from '#kernel/plugin-api/testing.ts';
import type { ApplicationPage } from '../../contract.ts';
import type { SavedViews } from '../../contract/views.ts';
import { addNeighborhoods } from '../../../../tests/support/neighborhoods.ts';

let server: TestServer;

beforeAll(async () => {
  server = await testServer({ plugins: ['applications'] });
  await addNeighborhoods(server, 3);
  await sql`
    insert into applications (day, neighborhood_id, status, cancel_time, search_key, first_name, last_name,
      employment_status, planned_assistance, receiver_id)
    select '2026-11-01'::date + i % 20, 1 + i % 3, (array['created', 'accepted', 'completed'])[1 + i % 3 * i % 3],
      now() + (i - 30) * interval '1 day', ' karimov ali', 'Ali', 'Karimov',
      (array['official', 'disabled'])[1 + i % 2], 'x', null from generate_series(1, 60) as i`.execute(
    server.database,
  );
}, 60_000);

afterAll(() => server?.close());

const right = { permissions: ['application_receiver'], neighborhoodIds: [1, 2, 3] };
const namesOf = async (client: ApiClient) =>
  (await client.get<SavedViews>('applications/views')).body.items.map(({ name }) => name);

function save(client: ApiClient, body: { name: string; query?: string; role_id?: number | null }) {
  return client.post<{ id: number } & ErrorBody>('applications/views', { query: '', ...body });
}

/** Two admins of one role, and one of another. */
async function people() {
  const [owner, mate, stranger] = [
    await server.createAdmin(right),
    await server.createAdmin({ ...right, neighborhoodIds: [2] }),
    await server.createAdmin(right),
  ];
  await setRole(mate.id, owner.roleId);
  const [mine, theirs, others] = await Promise.all(
    [owner, mate, stranger].map(({ login }) => server.signIn(login)),
  );
  return { owner, mate, stranger, mine: mine!, theirs: theirs!, others: others! };
}

async function setRole(adminId: number, roleId: number): Promise<void> {
  await sql`update admins set role_id = ${roleId} where id = ${adminId}`.execute(server.database);
}

it('counts each view within the area of its reader, as the list does', async () => {
  const { owner, mine, theirs } = await people();
  const queries = [
    '',
    'status=late',
    'employment=disabled&status=accepted',
    'employment=disabled&status=late',
    'receiver=nobody',
    'neighborhood=2&employment=official',
    'created_from=2026-11-05&created_to=2026-11-12',
    'search=karimov&employment=official',
    'deadline_to=2026-11-20&layout=table&columns=name,status',
  ];
  for (const [index, query] of queries.entries()) {
    expect((await save(mine, { name: `K${index}`, query, role_id: owner.roleId })).status).toBe(201);
  }
  const totals: number[] = [];
  for (const reader of [mine, theirs]) {
    const { items } = (await reader.get<SavedViews>('applications/views')).body;
    expect(items.length).toBe(queries.length);
    for (const { query, count } of items) {
      const params = new URLSearchParams(query);
      for (const name of ['layout', 'columns']) params.delete(name);
      const { length } = (await reader.get<ApplicationPage>(`applications?${params.toString()}`)).body;
      expect(count, query).toBe(length);
    }
    totals.push(items[0]?.count ?? 0);
  }
  expect(totals).toEqual([60, 20]);
});

it('a shared view is visible to its role only, while its owner has the rights', async () => {
  const { owner, mate, stranger, mine, theirs, others } = await people();
  await save(mine, { name: 'Meniki' });
  await save(mine, { name: 'Ulashilgan', role_id: owner.roleId });
  await save(mine, { name: 'Uchinchi mahalla', query: 'neighborhood=3', role_id: owner.roleId });
  // Outside the colleague's area the view has nothing to show.
  expect(await namesOf(theirs)).toEqual(['Ulashilgan']);
  expect(await namesOf(others)).toEqual([]);
  expect(await namesOf(mine)).toEqual(['Meniki', 'Ulashilgan', 'Uchinchi mahalla']);

  const away: (readonly [string, string])[] = [
    [
      `update admins set blocked = true where id = ${owner.id}`,
      `update admins set blocked = false where id = ${owner.id}`,
    ],
    [
      `update admins set role_id = ${stranger.roleId} where id = ${owner.id}`,
      `update admins set role_id = ${owner.roleId} where id = ${owner.id}`,
    ],
    [
      `update admins set role_id = ${stranger.roleId} where id = ${mate.id}`,
      `update admins set role_id = ${owner.roleId} where id = ${mate.id}`,
    ],
    [
      `update admins set deleted_at = now() where id = ${owner.id}`,
      `update admins set deleted_at = null where id = ${owner.id}`,
    ],
  ];
  for (const [gone, back] of away) {
    await sql.raw(gone).execute(server.database);
    expect(await namesOf(theirs), gone).toEqual([]);
    await sql.raw(back).execute(server.database);
    expect(await namesOf(theirs), back).toEqual(['Ulashilgan']);
  }
  await sql`update admin_roles set permissions = '{}' where id = ${owner.roleId}`.execute(server.database);
  expect(await namesOf(theirs)).toEqual([]);
});

it('is shared with a role of one’s own, by super admins with each that handles applications', async () => {
  const { owner, stranger, mine, others } = await people();
  const rejected = await save(mine, { name: 'Begona', role_id: stranger.roleId });
  expect([rejected.status, Object.keys(rejected.body.fields ?? {})]).toEqual([422, ['role_id']]);
  const chief = await server.signIn({ ...right, role: 'super_admin' });
  expect((await save(chief, { name: 'Hammaga', role_id: stranger.roleId })).status).toBe(201);
  expect(await namesOf(others)).toEqual(['Hammaga']);
  expect(await namesOf(mine)).toEqual([]);
  expect((await mine.get<SavedViews>('applications/views')).body.roles.map(({ id }) => id)).toEqual([
    owner.roleId,
  ]);
});

it('is changed, deleted and restored by its owner only', async () => {
  const { owner, mine, theirs } = await people();
  const { id } = (await save(mine, { name: 'Bir', role_id: owner.roleId })).body;
  const path = `applications/views/${id}`;
  const body = { name: 'Ikki', query: 'status=late', role_id: null };
  expect((await theirs.put(path, body)).status).toBe(404);
  expect((await theirs.del(path)).status).toBe(404);
  expect((await mine.put(path, body)).status).toBe(200);
  expect(await namesOf(mine)).toEqual(['Ikki']);
  expect(await namesOf(theirs)).toEqual([]);
  expect((await mine.del(path)).status).toBe(200);
  expect(await namesOf(mine)).toEqual([]);
  expect((await theirs.post(`${path}/restore`, {})).status).toBe(404);
  expect((await mine.post(`${path}/restore`, {})).status).toBe(200);
  expect(await namesOf(mine)).toEqual(['Ikki']);
});

it('is ordered by each reader for themselves', async () => {
  const { owner, mine, theirs } = await people();
  const ids: number[] = [];
  for (const name of ['A', 'B', 'C']) ids.push((await save(mine, { name, role_id: owner.roleId })).body.id);
  const [a = 0, b = 0, c = 0] = ids;
  expect((await theirs.put('applications/views/order', { ids: [c, a, 999_999, b] })).status).toBe(200);
  expect(await namesOf(theirs)).toEqual(['C', 'A', 'B']);
  expect(await namesOf(mine)).toEqual(['A', 'B', 'C']);
});

it.each([
  'color=red',
  'status=lost',
  'receiver=someone',
  'status=late&status=created',
  'columns=name,passport',
  'created_from=2026-02-02&created_to=2026-02-01',
])('rejects %s', async (query) => {
  const client = await server.signIn(right);
  const { status, body } = await save(client, { name: 'Xato', query });
  expect([status, Object.keys(body.fields ?? {})]).toEqual([422, ['query']]);
});

it('limits an admin to thirty views', async () => {
  const client = await server.signIn(right);
  for (let count = 0; count < 30; count++) await save(client, { name: `${count}` });
  const { status, body } = await save(client, { name: 'Ortiqcha' });
  expect([status, body.code]).toEqual([409, 'too_many_views']);
});

it('reports reversed dates in the language of the reader', async () => {
  const client = await server.signIn(right, 'ru');
  const { status, body } = await client.get<ErrorBody>(
    'applications?deadline_from=2026-02-02&deadline_to=2026-02-01',
  );
  expect([status, body.fields]).toEqual([422, { deadline_to: 'Последний день раньше первого.' }]);
});
