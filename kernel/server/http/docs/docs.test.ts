import { afterAll, beforeAll, expect, test } from 'vitest';
import { testServer, type TestServer } from '#kernel/testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer({ plugins: [] });
});
afterAll(() => server.close());

async function openReference(): Promise<{ page: string; scripts: string; nonce: string }> {
  const response = await fetch(`${server.url}/api/docs`);
  expect(response.status).toBe(200);
  const policy = response.headers.get('content-security-policy') ?? '';
  const scripts = policy.split('; ').find((part) => part.startsWith('script-src')) ?? '';
  return { page: await response.text(), scripts, nonce: /'nonce-([^']+)'/.exec(scripts)?.[1] ?? '' };
}

test('the reference page runs only its own scripts, each with the nonce of that response', async () => {
  const [one, other] = [await openReference(), await openReference()];
  expect(one.nonce).toMatch(/^[\w+/]{22}==$/);
  expect(one.scripts).toBe(`script-src 'self' 'nonce-${one.nonce}'`);
  const tags = one.page.match(/<script[^>]*>/g) ?? [];
  expect(tags.length).toBeGreaterThan(0);
  for (const tag of tags) expect(tag).toContain(`nonce="${one.nonce}"`);
  expect(one.page).not.toMatch(/\son\w+=|javascript:/i);
  expect(other.nonce).not.toBe(one.nonce);
});
