import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testServer, type TestServer } from '#kernel/testing/server.ts';
import { ensureFirstAdmin } from './first-admin.ts';
import { checkLogin } from './sign-in.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer({ plugins: [] });
  await sql`truncate admins, admin_roles cascade`.execute(server.database);
});
afterAll(() => server.close());

test('of several nodes that start at once one makes the first admin, with a password that works', async () => {
  const made = await Promise.all([1, 2, 3].map(() => ensureFirstAdmin(server.database, ['street_add'])));
  const [first, ...others] = made.filter((admin) => admin !== null);
  expect(others).toEqual([]);
  expect(first?.password).toMatch(/^([a-z2-9]{5}-){3}[a-z2-9]{5}$/);
  const { login = '', password = '' } = first ?? {};
  const { adminId } = await checkLogin(server.database, { login, password, address: '::1' });
  const { token } = await server.runtime.sessions.open(adminId, { address: '::1', userAgent: '' });
  expect(await server.runtime.sessions.find(token)).toMatchObject({
    mustChangePassword: true,
    viewer: { role: 'super_admin', permissions: ['street_add'] },
  });
});

test('where there are admins, none is made', async () => {
  expect(await ensureFirstAdmin(server.database, [])).toBeNull();
});
