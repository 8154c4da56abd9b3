import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type CodedError, fail } from '#kernel/contract/index.ts';
import { testServer, type TestServer } from '#kernel/testing/server.ts';
import { createQuotaLimiter } from './quotas.ts';

const day = 86_400;
const create = () =>
  createQuotaLimiter({ table: 'test_quotas', errorOf: (details) => fail('too_many_attempts', details) });

let server: TestServer;
beforeAll(async () => {
  server = await testServer({ plugins: [] });
  await sql`create table test_quotas (key bytea, ends_at timestamptz, count integer, primary key (key, ends_at))`.execute(
    server.database,
  );
});
afterAll(() => server?.close());

test('calls are counted over all nodes, exactly, until their window has passed', async () => {
  const nodes = [create(), create(), create()];
  const quota = { key: 'shared', limit: 5, seconds: day };
  const calls = nodes.flatMap((node) =>
    Array.from({ length: 4 }, () => node.count(server.database, [quota])),
  );
  const results = await Promise.allSettled(calls);
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  // Other windows of the same key are counted separately; by a node that remembers no rejection.
  await create().count(server.database, [{ ...quota, key: 'shared', seconds: 2 * day }]);
  await sql`update test_quotas set ends_at = now() - interval '1 second' where count = 5`.execute(
    server.database,
  );
  await nodes[0]?.sweep(server.database);
  const { rows } = await sql`select count from test_quotas`.execute(server.database);
  expect(rows).toEqual([{ count: 1 }]);
});

test('a caller who continues after a rejection is slowed down, without a query', async () => {
  const limiter = create();
  const quota = { key: 'one', limit: 2, seconds: day };
  const count = () => limiter.count(server.database, [quota]);
  await count();
  await count();
  await expect(count()).rejects.toMatchObject({ code: 'too_many_attempts', delayed: false });
  await expect(count()).rejects.toMatchObject({ code: 'too_many_attempts', delayed: true });
  expect(() => limiter.assertLeft(['one'])).toThrow(expect.objectContaining({ delayed: true }));
  expect(() => limiter.assertLeft(['other'])).not.toThrow();
});

test('a clock that is set back extends no refusal', async () => {
  const limiter = create();
  const quota = { key: 'clock', limit: 1, seconds: day };
  await limiter.count(server.database, [quota]);
  await expect(limiter.count(server.database, [quota])).rejects.toMatchObject({ code: 'too_many_attempts' });
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    vi.setSystemTime(Date.now() - 2 * day * 1000);
    expect(rejectionOf(() => limiter.assertLeft(['clock']))?.retryAfter).toBeLessThanOrEqual(day);
  } finally {
    vi.useRealTimers();
  }
});

function rejectionOf(work: () => void): CodedError | null {
  try {
    work();
    return null;
  } catch (error) {
    return error as CodedError;
  }
}
