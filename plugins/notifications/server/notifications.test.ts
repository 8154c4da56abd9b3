import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import {
  definePlugin,
  idParamSchema,
  type Notice,
  noticeHook,
  signedIn,
} from '#kernel/plugin-api/contract.ts';
import { defineServer, route } from '#kernel/plugin-api/server.ts';
import { type ApiClient, listenAs, testServer, type TestServer } from '#kernel/plugin-api/testing.ts';
import type { Notification, NotificationPage, NotificationsRead, NotificationsRemoved } from '../contract.ts';
import { sweep } from './store/write.ts';

let server: TestServer;
let teller: ApiClient;
const people: Record<string, { id: number; api: ApiClient }> = {};

const anything = { icon: 'bell', payload: z.looseObject({}) };

/** Sends each body as a notice, then throws if it `fails`; or deletes a record. */
const announcerManifest = definePlugin({
  id: 'announcer',
  version: '1.0.0',
  notices: { news: anything, task: anything },
});
const announcer = defineServer(announcerManifest, {
  routes: [
    route({
      method: 'DELETE',
      path: 'announcer/:id',
      summary: 'Deletes a thing',
      access: signedIn,
      params: z.object({ id: idParamSchema }),
      response: z.object({}),
      async handle({ params: { id }, audit }) {
        await audit({ action: 'announcer.thing.delete', subjectType: 'thing', subjectId: id });
        return {};
      },
    }),
    route({
      method: 'POST',
      path: 'announcer',
      summary: 'Tells a notice',
      access: signedIn,
      body: z.object({ notice: z.custom<Notice>(), fails: z.boolean().optional() }),
      response: z.object({}),
      async handle({ body, hooks }) {
        await hooks.call(noticeHook, body.notice);
        if (body.fails) throw new Error('after the notice');
        return {};
      },
    }),
  ],
});

beforeAll(async () => {
  server = await testServer({ plugins: ['notifications', announcer] });
  teller = await server.signIn({});
  const permissions = ['application_receiver'];
  const drafts = {
    here: { permissions, neighborhoodIds: [10] },
    there: { permissions, neighborhoodIds: [11] },
    chief: { role: 'super_admin', permissions },
    idleChief: { role: 'super_admin' },
    guest: { neighborhoodIds: [10] },
  } as const;
  for (const [name, draft] of Object.entries(drafts)) {
    const { id, login } = await server.createAdmin(draft);
    people[name] = { id, api: await server.signIn(login) };
  }
  const blocked = await server.createAdmin({ permissions, neighborhoodIds: [10] });
  await sql`update admins set blocked = true where id = ${blocked.id}`.execute(server.database);
});
afterAll(() => server.close());
beforeEach(() => sql`delete from notifications`.execute(server.database));

const idOf = (name: string) => people[name]?.id ?? 0;

function apiOf(name: string): ApiClient {
  const api = people[name]?.api;
  if (!api) throw new Error(`there is no ${name}`);
  return api;
}

function announce(audience: Notice['audience'], more: object = {}) {
  return sendNotice({ audience }, more);
}

function sendNotice(given: Partial<Notice>, more: object = {}) {
  const notice: Notice = { type: 'news', payload: { id: 7 }, audience: {}, ...given };
  return teller.post('announcer', { notice, ...more });
}

async function pageOf(name: string, query = ''): Promise<NotificationPage> {
  return (await apiOf(name).get<NotificationPage>(`notifications${query}`)).body;
}

async function reached(): Promise<string[]> {
  const { rows } = await sql<{ admin_id: number }>`select admin_id from notifications`.execute(
    server.database,
  );
  return Object.keys(people)
    .filter((name) => rows.some((row) => row.admin_id === idOf(name)))
    .concat(
      rows.some((row) => !Object.values(people).some(({ id }) => id === row.admin_id)) ? ['others'] : [],
    );
}

const permission = 'application_receiver';
test.each<[string, () => Notice['audience'], string[]]>([
  ['a permission in a neighbourhood', () => ({ permission, neighborhoodId: 10 }), ['here', 'chief']],
  ['a permission', () => ({ permission }), ['here', 'there', 'chief']],
  ['those but the actor', () => ({ permission, exceptAdminId: idOf('here') }), ['there', 'chief']],
  ['one, named', () => ({ adminIds: [idOf('guest')] }), ['guest']],
  ['one, named, who may not', () => ({ permission, adminIds: [idOf('guest')] }), []],
  ['one, named, elsewhere', () => ({ neighborhoodId: 10, adminIds: [idOf('there')] }), []],
])('a notice for %s reaches them alone', async (_name, audience, expected) => {
  expect((await announce(audience())).status).toBe(200);
  expect(await reached()).toEqual(expected);
});

test("a list contains one's own, newest first, the subject under its type, and the unread count", async () => {
  for (let round = 0; round < 3; round++) await announce({ adminIds: [idOf('here'), idOf('there')] });
  const page = await pageOf('here', '?limit=2');
  expect(page).toMatchObject({ page: 1, limit: 2, total_pages: 2, length: 3, unread: 3 });
  expect(page.items[0]).toEqual({
    id: expect.any(Number),
    type: 'news',
    news: { id: 7 },
    is_read: false,
    createdAt: expect.stringMatching(/Z$/),
  });
  expect(page.items[0]?.id).toBeGreaterThan(page.items[1]?.id ?? 0);
});

test("marking one as read lowers the count; another's is not found", async () => {
  await announce({ adminIds: [idOf('here')] });
  await announce({ adminIds: [idOf('here')] });
  const [item] = (await pageOf('here')).items;
  const path = `notifications/${item?.id}`;
  expect((await apiOf('there').put(path, { is_read: true })).status).toBe(404);
  const { status, body } = await apiOf('here').put(path, { is_read: true });
  expect([status, body]).toEqual([200, { ...item, is_read: true }]);
  expect(await pageOf('here', '?is_read=false')).toMatchObject({ length: 1, unread: 1 });
  for (const wrong of [{}, { is_read: false }, { is_read: true, more: 1 }]) {
    expect((await apiOf('here').put(path, wrong)).status).toBe(422);
  }
});

test('losing the neighbourhood or the permission hides earlier notifications from reading, counting and marking', async () => {
  const { id, login, roleId } = await server.createAdmin({
    permissions: [permission],
    neighborhoodIds: [10],
  });
  await announce({ permission, neighborhoodId: 10 });
  await announce({ adminIds: [id] });
  const read = async () => (await (await server.signIn(login)).get<NotificationPage>('notifications')).body;
  const [own, inArea] = (await read()).items;
  expect(await read()).toMatchObject({ length: 2, unread: 2 });

  await sql`update admin_neighborhoods set neighborhood_id = 11 where admin_id = ${id}`.execute(
    server.database,
  );
  expect(await read()).toMatchObject({ length: 1, unread: 1, items: [{ id: own?.id }] });
  const api = await server.signIn(login);
  expect((await api.put(`notifications/${inArea?.id}`, { is_read: true })).status).toBe(404);

  await sql`update admin_neighborhoods set neighborhood_id = 10 where admin_id = ${id}`.execute(
    server.database,
  );
  expect(await read()).toMatchObject({ length: 2, unread: 2 });
  await sql`update admin_roles set permissions = '{}' where id = ${roleId}`.execute(server.database);
  expect(await read()).toMatchObject({ length: 1, items: [{ id: own?.id }] });
});

test('marking all as read leaves those of others', async () => {
  await announce({ permission });
  expect((await apiOf('here').put('notifications', { is_read: true })).body).toEqual({ unread: 0 });
  expect((await pageOf('here')).unread).toBe(0);
  expect((await pageOf('there')).unread).toBe(1);
});

test('rejects callers without a session', async () => {
  expect((await server.api().get('notifications')).status).toBe(401);
  expect((await server.api().put('notifications', { is_read: true })).status).toBe(401);
});

test('filters by state, type, days and words, and counts the unread of all', async () => {
  const adminIds = [idOf('here')];
  await sendNotice({ audience: { adminIds }, payload: { id: 412, last_name: 'Ўринбоев' } });
  await sendNotice({
    type: 'task',
    audience: { adminIds },
    payload: { application_id: 9, message: 'Tomni koʻring' },
  });
  await sendNotice({ audience: { adminIds } });
  const [seven, forward, four] = (await pageOf('here')).items;
  const days = [
    [seven, '2026-03-01T18:59:00Z'],
    [forward, '2026-03-01T19:00:00Z'],
    [four, '2026-03-02T18:59:00Z'],
  ] as const;
  for (const [item, at] of days) {
    await sql`update notifications set created_at = ${at} where id = ${item?.id}`.execute(server.database);
  }
  await apiOf('here').put(`notifications/${seven?.id}`, { is_read: true });
  const cases: readonly [string, readonly (Notification | undefined)[]][] = [
    ['is_read=true', [seven]],
    ['is_read=false', [forward, four]],
    ['type=task', [forward]],
    // In Tashkent the day started five hours earlier.
    ['date_from=2026-03-02&date_to=2026-03-02', [forward, four]],
    ['date_to=2026-03-01', [seven]],
    ['date_from=2026-03-03', []],
    ['search=000412', [four]],
    ['search=412', [four]],
    [`search=${encodeURIComponent("o'rinboyev")}`, [four]],
    ['search=KOR%20tom', [forward]],
    ['search=%25', []],
    ['search=tom&type=news', []],
    [`after=${four?.id}`, [seven, forward]],
    [`after=${seven?.id}`, []],
    ['after=0&limit=1&page=2', [forward]],
  ];
  for (const [query, found] of cases) {
    const page = await pageOf('here', `?${query}`);
    expect(
      page.items.map(({ id }) => id),
      query,
    ).toEqual(found.map((item) => item?.id));
    expect(page.unread, query).toBe(2);
    if (!query.includes('limit')) expect(page.length, query).toBe(found.length);
  }
});

test.each([
  'type=weather',
  'date_from=2026-03-02&date_to=2026-03-01',
  'date_from=0000-01-01',
  'date_to=2026-02-30',
  'after=-1',
  'after=x',
  'is_read=maybe',
  'limit=101',
  'sort_by=id',
])('rejects an invalid query: %s', async (query) => {
  expect((await apiOf('here').get(`notifications?${query}`)).status).toBe(422);
});

test("marks several of one's own at once, and updates every window of the user", async () => {
  for (let round = 0; round < 3; round++) await announce({ adminIds: [idOf('here'), idOf('there')] });
  const mine = (await pageOf('here')).items.map(({ id }) => id);
  const theirs = (await pageOf('there')).items.map(({ id }) => id);
  const windows = await Promise.all([
    listenAs<NotificationsRead>(server, apiOf('here'), 'notification_read'),
    listenAs<NotificationsRead>(server, apiOf('here'), 'notification_read'),
    listenAs<NotificationsRead>(server, apiOf('there'), 'notification_read'),
  ]);
  const ids = [...mine.slice(0, 2), ...theirs];
  expect((await apiOf('here').put('notifications', { is_read: true, ids })).body).toEqual({ unread: 1 });
  expect((await pageOf('there')).unread).toBe(3);
  await apiOf('here').put('notifications', { is_read: true });
  const expected = [
    { ids, unread: 1 },
    { ids: null, unread: 0 },
  ];
  await vi.waitFor(() => expect(windows.map(({ received }) => received)).toEqual([expected, expected, []]));
  for (const { stop } of windows) stop();
  for (const wrong of [{ ids: [1] }, { is_read: true, ids: [] }, { is_read: true, ids: ['x'] }]) {
    expect((await apiOf('here').put('notifications', wrong)).status).toBe(422);
  }
});

test('removes the notifications of a removed record, from screens too, and no others', async () => {
  const adminIds = [idOf('here'), idOf('there')];
  await sendNotice({ audience: { adminIds }, subject: { type: 'thing', id: 5 } });
  await sendNotice({ audience: { adminIds }, subject: { type: 'thing', id: 6 } });
  await sendNotice({ audience: { adminIds }, subject: { type: 'other', id: 5 } });
  await announce({ adminIds });
  const gone = (await pageOf('here')).items.at(-1)?.id;
  const listener = await listenAs<NotificationsRemoved>(server, apiOf('here'), 'notification_remove');
  expect((await teller.del('announcer/5')).status).toBe(200);
  await vi.waitFor(() => expect(listener.received).toEqual([{ ids: [gone] }]));
  listener.stop();
  expect(await pageOf('here')).toMatchObject({ length: 3, unread: 3 });
  expect(await pageOf('there')).toMatchObject({ length: 3, unread: 3 });
});

test('removes notifications after their retention, read or not', async () => {
  for (let round = 0; round < 3; round++) await announce({ adminIds: [idOf('here')] });
  const [young, , old] = (await pageOf('here')).items;
  await sql`update notifications set created_at = now() - interval '31 days' where id = ${old?.id}`.execute(
    server.database,
  );
  await sql`update notifications set created_at = now() - interval '29 days' where id = ${young?.id}`.execute(
    server.database,
  );
  expect(await sweep(server.database, 30)).toBe(1);
  expect(await sweep(server.database, 30)).toBe(0);
  expect((await pageOf('here')).items.map(({ id }) => id)).not.toContain(old?.id);
  expect((await pageOf('here')).length).toBe(2);
});

test('notifies every window of its user once, after the commit', async () => {
  const [here, again, guest] = await Promise.all(
    ['here', 'here', 'guest'].map((name) =>
      listenAs<Notification>(server, apiOf(name), 'notification_receive'),
    ),
  );
  expect((await announce({ permission }, { fails: true })).status).toBe(500);
  await announce({ permission });
  const { items } = await pageOf('here');
  await vi.waitFor(() => expect([here?.received, again?.received]).toEqual([items, items]));
  expect(guest?.received).toEqual([]);
  for (const listener of [here, again, guest]) listener?.stop();
});

test('after an absence or a restart, catches up from the last id without loss or repetition', async () => {
  const node = await testServer({
    databaseUrl: server.databaseUrl,
    plugins: ['notifications', announcer],
  });
  const heard: number[] = [];
  const listener = await listenAs<Notification>(node, apiOf('here'), 'notification_receive');
  await announceAt(node, 1);
  await vi.waitFor(() => expect(listener.received).toHaveLength(1));
  heard.push(...listener.received.map(({ id }) => id));
  await node.close();
  listener.stop();
  await announceAt(server, 3);

  const restarted = await testServer({
    databaseUrl: server.databaseUrl,
    plugins: ['notifications', announcer],
  });
  const back = await listenAs<Notification>(restarted, apiOf('here'), 'notification_receive');
  await announceAt(restarted, 1);
  const api = restarted.api({ token: apiOf('here').token ?? '' });
  const missed = await api.get<NotificationPage>(`notifications?after=${heard.at(-1)}&limit=100`);
  await vi.waitFor(() => expect(back.received).toHaveLength(1));
  const caught = new Set([
    ...heard,
    ...missed.body.items.map(({ id }) => id),
    ...back.received.map(({ id }) => id),
  ]);
  const all = (await pageOf('here')).items.map(({ id }) => id);
  expect([...caught].toSorted()).toEqual(all.toSorted());
  expect(all).toHaveLength(5);
  expect(missed.body.items).toHaveLength(4);
  back.stop();
  await restarted.close();
});

async function announceAt(node: TestServer, times: number): Promise<void> {
  const api = node.api({ token: teller.token ?? '' });
  const notice: Notice = { type: 'news', payload: { id: 7 }, audience: { adminIds: [idOf('here')] } };
  for (let round = 0; round < times; round++) await api.post('announcer', { notice });
}

test('rolls back with a failed change', async () => {
  await announce({ permission }, { fails: true });
  expect(await reached()).toEqual([]);
});
