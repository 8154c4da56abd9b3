import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '#kernel/server/database/pool/pool.ts';
import { type Office, openOffice } from './office.ts';

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office?.close());

test('one user exports the register twice at a time at most', async () => {
  await office.issue(await office.addApplication());
  const lock = openDatabase({ connectionString: office.server.databaseUrl, max: 1 });
  const start = () => office.operator.get('letters/export?format=csv');
  try {
    const [both, third] = await lock.database.transaction().execute(async (database) => {
      await sql`lock table letters in access exclusive mode`.execute(database);
      // They have a slot before they read, and wait for the lock.
      const begun = [start(), start()];
      await expect
        .poll(async () => {
          const { rows } = await sql`
            select from pg_locks where not granted and relation = 'letters'::regclass`.execute(database);
          return rows.length;
        })
        .toBe(2);
      return [begun, await start()] as const;
    });
    expect(third).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } });
    expect((await Promise.all(both)).map(({ status }) => status)).toEqual([200, 200]);
    expect((await start()).status).toBe(200);
  } finally {
    await lock.close();
  }
});
