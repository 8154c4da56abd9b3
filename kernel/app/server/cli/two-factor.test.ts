import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withLocalhost, runKomakInProcess, type CommandResult } from '#kernel/testing/command.ts';
import { testServer, type TestServer } from '#kernel/testing/server.ts';
import { beginFactor, confirmFactor, hasFactor } from '#kernel/identity/server/index.ts';
import { codeAt } from '#kernel/identity/server/second-factor/totp.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer({ plugins: ['admins'] });
});
afterAll(() => server.close());

function reset(...login: string[]): Promise<CommandResult> {
  return runKomakInProcess(['two-factor', 'reset', ...login], {
    DATABASE_URL: withLocalhost(server.databaseUrl),
    KOMAK_DATA: join(tmpdir(), 'komak-nothing'),
  });
}

test('removes the second factor of an admin who lost phone and codes, and audits it', async () => {
  const { id, login } = await server.createAdmin({ login: 'Karim' });
  const { vault } = server.services;
  const secret = await beginFactor(server.database, vault, id);
  const code = codeAt(secret ?? Buffer.alloc(0), Date.now());
  await server.database.transaction().execute((open) => confirmFactor(open, vault, id, code));
  const api = await server.signIn(login);

  expect(await reset('nobody')).toMatchObject({ code: 1, out: expect.stringContaining('no admin') });
  expect(await reset('karim')).toMatchObject({ code: 0, out: expect.stringContaining('is gone') });
  expect(await hasFactor(server.database, id)).toBe(false);
  expect((await api.get('admins/admin')).status).toBe(401);
  const { rows } = await sql`
    select admin_id, subject_id from audit_log where action = 'kernel.second_factor.reset'`.execute(
    server.database,
  );
  expect(rows).toEqual([{ admin_id: null, subject_id: id }]);
  expect(await reset('karim')).toMatchObject({ code: 1, out: expect.stringContaining('no second factor') });
  expect(await reset()).toMatchObject({ code: 1, out: expect.stringContaining('two-factor reset <login>') });
});
