import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runKomakInProcess, withLocalhost } from '#kernel/testing/command.ts';
import { createTestDatabase, type TestDatabase } from '#kernel/testing/database.ts';
import { onDatabase } from '#kernel/testing/postgres.ts';

let owned: TestDatabase;
beforeAll(async () => {
  owned = await createTestDatabase({ empty: true });
});
afterAll(() => owned?.drop());

const migrate = (...words: string[]) =>
  runKomakInProcess(['migrate', ...words], {
    DATABASE_URL: withLocalhost(owned.url),
    KOMAK_DATA: join(tmpdir(), 'komak-migrate'),
    KOMAK_DEMO: '0',
  });

test('prepares an empty database once, with a first admin, and changes nothing the second time', async () => {
  const first = await migrate();
  expect(first).toMatchObject({ code: 0 });
  expect(first.out).toMatch(/password {2}\S{12,}/);
  expect(first.out).toContain('ready for this version');
  const tables = await onDatabase(owned.url, async (client) =>
    (
      await client.query<{ admins: number; found: string | null }>(
        `select (select count(*)::int from admins) admins, to_regclass('public.applications')::text found`,
      )
    ).rows.at(0),
  );
  expect(tables).toEqual({ admins: 1, found: 'applications' });

  const second = await migrate();
  expect(second).toMatchObject({ code: 0 });
  expect(second.out).not.toContain('password');
  expect(await migrate('now')).toMatchObject({ code: 1, out: expect.stringContaining('Usage') });
});
