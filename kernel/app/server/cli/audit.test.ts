import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withLocalhost, runKomakInProcess, type CommandResult } from '#kernel/testing/command.ts';
import { testServer, type TestServer } from '#kernel/testing/server.ts';
import { sealAudit } from '#kernel/server/audit/seal-audit.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer({ plugins: ['admins'] });
});
afterAll(() => server.close());

function audit(command: string, databaseUrl = withLocalhost(server.databaseUrl)): Promise<CommandResult> {
  return runKomakInProcess(['audit', command], {
    DATABASE_URL: databaseUrl,
    KOMAK_DATA: join(tmpdir(), 'komak-nothing'),
  });
}

test('reports an intact log, and one that was changed', async () => {
  const api = server.api();
  for (const login of ['a', 'b', 'c']) await api.post('admins/login', { login, password: 'wrong' });
  await sealAudit(server.services.pool, server.services.vault);
  const whole = await audit('verify');
  expect(whole).toMatchObject({
    code: 0,
    out: expect.stringContaining('as it was written: 3 entries sealed'),
  });

  await sql`alter table audit_log disable trigger user`.execute(server.database);
  const { rows } = await sql<{ id: number }>`
    update audit_log set action = 'admins.login' where id = (select min(id) from audit_log) returning id`.execute(
    server.database,
  );
  const broken = await audit('verify');
  expect(broken.code).toBe(1);
  expect(broken.out).toContain(`the entry ${rows[0]?.id} was changed`);
});

test('accepts an absent database, and reports an unknown command', async () => {
  expect(await audit('verify', '')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/no database/),
  });
  expect(await audit('erase')).toMatchObject({
    code: 1,
    out: expect.stringContaining('audit verify'),
  });
});
