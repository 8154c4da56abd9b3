import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#kernel/testing/database.ts';
import { openDatabase, type OpenDatabase } from '../database/pool/pool.ts';
import { completeErasures } from './journal.ts';

let owned: TestDatabase;
let opened: OpenDatabase;

beforeAll(async () => {
  owned = await createTestDatabase();
  opened = openDatabase({ connectionString: owned.url });
});
afterAll(async () => {
  await opened?.close();
  await owned?.drop();
});

/** Inserts an erasure whose files still have their bytes; the first is the oldest. */
async function insertErasure(age: number): Promise<{ readonly id: string; readonly blob: string }> {
  const [id, blob] = [randomUUID(), randomUUID()];
  await sql`
    insert into erasures (id, subjects, digests, counts, blobs, erased_at)
    values (${id}, '{}', '{}', '{}', ${[blob]}::uuid[], now() - make_interval(secs => ${age}))`.execute(
    opened.database,
  );
  return { id, blob };
}

test('bytes that cannot be removed keep no later erasure from being noted and completed', async () => {
  const [first, second] = [await insertErasure(2), await insertErasure(1)];
  const noted: string[] = [];
  const removed: string[] = [];
  const work = {
    journal: { note: async ({ id }: { readonly id: string }) => void noted.push(id) },
    async removeBytes(names: readonly string[]) {
      if (names.includes(first.blob)) throw new Error('the object is locked');
      removed.push(...names);
    },
  };
  await expect(completeErasures(opened.database, work)).rejects.toThrow('the object is locked');
  expect(noted).toEqual([first.id, second.id]);
  expect(removed).toEqual([second.blob]);
  await expect(completeErasures(opened.database, work)).rejects.toThrow('the object is locked');
  expect(noted, 'each is noted once').toEqual([first.id, second.id]);
  const { rows } = await sql<{ id: string; done: boolean }>`
    select id, noted_at is not null and blobs = '{}' as done from erasures order by erased_at`.execute(
    opened.database,
  );
  expect(rows).toEqual([
    { id: first.id, done: false },
    { id: second.id, done: true },
  ]);
});
