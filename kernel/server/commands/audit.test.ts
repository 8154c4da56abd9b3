import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testServer, type TestServer } from '#kernel/testing/server.ts';
import { sealAudit } from '../audit/index.ts';

const root = resolve(import.meta.dirname, '../../..');
let server: TestServer;
beforeAll(async () => {
  server = await testServer({ plugins: ['admins'] });
});
afterAll(() => server.close());

function komak(args: readonly string[], databaseUrl?: string): Promise<{ code: number; out: string }> {
  const { NODE_ENV: _mode, ...inherited } = process.env;
  const env = {
    ...inherited,
    // A host that is only in the query makes it no URL.
    DATABASE_URL: (databaseUrl ?? server.databaseUrl).replace('@/', '@localhost/'),
    KOMAK_DATA: join(tmpdir(), 'komak-nothing'),
  };
  return new Promise((done) => {
    execFile(process.execPath, ['kernel/server/komak.ts', ...args], { cwd: root, env }, (error, out, wrong) =>
      done({ code: error ? Number(error.code) : 0, out: `${out}${wrong}` }),
    );
  });
}

test('a log as it was written is whole, and one that somebody changed is not', async () => {
  const api = server.api();
  for (const login of ['a', 'b', 'c']) await api.post('admins/login', { login, password: 'wrong' });
  await sealAudit(server.runtime.pool, server.runtime.vault);
  const whole = await komak(['audit', 'verify']);
  expect(whole).toMatchObject({
    code: 0,
    out: expect.stringContaining('as it was written: 3 entries sealed'),
  });

  await sql`alter table audit_log disable trigger user`.execute(server.database);
  const { rows } = await sql<{ id: number }>`
    update audit_log set action = 'admins.login' where id = (select min(id) from audit_log) returning id`.execute(
    server.database,
  );
  const broken = await komak(['audit', 'verify']);
  expect(broken.code).toBe(1);
  expect(broken.out).toContain(`the entry ${rows[0]?.id} was changed`);
});

test('where there is no database there is nothing wrong; what is no command is told', async () => {
  expect(await komak(['audit', 'verify'], '')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/no database/),
  });
  expect(await komak(['audit', 'erase'])).toMatchObject({
    code: 1,
    out: expect.stringContaining('audit verify'),
  });
});
