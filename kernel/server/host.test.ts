import { afterAll, beforeAll, expect, test } from 'vitest';
import { testServer, type TestServer } from '#kernel/testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

test('a server starts with every plugin and answers', async () => {
  const { status, body } = await server.api().get<{ plugins: { id: string }[] }>('plugins');
  expect(status).toBe(200);
  expect(body.plugins.map(({ id }) => id)).toContain('applications');
});

test('a session opens what a stranger may not see', async () => {
  expect((await server.api().get('search?q=a')).status).toBe(401);
  const admin = await server.signIn();
  expect((await admin.get('search?q=a')).body).toEqual({ groups: [] });
});
