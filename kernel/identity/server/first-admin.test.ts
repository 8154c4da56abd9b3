import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#kernel/testing/database.ts';
import { openDatabase, type OpenDatabase } from '#kernel/server/database/pool/pool.ts';
import { ensureFirstAdmin } from './first-admin.ts';
import { createPasswords } from './session/password.ts';
import { findSession, openSession } from './session/session-store.ts';
import { checkLogin } from './session/sign-in.ts';
import { hashToken } from '#kernel/server/installation/token.ts';

let owned: TestDatabase;
let opened: OpenDatabase;
beforeAll(async () => {
  // Without a server, which would have created the first admin already.
  owned = await createTestDatabase();
  opened = openDatabase({ connectionString: owned.url });
});
afterAll(async () => {
  await opened.close();
  await owned.drop();
});

test('one of several nodes that start at once creates the first admin, with a password that works', async () => {
  const { database } = opened;
  const made = await Promise.all([1, 2, 3].map(() => ensureFirstAdmin(database, ['street_add'])));
  const [first, ...others] = made.filter((admin) => admin !== null);
  expect(others).toEqual([]);
  expect(first?.password).toMatch(/^([a-z2-9]{5}-){3}[a-z2-9]{5}$/);
  const { login = '', password = '' } = first ?? {};
  const { adminId } = await checkLogin(
    { database, passwords: createPasswords() },
    { login, password, address: '::1' },
  );
  const session = await openSession(database, adminId, { address: '::1', userAgent: '' });
  expect(await findSession(database, hashToken(session?.token ?? ''))).toMatchObject({
    session: { mustChangePassword: true, viewer: { role: 'super_admin', permissions: ['street_add'] } },
  });
});

test('creates no admin where some exist', async () => {
  expect(await ensureFirstAdmin(opened.database, [])).toBeNull();
});
