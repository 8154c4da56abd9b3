import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { CodedError } from '#kernel/plugin-api/contract.ts';
import { testServer, type TestServer } from '#kernel/plugin-api/testing.ts';
import { createLimiter, day } from './limits.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer({ plugins: ['intake'] });
});
afterAll(() => server?.close());

test('a caller who continues after a rejection is slowed down, without a query', async () => {
  const limiter = createLimiter();
  const quota = { key: 'one', limit: 2, seconds: day };
  const count = () => limiter.count(server.database, [quota]);
  await count();
  await count();
  await expect(count()).rejects.toMatchObject({ code: 'too_many', delayed: false });
  await expect(count()).rejects.toMatchObject({ code: 'too_many', delayed: true });
  expect(() => limiter.assertLeft(['one'])).toThrow(expect.objectContaining({ delayed: true }));
  expect(() => limiter.assertLeft(['other'])).not.toThrow();
});

test('a clock that is set back extends no refusal', async () => {
  const limiter = createLimiter();
  const quota = { key: 'clock', limit: 1, seconds: day };
  await limiter.count(server.database, [quota]);
  await expect(limiter.count(server.database, [quota])).rejects.toMatchObject({ code: 'too_many' });
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    vi.setSystemTime(Date.now() - 2 * day * 1000);
    expect(refusalOf(() => limiter.assertLeft(['clock']))?.retryAfter).toBeLessThanOrEqual(day);
  } finally {
    vi.useRealTimers();
  }
});

function refusalOf(work: () => void): CodedError | null {
  try {
    work();
    return null;
  } catch (error) {
    return error as CodedError;
  }
}
