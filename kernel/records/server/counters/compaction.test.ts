import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DatabaseTransaction } from '#kernel/server/api/index.ts';
import { openDatabase, type OpenDatabase } from '#kernel/server/database/pool/pool.ts';
import { createTestDatabase, type TestDatabase } from '#kernel/testing/database.ts';
import { compactCounters, scheduleCompaction } from './compaction.ts';

let testDatabase: TestDatabase;
let opened: OpenDatabase;

beforeAll(async () => {
  testDatabase = await createTestDatabase({ empty: true });
  opened = openDatabase({ connectionString: testDatabase.url });
  await sql`create table sample_counts (key bigint primary key, count bigint not null)`.execute(
    opened.database,
  );
  await sql`create table sample_deltas (key bigint not null, delta integer not null)`.execute(
    opened.database,
  );
});
afterAll(async () => {
  await opened?.close();
  await testDatabase?.drop();
});

const compact = (database: DatabaseTransaction) =>
  compactCounters(database, {
    changes: 'sample_deltas',
    rollups: [
      {
        table: 'sample_counts',
        key: { key: sql`coalesce(key, 0)` },
        source: (changes) => sql`select * from ${changes}`,
        groupBy: sql`rollup (key)`,
      },
    ],
  });

/** The compacted total, the exact total including pending changes, and the number of pending changes. */
async function readSums(): Promise<{ all: number; exact: number; waiting: number }> {
  const { rows } = await sql<{ all: number; exact: number; waiting: number }>`
    select (select count from sample_counts where key = 0)::int as all, (select count(*) from sample_deltas)::int as waiting,
      (select coalesce(sum(count), 0) from (
        select count from sample_counts where key > 0 union all select delta from sample_deltas) as one)::int as exact`.execute(
    opened.database,
  );
  return rows[0] ?? { all: 0, exact: 0, waiting: 0 };
}

function append(count: number): Promise<unknown> {
  return sql`insert into sample_deltas select 1 + i % 97, 1 from generate_series(1, ${sql.lit(count)}) as i`.execute(
    opened.database,
  );
}

const transaction = <Result>(work: (effects: { database: DatabaseTransaction }) => Promise<Result>) =>
  opened.database.transaction().execute((database) => work({ database }));

test('a statement takes a bounded number of changes, and the sums stay exact', async () => {
  await append(12_000);
  const compacted: number[] = [];
  do {
    compacted.push(await transaction(({ database }) => compact(database)));
    expect((await readSums()).exact).toBe(12_000);
  } while (compacted.at(-1));
  expect(compacted).toEqual([5000, 5000, 2000, 0]);
  expect(await readSums()).toEqual({ all: 12_000, exact: 12_000, waiting: 0 });
});

test('a run of the job continues while there is work, and ends when changes never do', async () => {
  let runJob: (signal: AbortSignal) => Promise<void> = () =>
    Promise.reject(new Error('the job was not registered'));
  const { signal } = new AbortController();
  const context = {
    every: (_name: string, _milliseconds: number, work: typeof runJob) => void (runJob = work),
    transaction: transaction as never,
    database: opened.database,
    log: { debug: () => {} } as never,
  };
  scheduleCompaction(context, 'sample_deltas', compact);
  await append(12_000);
  await runJob(signal);
  expect(await readSums()).toEqual({ all: 24_000, exact: 24_000, waiting: 0 });
  let calls = 0;
  scheduleCompaction(context, 'sample_deltas', () => {
    calls++;
    return Promise.resolve(5000);
  });
  await runJob(signal);
  expect(calls).toBe(10);
});
