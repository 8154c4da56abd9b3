import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { anyone, definePlugin } from '#kernel/contract/index.ts';
import { defineServer, route } from '#kernel/server/api/index.ts';
import { testServer, type TestServer } from '#kernel/testing/server.ts';

const site = 'https://www.example.uz';

const where = route({
  method: 'POST',
  path: 'helper',
  summary: 'From which site it is asked',
  access: anyone,
  embedded: true,
  body: z.strictObject({}),
  response: z.object({ site: z.string().nullable() }),
  handle: (call) => ({ site: call.site }),
});

const helper = defineServer(definePlugin({ id: 'helper', version: '1.0.0' }), {
  widgets: { 'komak-help': () => open },
  routes: [where],
});

let open = true;
let dist: string;
let server: TestServer;
let without: TestServer;

beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'komak-dist-'));
  await mkdir(join(dist, 'widgets'));
  await writeFile(join(dist, 'index.html'), '<p>page</p>');
  await writeFile(join(dist, 'widgets/komak-help.html'), '<p data-pass="__SITE_PASS__">panel</p>');
  await writeFile(join(dist, 'widgets/komak-help.js'), 'loader');
  server = await testServer({ plugins: [helper], dist, deployment: { allowedOrigins: [`${site}/`] } });
  without = await testServer({ plugins: [], dist });
});
afterAll(async () => {
  await Promise.all([server.close(), without.close()]);
  await rm(dist, { recursive: true });
});

const page = (asked: string, from = server) =>
  fetch(`${from.url}/widgets/komak-help.html?site=${encodeURIComponent(asked)}`);

async function passOf(): Promise<string> {
  return /data-pass="([^"]+)"/.exec(await (await page(site)).text())?.[1] ?? '';
}

const ask = (headers: Record<string, string>) =>
  fetch(`${server.url}/api/uz/helper`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: '{}',
  });

test('the page of a widget has an opaque origin, and only the requesting site may frame it', async () => {
  const answer = await page(site);
  expect(answer.status).toBe(200);
  const policy = answer.headers.get('content-security-policy') ?? '';
  expect(policy).toContain(`frame-ancestors ${site};`);
  expect(policy).toMatch(/; sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox$/);
  expect(policy).not.toContain('allow-same-origin');
  expect(policy).toContain("default-src 'none'");
  expect(answer.headers.get('x-frame-options')).toBeNull();
  expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
  expect(answer.headers.get('cache-control')).toBe('no-store');
});

test.each(['', 'https://evil.example', `${site}/`, 'null', '*', "https://x'; script-src *"])(
  'refuses a site that is not listed: %s',
  async (other) => expect((await page(other)).status).toBe(403),
);

test('a widget is disabled with its plugin', async () => {
  const script = await fetch(`${server.url}/widgets/komak-help.js`);
  expect(await script.text()).toBe('loader');
  expect(script.headers.get('access-control-allow-origin')).toBe('*');
  expect((await page(site, without)).status).toBe(404);
  expect((await fetch(`${without.url}/widgets/komak-help.js`)).status).toBe(404);
});

test('a plugin may refuse its widget to sites', async () => {
  open = false;
  expect((await page(site)).status).toBe(403);
  open = true;
  expect((await page(site)).status).toBe(200);
});

test("a call identifies its site by the page's token or by its origin", async () => {
  const pass = await passOf();
  expect(await (await ask({ origin: 'null', 'x-komak-site': pass })).json()).toEqual({ site });
  expect(await (await ask({ origin: 'https://other.uz' })).json()).toEqual({ site: null });
  expect(await (await ask({ origin: site })).json()).toEqual({ site });
  expect(await (await ask({ origin: server.url })).json()).toEqual({ site: null });
  expect(await (await ask({ origin: 'null' })).json()).toEqual({ site: null });
  expect((await ask({ 'x-komak-site': `${pass}x` })).status).toBe(403);
});

test('a page without an origin may call and read the response, also a refusal', async () => {
  const preflight = await fetch(`${server.url}/api/uz/helper`, {
    method: 'OPTIONS',
    headers: { origin: 'null', 'access-control-request-method': 'POST' },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-headers')).toContain('x-komak-site');
  for (const answer of [await ask({ origin: 'null' }), await ask({ origin: 'null', 'x-komak-site': 'no' })]) {
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
  }
  const other = await fetch(`${server.url}/api/uz/plugins`, { headers: { origin: 'null' } });
  expect(other.headers.get('access-control-allow-origin')).toBeNull();
});
