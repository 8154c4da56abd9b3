/** The names of exported files carry the city's day. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayAt } from '#kernel/domain/text/index.ts';
import { testServer, type TestServer } from '#kernel/testing/server.ts';
import { permissions } from '../leaks/callers.ts';

/** A zone whose day is not that of UTC now. */
const timeZone = new Date().getUTCHours() < 11 ? 'Etc/GMT+12' : 'Pacific/Kiritimati';

let server: TestServer;
let token: string;

beforeAll(async () => {
  server = await testServer({ deployment: { timeZone } });
  token = (await server.signIn({ role: 'super_admin', permissions: [...permissions] })).token ?? '';
}, 180_000);
afterAll(() => server?.close());

test.each([
  'audit/export?format=csv',
  'households/export?format=csv',
  'letters/export?format=csv',
  'applications/load/export?format=csv',
  'stats/application-stats/export',
])('the name of %s', async (path) => {
  const response = await fetch(`${server.url}/api/uz/${path}`, { headers: { authorization: token } });
  const text = await response.text();
  expect(response.status, text).toBe(200);
  expect(response.headers.get('content-disposition')).toContain(`-${dayAt(Date.now(), timeZone)}.`);
});
