import { sql } from 'kysely';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { definePlugin, noticeHook, signedIn, type Notice } from '#kernel/contract/index.ts';
import { defineServer, route } from '#kernel/server/plugin.ts';
import { testServer, type ApiClient, type TestServer } from '#kernel/testing/server.ts';
import type { NotificationPage } from '../contract.ts';

let server: TestServer;
let teller: ApiClient;
const people: Record<string, { id: number; api: ApiClient }> = {};

/** Tells whatever it is sent; `fails` throws afterwards. */
const announcer = defineServer(definePlugin({ id: 'announcer', version: '1.0.0' }), {
  routes: [
    route({
      method: 'POST',
      path: 'announcer',
      summary: 'Tells a notice',
      access: signedIn,
      body: z.object({ notice: z.custom<Notice>(), fails: z.boolean().optional() }),
      answer: z.object({}),
      async handle({ body, tell }) {
        await tell(noticeHook, body.notice);
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
  const notice: Notice = { type: 'application', payload: { id: 7 }, audience };
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

test('a list shows one’s own, newest first, what it is about under its type, and the unread', async () => {
  for (let turn = 0; turn < 3; turn++) await announce({ adminIds: [idOf('here'), idOf('there')] });
  const page = await pageOf('here', '?limit=2');
  expect(page).toMatchObject({ page: 1, limit: 2, total_pages: 2, length: 3, unread: 3 });
  expect(page.items[0]).toEqual({
    id: expect.any(Number),
    type: 'application',
    application: { id: 7 },
    is_read: false,
    createdAt: expect.stringMatching(/Z$/),
  });
  expect(page.items[0]?.id).toBeGreaterThan(page.items[1]?.id ?? 0);
});

test('marking one as read lowers the count; another’s is nowhere', async () => {
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

test('who loses the neighbourhood or the right no longer reads, counts or marks what he was told', async () => {
  const { id, login, roleId } = await server.createAdmin({
    permissions: [permission],
    neighborhoodIds: [10],
  });
  await announce({ permission, neighborhoodId: 10 });
  await announce({ adminIds: [id] });
  const read = async () => (await (await server.signIn(login)).get<NotificationPage>('notifications')).body;
  const [own, placed] = (await read()).items;
  expect(await read()).toMatchObject({ length: 2, unread: 2 });

  await sql`update admin_neighborhoods set neighborhood_id = 11 where admin_id = ${id}`.execute(
    server.database,
  );
  expect(await read()).toMatchObject({ length: 1, unread: 1, items: [{ id: own?.id }] });
  const api = await server.signIn(login);
  expect((await api.put(`notifications/${placed?.id}`, { is_read: true })).status).toBe(404);

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

test('nobody without a session gets anything, and an unknown filter is refused', async () => {
  expect((await server.api().get('notifications')).status).toBe(401);
  expect((await server.api().put('notifications', { is_read: true })).status).toBe(401);
  expect((await apiOf('here').get('notifications?type=x')).status).toBe(422);
});

test('each one’s own row rings on his own sockets, once it is durable', async () => {
  const sockets = ['here', 'guest'].map((name) => {
    const socket = io(server.url, { auth: { token: apiOf(name).token }, forceNew: true });
    const heard: { id: number }[] = [];
    socket.on('notification_receive', (payload: { id: number }) => heard.push(payload));
    return { socket, heard };
  });
  await vi.waitFor(() => expect(sockets.every(({ socket }) => socket.connected)).toBe(true));
  expect((await announce({ permission }, { fails: true })).status).toBe(500);
  await announce({ permission });
  const [here, guest] = sockets;
  await vi.waitFor(() => expect(here?.heard).toHaveLength(1));
  const [item] = (await pageOf('here')).items;
  expect(here?.heard).toEqual([item]);
  expect(guest?.heard).toEqual([]);
  for (const { socket } of sockets) socket.disconnect();
});

test('what was told in a change that failed is undone with it', async () => {
  await announce({ permission }, { fails: true });
  expect(await reached()).toEqual([]);
});
