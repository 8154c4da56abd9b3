import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testServer, type TestServer } from '#kernel/testing/server.ts';
import { beginFactor, confirmFactor, hasFactor } from '../auth/index.ts';
import { codeAt } from '../auth/second-factor/totp.ts';

const root = resolve(import.meta.dirname, '../../..');
let server: TestServer;
beforeAll(async () => {
  server = await testServer({ plugins: ['admins'] });
});
afterAll(() => server.close());

function reset(...login: string[]): Promise<{ code: number; out: string }> {
  const env = {
    ...process.env,
    NODE_ENV: '',
    // A host that is only in the query makes it no URL.
    DATABASE_URL: server.databaseUrl.replace('@/', '@localhost/'),
    KOMAK_DATA: join(tmpdir(), 'komak-nothing'),
  };
  return new Promise((done) => {
    const args = ['kernel/server/komak.ts', 'two-factor', 'reset', ...login];
    execFile(process.execPath, args, { cwd: root, env }, (error, out, wrong) =>
      done({ code: error ? Number(error.code) : 0, out: `${out}${wrong}` }),
    );
  });
}

test('who has lost phone and codes is let in again, and it is written down', async () => {
  const { id, login } = await server.createAdmin({ login: 'Karim' });
  const { vault } = server.runtime;
  const secret = await beginFactor(server.database, vault, id);
  const code = codeAt(secret ?? Buffer.alloc(0), Date.now());
  await server.database.transaction().execute((open) => confirmFactor(open, vault, id, code));
  const api = await server.signIn(login);

  expect(await reset('nobody')).toMatchObject({ code: 1, out: expect.stringContaining('no admin') });
  expect(await reset('karim')).toMatchObject({ code: 0, out: expect.stringContaining('is gone') });
  expect(await hasFactor(server.database, id)).toBe(false);
  expect((await api.get('admins/admin')).status).toBe(401);
  const { rows } = await sql`
    select admin_id, subject_id from audit_log where action = 'admins.second_factor.reset'`.execute(
    server.database,
  );
  expect(rows).toEqual([{ admin_id: null, subject_id: id }]);
  expect(await reset('karim')).toMatchObject({ code: 1, out: expect.stringContaining('no second factor') });
  expect(await reset()).toMatchObject({ code: 1, out: expect.stringContaining('two-factor reset <login>') });
});
