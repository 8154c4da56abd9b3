import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { ErrorBody, Page } from '#kernel/plugin-api/contract.ts';
import {
  type ApiClient,
  listenAs,
  testRecords,
  testServer,
  type TestServer,
} from '#kernel/plugin-api/testing.ts';
import type { Role, RoleOption } from '../contract.ts';

testRecords({
  plugin: 'admins',
  action: 'admins.role',
  path: 'admins/roles',
  subject: 'admin_role',
  event: 'admin_role_change',
  fields: () => ({ role: 'admin', permissions: [] }),
  editor: { role: 'super_admin' },
  unauthorized: {
    'an admin': { role: 'admin' },
    'an admin with every right': {
      role: 'admin',
      permissions: ['application_receiver', 'household_add', 'street_add'],
    },
  },
  sorts: ['name', 'role', 'permissions', 'admins', 'createdAt', 'updatedAt'],
});

let server: TestServer;
let chief: ApiClient;
let count = 0;

beforeAll(async () => {
  server = await testServer({ plugins: ['admins', 'streets'] });
  chief = await server.signIn({ role: 'super_admin' });
});
afterAll(() => server.close());

const bodyOf = (more: object = {}) => {
  const name = `Lavozim ${++count}`;
  return { role: 'admin', permissions: ['street_add'], uz: { name }, ru: { name: `${name} ru` }, ...more };
};

async function made(more: object = {}): Promise<Role> {
  const { status, body } = await chief.post<Role>('admins/roles', bodyOf(more));
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}

test('a role lists its permissions and the number of its holders', async () => {
  const role = await made();
  expect(role).toMatchObject({ role: 'admin', permissions: ['street_add'], admins: 0 });
  const { id } = await server.createAdmin();
  await sql`update admins set role_id = ${role.id} where id = ${id}`.execute(server.database);
  const { body } = await chief.get<Page<Role>>(`admins/roles?search=${encodeURIComponent(role.uz.name)}`);
  expect(body.items.find((one) => one.id === role.id)?.admins).toBe(1);
  const options = await chief.get<RoleOption[]>('admins/roles?pagination=false');
  expect(options.body.find((one) => one.id === role.id)).toEqual({
    id: role.id,
    uz: role.uz,
    ru: role.ru,
    role: 'admin',
    permissions: ['street_add'],
  });
});

test('sorts by author, with absent authors last in either direction', async () => {
  await made();
  for (const order of ['asc', 'desc']) {
    const { body } = await chief.get<Page<Role>>(`admins/roles?limit=100&sort_by=author&sort_order=${order}`);
    const authors = body.items.map(({ author }) => author !== null);
    expect(authors).toContain(true);
    expect(authors).toEqual(authors.toSorted().toReversed());
  }
});

test('accepts only permissions that a plugin declares, each once', async () => {
  for (const permissions of [['no_such'], ['street_add', 'street_add'], ['application_receiver']]) {
    const { status, body } = await chief.post<ErrorBody>('admins/roles', bodyOf({ permissions }));
    expect([status, Object.keys(body.fields ?? {})]).toEqual([422, ['permissions']]);
  }
  for (const role of ['owner', '', null]) {
    expect((await chief.post('admins/roles', bodyOf({ role }))).status).toBe(422);
  }
});

test('keeps the permissions of a disabled plugin', async () => {
  const role = await made();
  await sql`update admin_roles set permissions = '{from_elsewhere}' where id = ${role.id}`.execute(
    server.database,
  );
  const withUnknownPermission = bodyOf({ permissions: ['from_elsewhere', 'street_add'] });
  expect((await chief.put<Role>(`admins/roles/${role.id}`, withUnknownPermission)).body.permissions).toEqual(
    withUnknownPermission.permissions,
  );
});

test('changing permissions ends the sessions of the holders, and renaming does not', async () => {
  const role = await made();
  const { id, login } = await server.createAdmin();
  await sql`update admins set role_id = ${role.id} where id = ${id}`.execute(server.database);
  const worker = await server.signIn(login);
  const changes = await listenAs(server, worker, 'session_change');
  const ends = await listenAs(server, worker, 'session_end');
  const named = { ...bodyOf(), permissions: role.permissions };
  expect((await chief.put(`admins/roles/${role.id}`, named)).status).toBe(200);
  await vi.waitFor(() => expect(changes.received).toHaveLength(1));
  expect((await worker.get<{ role: Role }>('admins/admin')).body.role.uz).toEqual(named.uz);
  await chief.put(`admins/roles/${role.id}`, { ...named, permissions: [] });
  await vi.waitFor(() => expect(ends.received).toEqual([{ reason: 'rights' }]));
  expect((await worker.get('admins/admin')).status).toBe(401);
  for (const { stop } of [changes, ends]) stop();
});

test("changing one's own role keeps the session and ends one's other sessions", async () => {
  const own = await server.createAdmin({ role: 'super_admin' });
  const [here, there] = [await server.signIn(own.login), await server.signIn(own.login)];
  const changes = await listenAs(server, here, 'session_change');
  const body = bodyOf({ role: 'super_admin' });
  expect((await here.put(`admins/roles/${own.roleId}`, body)).status).toBe(200);
  await vi.waitFor(() => expect(changes.received).toHaveLength(1));
  expect((await here.get<{ role: Role }>('admins/admin')).body.role.permissions).toEqual(['street_add']);
  expect((await there.get('admins/admin')).status).toBe(401);
  changes.stop();
});

test('rejects removing a role in use, and frees the name of a removed one', async () => {
  const role = await made();
  const { id } = await server.createAdmin();
  await sql`update admins set role_id = ${role.id} where id = ${id}`.execute(server.database);
  const rejected = await chief.del<ErrorBody & { uses: object }>(`admins/roles/${role.id}`);
  expect(rejected).toMatchObject({ status: 409, body: { code: 'in_use', uses: { admins: 1 } } });
  expect(rejected.body.err).toContain('1 ta admin');
  expect((await chief.del(`admins/${id}`)).status).toBe(200);
  expect(await chief.del(`admins/roles/${role.id}`)).toMatchObject({ status: 200, body: { id: role.id } });
  expect((await chief.del(`admins/roles/${role.id}`)).status).toBe(404);
  const { body } = await chief.get<RoleOption[]>('admins/roles?pagination=false');
  expect(body.map((one) => one.id)).not.toContain(role.id);
  expect((await made({ uz: role.uz, ru: role.ru })).id).not.toBe(role.id);
});
