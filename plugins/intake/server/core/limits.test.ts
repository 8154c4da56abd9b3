import { afterAll, beforeAll, expect, test } from 'vitest';
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
